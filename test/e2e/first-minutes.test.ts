/** What somebody meets in the first minutes: where the focus is, what is unread, where a link and the way back lead. */

import {
  createRoomInPage,
  enter,
  goToRoom,
  joinRoomInPage,
  type PagePerson,
  testId,
} from '../support/browsers/page-person.js';
import { listOf, scrollBy } from '../support/browsers/rows-person.js';
import { walkInChromium } from '../support/browsers/walks.js';
import { createRoom, developer, type Person, rest } from '../support/clients/rest.js';
import { type ServerProcess, startServer } from '../support/processes/server-process.js';
import { poll } from '../support/time/poll.js';

walkInChromium('the first minutes in the page', (browser, engine) => {
  let server: ServerProcess;
  let ada: PagePerson;
  let bora: Person;
  let adaByRest: Person;

  beforeAll(async () => {
    server = await startServer({ RATE_LIMITS: 'off', ...engine() });
    bora = await developer(server.url, 'bora');
    for (const slug of ['kahve', 'uzun']) await createRoom(server.url, bora, slug);
    ada = await enter(browser(), server.url, 'ada');
    adaByRest = await developer(server.url, 'ada');
  }, 90_000);
  afterAll(() => server.remove());

  const typed = () => testId(ada, 'composer').inputValue();
  const typesInto = async (words: string) => {
    await ada.page.keyboard.type(words);
    await poll(async () => (await typed()) === words, { until: 'what is typed stands in the field' });
    await testId(ada, 'composer').fill('');
  };
  const write = async (slug: string, count: number, from = 1) => {
    for (let at = from; at < from + count; at += 1)
      await rest(server.url, `/rooms/${slug}/messages`, {
        token: bora.token,
        method: 'POST',
        body: { body: `${slug} ${at}` },
      });
  };
  const unreadOf = async (slug: string): Promise<number> => {
    const { rooms } = await rest<{ rooms: { slug: string; unread: number }[] }>(server.url, '/rooms', adaByRest);
    return rooms.find((room) => room.slug === slug)?.unread ?? -1;
  };

  it('typing goes into the field after creating, joining and choosing a room', async () => {
    await createRoomInPage(ada, 'Çay', 'cay');
    await typesInto('Hello, world!');
    await joinRoomInPage(ada, 'kahve');
    await typesInto('after joining');
    await goToRoom(ada, 'cay');
    await typesInto('after choosing');
    await ada.page.getByTestId('rows').click();
    await typesInto('with the focus elsewhere');
  });

  it('a room opens at its first unread row, and what was not shown stays unread', async () => {
    await joinRoomInPage(ada, 'uzun');
    await goToRoom(ada, 'cay');
    await write('uzun', 120);
    await goToRoom(ada, 'uzun');
    const divider = ada.page.locator('[data-key="unread"]');
    await poll(
      async () => {
        const box = await divider.boundingBox();
        return box !== null && box.y > 0 && box.y < 300;
      },
      { until: 'the line of the unread stands near the upper edge' },
    );
    await poll(async () => (await unreadOf('uzun')) < 120, { until: 'what is shown is read' });
    expect(await unreadOf('uzun')).toBeGreaterThan(80);
    expect(Number(await testId(ada, 'to-newest-count').textContent())).toBeGreaterThan(80);

    await testId(ada, 'to-newest').click();
    await poll(async () => (await listOf(ada)).fromEnd < 5, { until: 'the end is shown' });
    await poll(async () => (await unreadOf('uzun')) === 0, { until: 'all of it is read' });
  });

  it('scrolling on reads on', async () => {
    await goToRoom(ada, 'cay');
    await write('uzun', 60, 121);
    await goToRoom(ada, 'uzun');
    await poll(async () => (await unreadOf('uzun')) < 60, { until: 'what is shown is read' });
    const first = await unreadOf('uzun');
    await scrollBy(ada, 700);
    await poll(async () => (await unreadOf('uzun')) < first, { until: 'what was scrolled to is read' });
  });

  it('a link to a room that does not exist says so, and leads to the list', async () => {
    await ada.page.goto(`${server.url}/#/r/no-such-room`);
    await testId(ada, 'notice').filter({ hasText: 'Oda bulunamadı' }).waitFor();
    expect(await ada.page.evaluate('location.hash')).toBe('');
    await ada.page.reload();
    await ada.page.goto('about:blank');
    await ada.page.goto(`${server.url}/#/r/no-such-room`);
    await testId(ada, 'notice').filter({ hasText: 'Oda bulunamadı' }).waitFor();
  });

  it('on a phone the way back closes what lies over the room, one after the other, before it leaves the room', async () => {
    await ada.page.setViewportSize({ width: 390, height: 780 });
    await ada.page.goto(`${server.url}/#/r/kahve`);
    await testId(ada, 'room').waitFor();
    await testId(ada, 'room-info').click();
    await testId(ada, 'panel-info').waitFor();
    await ada.page.goBack();
    await testId(ada, 'panel-info').waitFor({ state: 'detached' });
    expect(await ada.page.evaluate('location.hash')).toBe('#/r/kahve');

    // Closed by its own button, it leaves no step behind in the history.
    await testId(ada, 'room-info').click();
    await testId(ada, 'panel-close').click();
    await testId(ada, 'panel-info').waitFor({ state: 'detached' });
    await poll(async () => (await ada.page.evaluate('history.state')) === null, { until: 'its entry is gone' });
  });
});
