/** What is found and come back to: search over all rooms, mentions, dates, the first unread, the filters of the list. */
import { barriersOn } from '../support/browsers/axe.js';
import {
  createRoomInPage,
  enter,
  goToRoom,
  jumpedTo,
  type PagePerson,
  rowWith,
  say,
  testId,
} from '../support/browsers/page-person.js';
import { walkInChromium } from '../support/browsers/walks.js';
import { createRoom, developer, joinRoom, type Person, rest } from '../support/clients/rest.js';
import { type ServerProcess, startServer } from '../support/processes/server-process.js';
import { poll } from '../support/time/poll.js';

walkInChromium('finding and reading in the page', (browser, engine) => {
  let server: ServerProcess;
  let ada: PagePerson;
  let bora: Person;

  beforeAll(async () => {
    server = await startServer({ RATE_LIMITS: 'off', ...engine() });
    bora = await developer(server.url, 'bora');
    for (const slug of ['kitap', 'cay', 'film', 'spor']) await createRoom(server.url, bora, slug);
    ada = await enter(browser(), server.url, 'ada');
    await createRoomInPage(ada, 'Kahve', 'kahve');
    const adaByRest = await developer(server.url, 'ada');
    for (const slug of ['kitap', 'cay', 'film', 'spor']) await joinRoom(server.url, adaByRest, slug);
    await ada.page.reload();
    await testId(ada, 'room-line').nth(4).waitFor();
  }, 90_000);
  afterAll(() => server.remove());

  const boraSays = (slug: string, body: string, more: object = {}) =>
    rest(server.url, `/rooms/${slug}/messages`, { token: bora.token, method: 'POST', body: { body, ...more } });
  const hits = () => testId(ada, 'hit');
  const saidByAda = async (slug: string, body: string): Promise<string> => {
    const { token } = await developer(server.url, 'ada');
    const call = { token, method: 'POST', body: { body } };
    return (await rest<{ message: { id: string } }>(server.url, `/rooms/${slug}/messages`, call)).message.id;
  };
  const closeDialog = (person: PagePerson): Promise<void> => testId(person, 'dialog-close').click();

  it('one search goes through all rooms with its filters, and a hit is shown in its place', async () => {
    await goToRoom(ada, 'spor');
    await boraSays('kitap', 'Fincan üzerine: https://example.org/fincan');
    await boraSays('cay', 'FİNCAN kırıldı');
    for (let at = 0; at < 90; at += 1) await boraSays('kitap', `dolgu ${at}`);
    await testId(ada, 'search-way').click();
    await testId(ada, 'everywhere-words').fill('fincan');
    await testId(ada, 'everywhere-submit').click();
    await hits().nth(1).waitFor();
    expect(await hits().count()).toBe(2);
    expect(await ada.page.locator('[data-testid="hit"] mark').allTextContents()).toEqual(
      expect.arrayContaining(['FİNCAN', 'Fincan']),
    );
    expect(await barriersOn(ada.page)).toEqual([]);
    await testId(ada, 'everywhere-words').fill('fincan before:2020-01-01');
    await testId(ada, 'everywhere-submit').click();
    await testId(ada, 'search-count').filter({ hasText: 'bulunamadı' }).waitFor();
    expect(await hits().count()).toBe(0);
    await testId(ada, 'everywhere-words').fill('fincan before:2100-01-01');
    await testId(ada, 'everywhere-submit').click();
    await hits().nth(1).waitFor();
    await testId(ada, 'everywhere-words').fill('fincan from:bora has:link');
    await testId(ada, 'everywhere-submit').click();
    await poll(async () => (await hits().count()) === 1, { until: 'the filter leaves one' });
    await testId(ada, 'everywhere-words').fill('');
    expect(await testId(ada, 'everywhere-submit').isDisabled()).toBe(true);
    await testId(ada, 'everywhere-words').fill('from:bora in:kitap');
    await testId(ada, 'everywhere-words').press('Enter');
    await hits().nth(29).waitFor();
    expect(await ada.page.locator('[data-testid="hit"] mark').count()).toBe(0);
    await testId(ada, 'search-more').click();
    await hits().nth(59).waitFor();
    await testId(ada, 'everywhere-words').fill('from:bora');
    await testId(ada, 'filter-has').selectOption('link');
    await testId(ada, 'everywhere-submit').click();
    await hits().filter({ hasText: 'Fincan üzerine' }).waitFor();
    expect(await hits().count()).toBe(1);
    await testId(ada, 'filter-has').selectOption('');
    await testId(ada, 'everywhere-words').fill('fincan from:bora has:link');
    await testId(ada, 'filter-room').selectOption('cay');
    await testId(ada, 'everywhere-submit').click();
    await testId(ada, 'search-count').filter({ hasText: 'bulunamadı' }).waitFor();
    await testId(ada, 'filter-room').selectOption('');
    await testId(ada, 'everywhere-submit').click();
    await hits().first().click();
    await ada.page.locator('[data-testid="room"][data-slug="kitap"]').waitFor();
    await jumpedTo(ada, 'Fincan üzerine');
  });

  it('the mentions of all rooms stand in one list', async () => {
    await goToRoom(ada, 'spor');
    await boraSays('film', '@ada gelir misin?');
    await boraSays('film', 'ada güzel bir yer');
    await testId(ada, 'mentions-way').filter({ hasText: '1' }).waitFor();
    await testId(ada, 'mentions-way').click();
    await hits().first().waitFor();
    expect(await hits().count()).toBe(1);
    await testId(ada, 'dialog-close').click();
    await boraSays('film', '@all yarın buluşalım, @ada sen de');
    await boraSays('spor', 'bugün @ALL gelsin');
    await boraSays('spor', 'all kelimesi');
    await saidByAda('spor', '@all ben de geldim');
    await testId(ada, 'mentions-way').click();
    await hits().nth(2).waitFor();
    expect(await hits().allTextContents()).toEqual(
      ['bugün @ALL gelsin', '@all yarın', '@ada gelir misin?'].map((body) => expect.stringContaining(body)),
    );
    await hits().filter({ hasText: 'gelir misin' }).click();
    await rowWith(ada, 'gelir misin').waitFor();
    await testId(ada, 'mentions-way').filter({ hasText: '1' }).waitFor({ state: 'detached' });
  });

  it('replies to one’s own messages stand beside the mentions, those of discussions too', async () => {
    await goToRoom(ada, 'cay');
    await say(ada, 'kim bilet aldı?');
    await rowWith(ada, 'kim bilet aldı?').and(ada.page.locator('[data-state="sent"]')).waitFor();
    const newest = { token: bora.token };
    const { messages } = await rest<{ messages: { id: string }[] }>(server.url, '/rooms/cay/messages?limit=1', newest);
    const mine = messages[0]?.id;
    await boraSays('cay', 'ben aldım', { reply_to: mine });
    await boraSays('cay', 'bana da al', { discussion_of: mine });
    await boraSays('cay', 'bu başka bir konu');
    await Promise.all(Array.from({ length: 160 }, (_, at) => boraSays('cay', `sohbet ${at}`)));
    await joinRoom(server.url, bora, 'kahve');
    const asked = await saidByAda('kahve', 'kim içer?');
    await goToRoom(ada, 'spor');
    await testId(ada, 'mentions-way').click();
    await testId(ada, 'inbox-replies').click();
    await hits().filter({ hasText: 'bana da al' }).waitFor();
    expect(await hits().count()).toBe(2);
    expect(await barriersOn(ada.page)).toEqual([]);
    await testId(ada, 'inbox-discussions').click();
    await hits().filter({ hasText: 'kim bilet aldı?' }).waitFor();
    expect(await hits().count()).toBe(1);
    await hits().filter({ hasText: '1 yanıt' }).waitFor();
    await testId(ada, 'inbox-replies').click();
    await hits().filter({ hasText: 'ben aldım' }).click();
    await rowWith(ada, 'ben aldım').waitFor();
    // Further back than any list of the newest messages, and in another room.
    const later = Array.from({ length: 30 }, (_, at) => boraSays('kahve', `yeni yanıt ${at}`, { reply_to: asked }));
    await Promise.all(later);
    await goToRoom(ada, 'spor');
    await testId(ada, 'mentions-way').click();
    await testId(ada, 'inbox-replies').click();
    await hits().nth(29).waitFor();
    expect(await hits().filter({ hasText: 'ben aldım' }).count()).toBe(0);
    await testId(ada, 'search-more').press('Enter');
    await hits().filter({ hasText: 'ben aldım' }).waitFor();
    await ada.page.locator('[data-testid="hit"]:focus').filter({ hasText: 'bana da al' }).waitFor();
    expect(await hits().count()).toBe(32);
    expect(await testId(ada, 'search-more').count()).toBe(0);
    await closeDialog(ada);
  });

  it('in a room a pause while typing searches, and the found words are marked', async () => {
    await goToRoom(ada, 'kitap');
    await testId(ada, 'room-search').click();
    await testId(ada, 'search-words').pressSequentially('fincan');
    await testId(ada, 'found').first().waitFor();
    await poll(async () => (await ada.page.evaluate<number>("CSS.highlights.get('found')?.size ?? 0")) > 0, {
      until: 'the words are marked',
    });
    await testId(ada, 'panel-close').click();
    expect(await ada.page.evaluate<boolean>("CSS.highlights.has('found')")).toBe(false);
  });

  it('a day leads to its first message', async () => {
    await goToRoom(ada, 'kitap');
    await testId(ada, 'room-search').click();
    await testId(ada, 'jump-date-way').click();
    await testId(ada, 'jump-date').waitFor();
    expect(await barriersOn(ada.page)).toEqual([]);
    await testId(ada, 'jump-date').fill('2020-01-01');
    await testId(ada, 'form-submit').click();
    await ada.page.locator('.row-flash, article:focus').first().waitFor();
    await rowWith(ada, 'Fincan üzerine').waitFor();
  });

  it('the list shows the unread, the people or the groups alone', async () => {
    await boraSays('cay', 'burada mısın');
    await boraSays('film', 'geliyor musun @ada');
    const line = (slug: string) => ada.page.locator(`[data-testid="room-line"][data-slug="${slug}"]`);
    await line('cay').getByTestId('unread').waitFor();
    await testId(ada, 'filter-unread').click();
    await line('spor').waitFor({ state: 'detached' });
    await line('cay').waitFor();
    await testId(ada, 'filter-direct').click();
    await line('cay').waitFor({ state: 'detached' });
    expect(await barriersOn(ada.page)).toEqual([]);
    // A phone hides the list behind the room, and not what the list says.
    const desk = ada.page.viewportSize();
    await ada.page.setViewportSize({ width: 390, height: 780 });
    expect(await ada.page.evaluate("getComputedStyle(document.querySelector('.side-empty')).display")).not.toBe('none');
    if (desk) await ada.page.setViewportSize(desk);
    await testId(ada, 'filter-mentions').click();
    await line('film').waitFor();
    await line('cay').waitFor({ state: 'detached' });
    await testId(ada, 'filter-all').click();
    await line('spor').waitFor();
  });

  it('a folder of one’s own shows its rooms, stays over a reload, and is edited and deleted', async () => {
    const line = (slug: string) => ada.page.locator(`[data-testid="room-line"][data-slug="${slug}"]`);
    await line('film').click({ button: 'right' });
    await testId(ada, 'room-menu-folders').click();
    await testId(ada, 'folder-new').click();
    await testId(ada, 'folder-name').fill('Akşam');
    await ada.page.locator('[data-testid="folder-room"][data-slug="spor"]').check();
    expect(await barriersOn(ada.page)).toEqual([]);
    await ada.page.keyboard.press('Enter');
    await line('cay').waitFor({ state: 'detached' });
    expect(await testId(ada, 'room-line').count()).toBe(2);
    await ada.page.reload();
    await line('spor').waitFor();
    expect(await testId(ada, 'room-line').count()).toBe(2);
    await goToRoom(ada, 'spor');
    await testId(ada, 'folder-news').waitFor();
    expect(await barriersOn(ada.page)).toEqual([]);
    await ada.page.keyboard.press('Alt+ArrowDown');
    await ada.page.keyboard.press('Alt+ArrowDown');
    await ada.page.locator('[data-testid="room"][data-slug="spor"]').waitFor();
    await testId(ada, 'folders').click();
    await testId(ada, 'folder-line').click();
    await testId(ada, 'folder-delete').click();
    await testId(ada, 'confirm-yes').click();
    await line('cay').waitFor();
    expect(await testId(ada, 'folder').count()).toBe(0);
  });

  it('a room of the list has a menu of its own', async () => {
    const line = ada.page.locator('[data-testid="room-line"][data-slug="spor"]');
    await line.click({ button: 'right' });
    await testId(ada, 'menu').waitFor();
    expect(await barriersOn(ada.page)).toEqual([]);
    await testId(ada, 'room-menu-pin').click();
    await poll(async () => (await testId(ada, 'room-line').first().getAttribute('data-slug')) === 'spor', {
      until: 'it stands at the top',
    });
    await line.click({ button: 'right' });
    await testId(ada, 'room-menu-pin').click();
    await poll(async () => (await testId(ada, 'room-line').first().getAttribute('data-slug')) !== 'spor', {
      until: 'it stands among the others',
    });
  });

  it('the discussions of a room stand in one list', async () => {
    const { message } = await rest<{ message: { id: string } }>(server.url, '/rooms/film/messages', {
      token: bora.token,
      method: 'POST',
      body: { body: 'hangi film' },
    });
    await rest(server.url, '/rooms/film/messages', {
      token: bora.token,
      method: 'POST',
      body: { body: 'ilki', discussion_of: message.id },
    });
    await goToRoom(ada, 'film');
    await testId(ada, 'room-info').click();
    await testId(ada, 'way-discussions').click();
    await testId(ada, 'discussion-item').filter({ hasText: 'hangi film' }).filter({ hasText: '1 yanıt' }).waitFor();
    expect(await barriersOn(ada.page)).toEqual([]);
    await testId(ada, 'discussions-mine').click();
    await testId(ada, 'discussion-item').waitFor({ state: 'detached' });
    await testId(ada, 'discussions-all').click();
    await testId(ada, 'go-to').first().click();
    await testId(ada, 'reply').filter({ hasText: 'ilki' }).waitFor();
  });
});
