import { barriersOn } from '../support/browsers/axe.js';
import { describeInChromium } from '../support/browsers/chromium.js';
import {
  createRoomInPage,
  enter,
  goToRoom,
  joinRoomInPage,
  type PagePerson,
  rowWith,
  say,
  testId,
} from '../support/browsers/page-person.js';
import { type ServerProcess, startServer } from '../support/processes/server-process.js';
import { poll } from '../support/time/poll.js';

describeInChromium('by the keyboard alone', (browser) => {
  let server: ServerProcess;
  let ada: PagePerson;
  let bora: PagePerson;
  const press = (key: string) => ada.page.keyboard.press(key);
  const focused = (id: string) => testId(ada, id).and(ada.page.locator(':focus'));
  const inRoom = (slug: string) => ada.page.locator(`[data-testid="room"][data-slug="${slug}"]`).waitFor();
  const rooms = () =>
    testId(ada, 'room-line').evaluateAll((lines) => lines.map((line) => line.getAttribute('data-slug')));

  beforeAll(async () => {
    server = await startServer({ RATE_LIMITS: 'off' });
    ada = await enter(browser(), server.url, 'ada');
    bora = await enter(browser(), server.url, 'bora');
    for (const slug of ['bir', 'iki', 'son']) {
      await createRoomInPage(ada, `Oda ${slug}`, slug);
      await joinRoomInPage(bora, slug);
    }
  }, 90_000);
  afterAll(() => server.remove());

  it('one goes up and down the rooms, round its ends, and writes at once', async () => {
    const order = (await rooms()) as string[];
    await goToRoom(ada, order[0] ?? '');
    await press('Alt+ArrowDown');
    await inRoom(order[1] ?? '');
    await focused('composer').waitFor();
    await press('Alt+ArrowUp');
    await inRoom(order[0] ?? '');
    await press('Alt+ArrowUp');
    await inRoom(order.at(-1) ?? '');
  });

  it('one goes to the next room with something unread', async () => {
    await goToRoom(ada, 'bir');
    await goToRoom(bora, 'iki');
    await say(bora, 'burada mısın');
    const line = testId(ada, 'room-line').and(ada.page.locator('[data-slug="iki"]'));
    await line.getByTestId('unread').waitFor();
    await press('Alt+Shift+ArrowDown');
    await inRoom('iki');
    await rowWith(ada, 'burada mısın').waitFor();
  });

  it('a few letters lead to a room or to somebody', async () => {
    await press('Control+k');
    await focused('switcher').waitFor();
    expect(await barriersOn(ada.page)).toEqual([]);
    await ada.page.keyboard.type('oda son');
    await testId(ada, 'switcher-offer').filter({ hasText: 'Oda son' }).waitFor();
    await press('Enter');
    await inRoom('son');
    await testId(ada, 'switcher').waitFor({ state: 'detached' });
    await focused('composer').waitFor();
    await press('Control+k');
    await focused('switcher').waitFor();
    await ada.page.keyboard.type('olmayan bir ad');
    await ada.page.getByText('Sonuç yok').waitFor();
    await press('Escape');
    await testId(ada, 'switcher').waitFor({ state: 'detached' });
    await focused('composer').waitFor();
  });

  it('the last message is edited from an empty field, and not from a full one', async () => {
    await say(ada, 'yanlış yazdım');
    await ada.page.locator('[data-testid="message"][data-state="sent"]', { hasText: 'yanlış yazdım' }).waitFor();
    await testId(ada, 'composer').fill('dolu');
    await press('ArrowUp');
    expect(await testId(ada, 'composer-about').count()).toBe(0);
    await testId(ada, 'composer').fill('');
    await press('ArrowUp');
    await testId(ada, 'composer-about').waitFor();
    expect(await testId(ada, 'composer').inputValue()).toBe('yanlış yazdım');
    await testId(ada, 'composer').fill('doğru yazdım');
    await press('Enter');
    await rowWith(ada, 'doğru yazdım').getByTestId('edited').waitFor();
  });

  it('the message that has the focus is answered', async () => {
    await rowWith(ada, 'doğru yazdım').getByTestId('action-smile').focus();
    await press('r');
    await testId(ada, 'composer-about').filter({ hasText: 'doğru yazdım' }).waitFor();
    await focused('composer').waitFor();
    await press('Escape');
    await testId(ada, 'composer-about').waitFor({ state: 'detached' });
  });

  it('Escape closes what is on top, and the focus goes back to where it was', async () => {
    await testId(ada, 'room-info').focus();
    await press('Enter');
    await testId(ada, 'panel-info').waitFor();
    await press('Escape');
    await testId(ada, 'panel-info').waitFor({ state: 'detached' });
    await focused('room-info').waitFor();
    await testId(ada, 'notify-open').focus();
    await press('Enter');
    await testId(ada, 'notify').waitFor();
    await press('Escape');
    await testId(ada, 'notify').waitFor({ state: 'detached' });
    await focused('notify-open').waitFor();
    await press('Escape');
    await focused('composer').waitFor();
  });

  it('the search of the room opens in its field, and Escape leads back to the composer', async () => {
    await press('Control+Shift+f');
    await testId(ada, 'panel-search').waitFor();
    await focused('search-words').waitFor();
    await press('Escape');
    await testId(ada, 'panel-search').waitFor({ state: 'detached' });
    await focused('composer').waitFor();
  });

  it('a list tells the keys; in the field a question mark is only a question mark', async () => {
    await testId(ada, 'composer').fill('');
    await ada.page.keyboard.type('ne zaman?');
    expect(await testId(ada, 'composer').inputValue()).toBe('ne zaman?');
    await testId(ada, 'room-info').focus();
    await focused('room-info').waitFor();
    await press('?');
    await testId(ada, 'shortcuts').waitFor();
    expect(await barriersOn(ada.page)).toEqual([]);
    await press('Escape');
    await testId(ada, 'shortcuts').waitFor({ state: 'detached' });
  });

  it('a dialog keeps the focus inside', async () => {
    await testId(ada, 'room-create').focus();
    await press('Enter');
    await testId(ada, 'room-name').waitFor();
    const within = 'document.activeElement === document.body || document.activeElement.closest("dialog") !== null';
    for (let tab = 0; tab < 14; tab += 1) {
      await press('Tab');
      expect(await ada.page.evaluate<boolean>(within)).toBe(true);
    }
    await press('Escape');
    await focused('room-create').waitFor();
  });

  it('the first stop of the page leads past the list of rooms', async () => {
    await ada.page.reload();
    await inRoom('son');
    await press('Tab');
    await focused('skip-to-composer').waitFor();
    await press('Enter');
    await focused('composer').waitFor();
    await poll(async () => (await testId(ada, 'skip-to-composer').boundingBox())?.width !== 0, {
      until: 'it is there',
    });
  });
});
