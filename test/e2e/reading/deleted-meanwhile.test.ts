/** What is open on the screen of somebody whose message or room is deleted meanwhile. */
import {
  createRoomInPage,
  enter,
  joinRoomInPage,
  type PagePerson,
  rowWith,
  say,
  testId,
} from '../../support/browsers/page-person.js';
import { walkInChromium } from '../../support/browsers/walks.js';
import { developer, type Person, rest } from '../../support/clients/rest.js';
import { type ServerProcess, startServer } from '../../support/processes/server-process.js';
import { poll } from '../../support/time/poll.js';

walkInChromium('what is open while it is deleted', (browser, engine) => {
  let server: ServerProcess;
  let ada: PagePerson;
  let bora: PagePerson;
  let founder: Person;

  beforeAll(async () => {
    server = await startServer({ RATE_LIMITS: 'off', ...engine() });
    [ada, bora] = await Promise.all([enter(browser(), server.url, 'ada'), enter(browser(), server.url, 'bora')]);
    await createRoomInPage(ada, 'Kahve Severler', 'kahve');
    await joinRoomInPage(bora, 'kahve');
    founder = await developer(server.url, 'ada');
  }, 90_000);
  afterAll(() => server.remove());

  const asFounder = <T>(path: string, method?: 'DELETE' | 'PATCH', body?: object): Promise<T> =>
    rest<T>(server.url, `/rooms/kahve${path}`, {
      token: founder.token,
      ...(method && { method }),
      ...(body && { body }),
    });

  it('closes the menu of a message, which has its present words until then', async () => {
    await say(ada, 'limanda sabah');
    const row = rowWith(bora, 'limanda sabah');
    await row.hover();
    await row.getByTestId('action-more').click();
    await testId(bora, 'action-copy').waitFor();
    const { messages } = await asFounder<{ messages: { id: string }[] }>('/messages?after_seq=0');
    const id = messages.at(-1)?.id ?? '';
    await asFounder(`/messages/${id}`, 'PATCH', { body: 'limanda akşam' });
    await rowWith(bora, 'limanda akşam').waitFor();
    await bora.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url });
    await testId(bora, 'action-copy').click();
    const copied = async () => (await bora.page.evaluate<string>('navigator.clipboard.readText()')) === 'limanda akşam';
    await poll(copied, { until: 'the present words are copied' });
    await rowWith(bora, 'limanda akşam').hover();
    await rowWith(bora, 'limanda akşam').getByTestId('action-more').click();
    await testId(bora, 'menu').waitFor();
    await asFounder(`/messages/${id}`, 'DELETE');
    await testId(bora, 'menu').waitFor({ state: 'detached' });
  });

  it('says that the room was deleted', async () => {
    await asFounder('?for=everyone', 'DELETE');
    await testId(bora, 'notice').filter({ hasText: 'Bu oda silindi.' }).waitFor();
    await testId(bora, 'room-line').waitFor({ state: 'detached' });
  });
});
