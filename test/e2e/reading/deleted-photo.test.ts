/** The viewer of a photo whose message is deleted while somebody looks at it. */
import { generatePhoto } from '../../support/browsers/generated-media.js';
import {
  agreeAlways,
  chooseAction,
  createRoomInPage,
  enter,
  joinRoomInPage,
  type PagePerson,
  rowWith,
  testId,
} from '../../support/browsers/page-person.js';
import { walkInChromium } from '../../support/browsers/walks.js';
import { developer, rest } from '../../support/clients/rest.js';
import { type ServerProcess, startServer } from '../../support/processes/server-process.js';
import { poll } from '../../support/time/poll.js';

walkInChromium('a photo that is deleted while somebody looks at it', (browser, engine) => {
  let server: ServerProcess;
  let ada: PagePerson;
  let bora: PagePerson;

  beforeAll(async () => {
    server = await startServer({ RATE_LIMITS: 'off', ...engine() });
    [ada, bora] = await Promise.all([enter(browser(), server.url, 'ada'), enter(browser(), server.url, 'bora')]);
    await createRoomInPage(ada, 'Kahve Severler', 'kahve');
    await joinRoomInPage(bora, 'kahve');
    await agreeAlways(ada);
  }, 90_000);
  afterAll(() => server.remove());

  it('leaves the viewer, with its words and its link', async () => {
    await testId(ada, 'attach').click();
    await testId(ada, 'attach-photo').setInputFiles(
      await generatePhoto(ada.page, 'liman.jpg', { width: 640, height: 480 }),
    );
    await testId(ada, 'composer').fill('limanda sabah');
    await testId(ada, 'send').click();
    await rowWith(bora, 'limanda sabah').getByTestId('media').click();
    const viewer = testId(bora, 'viewer');
    await viewer.getByTestId('viewer-media').waitFor();
    await viewer.getByText('limanda sabah').waitFor();
    expect(await viewer.locator('a[download]').count()).toBe(1);
    await chooseAction(ada, rowWith(ada, 'limanda sabah'), 'trash');
    await viewer.getByTestId('media-missing').waitFor();
    expect(await viewer.getByTestId('viewer-media').count()).toBe(0);
    expect(await viewer.locator('a[download]').count()).toBe(0);
    expect(await viewer.textContent()).not.toContain('limanda sabah');
    await viewer.getByTestId('viewer-close').click();
    await viewer.waitFor({ state: 'detached' });
  });

  it('leaves the viewer and the gallery also where the room has not loaded its message', async () => {
    await testId(ada, 'attach').click();
    await testId(ada, 'attach-photo').setInputFiles(
      await generatePhoto(ada.page, 'eski.jpg', { width: 320, height: 240 }),
    );
    await testId(ada, 'composer').fill('eski liman');
    await testId(ada, 'send').click();
    await rowWith(bora, 'eski liman').waitFor();
    const { token } = await developer(server.url, 'ada');
    for (let at = 0; at < 160; at += 1) {
      const body = { body: `dolgu ${at}` };
      await rest(server.url, '/rooms/kahve/messages', { method: 'POST', token, body });
    }
    const { messages } = await rest<{ messages: { id: string; body: string }[] }>(
      server.url,
      '/rooms/kahve/messages?after_seq=0',
      { token },
    );
    const photo = messages.find(({ body }) => body === 'eski liman')?.id ?? '';
    // With unread messages the page opens at the first of them, and loads two hundred rows before it.
    const reader = await developer(server.url, 'bora');
    const readsAll = async () => {
      const { rooms } = await rest<{ rooms: { unread: number }[] }>(server.url, '/rooms', { token: reader.token });
      return rooms[0]?.unread === 0;
    };
    await poll(readsAll, { until: 'bora has read everything' });
    await bora.page.reload();
    await rowWith(bora, 'dolgu 159').waitFor();
    expect(await rowWith(bora, 'eski liman').count()).toBe(0);
    await testId(bora, 'room-info').click();
    await testId(bora, 'way-gallery').click();
    await testId(bora, 'tile').click();
    const viewer = testId(bora, 'viewer');
    await viewer.getByText('eski liman').waitFor();
    await rest(server.url, `/rooms/kahve/messages/${photo}`, { method: 'DELETE', token });
    await viewer.getByTestId('media-missing').waitFor();
    expect(await viewer.locator('a[download]').count()).toBe(0);
    expect(await viewer.textContent()).not.toContain('eski liman');
    await viewer.getByTestId('viewer-close').click();
    await testId(bora, 'tile').waitFor({ state: 'detached' });
    await bora.page.keyboard.press('Escape');
    await testId(bora, 'panel-gallery').waitFor({ state: 'detached' });
  });
});
