import { barriersOn } from '../support/browsers/axe.js';
import {
  agreeAlways,
  chooseAction,
  createRoomInPage,
  enter,
  joinRoomInPage,
  logInAgain,
  openPage,
  type PagePerson,
  rowWith,
  say,
  testId,
} from '../support/browsers/page-person.js';
import { walkInChromium } from '../support/browsers/walks.js';
import { developer, rest } from '../support/clients/rest.js';
import { type ServerProcess, startServer } from '../support/processes/server-process.js';
import { poll } from '../support/time/poll.js';
import { openReceiver } from '../webhooks/receiver.js';

const CONSOLE_KEY = 'a-key-for-operators-of-these-tests';
const operator = { Authorization: `Bearer ${CONSOLE_KEY}`, 'Content-Type': 'application/json' };

async function openMe(person: PagePerson, part: string): Promise<void> {
  if ((await testId(person, `me-${part}`).count()) === 0) await testId(person, 'me').click();
  await testId(person, `me-${part}`).click();
}

async function goToPart(person: PagePerson, part: string): Promise<void> {
  await person.page.evaluate('document.querySelector(\'[data-testid="panel-close"]\')?.click()');
  await testId(person, 'room-info').click();
  await testId(person, `way-${part}`).click();
  await testId(person, `panel-${part}`).waitFor();
}

async function openCard(person: PagePerson, name: string): Promise<void> {
  await testId(person, 'contacts').click();
  await testId(person, 'person-name').fill(name);
  await testId(person, 'person-show').click();
  await testId(person, 'person-card').waitFor();
}

const closeDialog = (person: PagePerson): Promise<void> => testId(person, 'dialog-close').click();

walkInChromium('settings for what the service offers', (browser, engine) => {
  let server: ServerProcess;
  let ada: PagePerson;
  let bora: PagePerson;
  let token: string;

  beforeAll(async () => {
    server = await startServer({ RATE_LIMITS: 'off', CONSOLE_KEY, ...engine() });
    [ada, bora] = await Promise.all([enter(browser(), server.url, 'ada'), enter(browser(), server.url, 'bora')]);
    await createRoomInPage(ada, 'Kahve Severler', 'kahve');
    await joinRoomInPage(bora, 'kahve');
    ({ token } = await developer(server.url, 'ada'));
    for (const person of [ada, bora]) await agreeAlways(person);
  }, 90_000);
  afterAll(() => server.remove());

  it('says whether another name is free, and keeps the rest of the profile', async () => {
    await openMe(ada, 'profile');
    await testId(ada, 'profile-username').fill('bora');
    await ada.page.locator('[data-testid="name-check"][data-free="false"]').waitFor();
    await testId(ada, 'profile-username').fill('ada.lale');
    await ada.page.locator('[data-testid="name-check"][data-free="true"]').waitFor();
    await testId(ada, 'profile-username').fill('ada');
    await testId(ada, 'profile-dm-policy').selectOption('paid');
    await testId(ada, 'profile-dm-cost').evaluate((field) => field.removeAttribute('min'));
    await testId(ada, 'profile-dm-cost').fill('0');
    await testId(ada, 'profile-save').click();
    await testId(ada, 'profile-error').filter({ hasText: '1 ile 100.000 yıldız' }).waitFor();
    await testId(ada, 'profile-dm-policy').selectOption('open');
    await testId(ada, 'profile-hidden').check();
    await testId(ada, 'profile-save').click();
    await testId(ada, 'profile-saved').waitFor();
    const { account } = await rest<{ account: Record<string, unknown> }>(server.url, '/me', { token });
    expect(account).toMatchObject({ username: 'ada', hidden_profile: true });
    await testId(ada, 'known-facts').waitFor();
    expect(await barriersOn(ada.page)).toEqual([]);
  });

  it('changes the language of the page, and the document says which it is', async () => {
    const choose = (code: string) => testId(ada, 'profile-form').getByTestId(`language-${code}`).click();
    const lang = () => ada.page.evaluate('document.documentElement.lang');
    await choose('en');
    await testId(ada, 'me-rooms').filter({ hasText: 'Rooms' }).waitFor();
    expect(await lang()).toBe('en');
    await choose('tr');
    await testId(ada, 'me-rooms').filter({ hasText: 'Odalar' }).waitFor();
    expect(await lang()).toBe('tr');
  });

  it('names this device, and logs out everywhere else', async () => {
    const other = await openPage(browser(), server.url, 'ada');
    await logInAgain(other);
    await openMe(ada, 'sessions');
    const own = ada.page.locator('[data-testid="session"][data-current="true"]');
    await testId(ada, 'device-name').fill('Mutfaktaki tablet');
    await testId(ada, 'device-name-save').click();
    await own.filter({ hasText: 'Mutfaktaki tablet' }).waitFor();
    expect(await barriersOn(ada.page)).toEqual([]);
    await testId(ada, 'sessions-close-others').click();
    await testId(other, 'login-dev-name').waitFor();
    await testId(ada, 'sessions-close-others').waitFor({ state: 'detached' });
    expect(await testId(ada, 'session').count()).toBe(1);
    await other.context.close();
    // Logging out ended the session that this test itself asked with.
    ({ token } = await developer(server.url, 'ada'));
  });

  it('keeps the name of the device over a visit', async () => {
    await ada.page.reload();
    await openMe(ada, 'sessions');
    await ada.page.locator('[data-testid="session"][data-current="true"]', { hasText: 'Mutfaktaki tablet' }).waitFor();
    await closeDialog(ada);
  });

  it('lists who follows whom, and takes back a block', async () => {
    await openCard(bora, 'ada');
    await testId(bora, 'person-follow').click();
    await bora.page.locator('[data-testid="person-follow"][aria-pressed="true"]').waitFor();
    await testId(bora, 'person-follows').getByRole('button').first().click();
    await testId(bora, 'people-list').getByText('bora').waitFor();
    expect(await testId(bora, 'people-blocked').count()).toBe(0);
    await testId(bora, 'person-block').click();
    await testId(bora, 'person-block').filter({ hasText: 'Engeli kaldır' }).waitFor();
    await closeDialog(bora);
    await openMe(bora, 'people');
    await testId(bora, 'people-blocked').click();
    expect(await barriersOn(bora.page)).toEqual([]);
    await testId(bora, 'blocked').filter({ hasText: 'ada' }).getByTestId('blocked-free').click();
    await testId(bora, 'blocked').waitFor({ state: 'detached' });
    await closeDialog(bora);
  });

  it('lists the own rooms, and leads there', async () => {
    await openMe(ada, 'rooms');
    expect(await barriersOn(ada.page)).toEqual([]);
    await testId(ada, 'own-room').filter({ hasText: 'Kahve Severler' }).click();
    await testId(ada, 'room-title').filter({ hasText: 'Kahve Severler' }).waitFor();
  });

  it('shows a room in numbers, drawn and as tables', async () => {
    for (const body of ['günaydın #demlik', 'iyi #demlik #fincan', 'sessizlik']) await say(ada, body);
    await rowWith(bora, 'sessizlik').waitFor();
    await goToPart(bora, 'stats');
    await testId(bora, 'stat-messages').filter({ hasText: '3' }).waitFor();
    await testId(bora, 'stat-members').filter({ hasText: '2' }).waitFor();
    await bora.page.locator('[data-testid="chart-messages"][data-most="3"]').waitFor();
    await bora.page.locator('[data-testid="chart-comings"][data-most="1"]').waitFor();
    await testId(bora, 'chart-messages').locator('summary').click();
    expect(await testId(bora, 'chart-messages').locator('tbody tr').count()).toBe(14);
    const bars = await testId(bora, 'chart-topics').locator('tbody tr').allTextContents();
    expect(bars.sort()).toEqual(['#demlik2', '#fincan1', 'etiketsiz1']);
    expect(await barriersOn(bora.page)).toEqual([]);
  });

  it('tells what happened, admins also what is for admins', async () => {
    await goToPart(ada, 'settings');
    await testId(ada, 'setting-show_gifts').uncheck();
    await testId(ada, 'settings-save').click();
    await testId(ada, 'panel-settings').getByRole('status').waitFor();
    await goToPart(ada, 'room-events');
    await ada.page.locator('[data-testid="room-event"][data-type="room_settings_changed"]').waitFor();
    await goToPart(bora, 'room-events');
    await bora.page.locator('[data-testid="room-event"][data-type="member_joined"]').waitFor();
    expect(await bora.page.locator('[data-type="room_settings_changed"]').count()).toBe(0);
    expect(await barriersOn(ada.page)).toEqual([]);
  });

  it('explains a right: what decided it, now and before', async () => {
    await rest(server.url, '/rooms/kahve/permissions', {
      method: 'PATCH',
      token,
      body: { denied: ['send_message.links'] },
    });
    await goToPart(ada, 'members');
    await testId(ada, 'member').filter({ hasText: 'bora' }).click();
    await testId(ada, 'why').locator('summary').click();
    await testId(ada, 'why-permission').selectOption('send_message.links');
    await testId(ada, 'why-ask').click();
    await ada.page.locator('[data-testid="why-answer"][data-reason="denied_to_members"]').waitFor();
    await testId(ada, 'why-at').fill('3');
    await testId(ada, 'why-ask').click();
    await ada.page.locator('[data-testid="why-answer"][data-allowed="true"]').waitFor();
    expect(await barriersOn(ada.page)).toEqual([]);
  });

  it('bans somebody who has never been there', async () => {
    await developer(server.url, 'cem');
    await goToPart(ada, 'bans');
    await testId(ada, 'ban-name').fill('cem');
    await testId(ada, 'ban-name-submit').click();
    await testId(ada, 'ban').filter({ hasText: 'cem' }).waitFor();
    expect(await barriersOn(ada.page)).toEqual([]);
  });

  it('sells a short link, and says what is wrong with a name before', async () => {
    await goToPart(ada, 'vanity');
    await testId(ada, 'vanity-handle').fill('Kahve Köşesi');
    await testId(ada, 'vanity-buy').click();
    await testId(ada, 'vanity-error').filter({ hasText: '3-32' }).waitFor();
    await testId(ada, 'vanity-handle').fill('kahvem');
    await testId(ada, 'vanity-buy').click();
    await testId(ada, 'vanity-error').filter({ hasText: 'yıldız' }).waitFor();
    const { account } = await rest<{ account: { id: string } }>(server.url, '/me', { token });
    const body = JSON.stringify({ delta: 600, reason: 'gift' });
    const path = `${server.url}/api/console/accounts/${account.id}/stars`;
    expect((await fetch(path, { method: 'POST', headers: operator, body })).ok).toBe(true);
    await testId(ada, 'vanity-balance').filter({ hasText: '600' }).waitFor();
    await testId(ada, 'vanity-buy').click();
    await testId(ada, 'vanity-link').filter({ hasText: '/r/kahvem' }).waitFor();
    await testId(ada, 'vanity-balance').filter({ hasText: '100' }).waitFor();
    expect(await barriersOn(ada.page)).toEqual([]);
  });

  it('makes a room with its first settings', async () => {
    await testId(bora, 'room-create').click();
    await testId(bora, 'room-name').fill('Çay Ocağı');
    await testId(bora, 'room-slug').fill('cay');
    await testId(bora, 'room-more').click();
    await testId(bora, 'room-welcome').fill('Hoş geldin {username}');
    await testId(bora, 'room-lifetime').selectOption('24');
    expect(await barriersOn(bora.page)).toEqual([]);
    await testId(bora, 'form-submit').click();
    await testId(bora, 'room-title').filter({ hasText: 'Çay Ocağı' }).waitFor();
    const { room } = await rest<{ room: Record<string, unknown> }>(server.url, '/rooms/cay', { token });
    expect(room).toMatchObject({ welcome_message: 'Hoş geldin {username}', message_ttl_hours: 24 });
  });

  it('reports a message, a person and a room to the operators', async () => {
    await bora.page.goto(`${server.url}/#/r/kahve`);
    await bora.page.locator('[data-testid="room"][data-slug="kahve"][data-open="true"]').waitFor();
    await chooseAction(bora, rowWith(bora, 'sessizlik'), 'flag');
    expect(await barriersOn(bora.page)).toEqual([]);
    await testId(bora, 'report-reason').selectOption('abuse');
    await testId(bora, 'report-send').click();
    await testId(bora, 'report-done').waitFor();
    await closeDialog(bora);
    await openCard(bora, 'ada');
    await testId(bora, 'report-open').click();
    await testId(bora, 'report-send').click();
    await testId(bora, 'report-done').waitFor();
    await testId(bora, 'dialog-close').first().click();
    await testId(bora, 'room-info').click();
    await testId(bora, 'report-open').click();
    await testId(bora, 'report-send').click();
    await testId(bora, 'report-done').waitFor();
    const kinds = await poll(
      async () => {
        const answer = await fetch(`${server.url}/api/console/reports`, { headers: operator });
        const { reports } = (await answer.json()) as { reports: { kind: string }[] };
        return reports.length === 3 && reports.map(({ kind }) => kind).sort();
      },
      { until: 'the operators have three reports' },
    );
    expect(kinds).toEqual(['account', 'message', 'room']);
  });

  const asBot = (secret: string, body: string) =>
    fetch(`${server.url}/api/rooms/kahve/messages`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ body }),
    });

  it('makes a bot, adds it to a room, shows its token once, and revokes it', async () => {
    await openMe(ada, 'bots');
    await testId(ada, 'bot-name').fill('bora');
    await testId(ada, 'bot-create').click();
    await testId(ada, 'bot-error').filter({ hasText: 'kullanıcı adı alınmış' }).waitFor();
    await testId(ada, 'bot-name').fill('yanki');
    await testId(ada, 'bot-create').click();
    await testId(ada, 'bot-room-choice').selectOption('kahve');
    await testId(ada, 'bot-room-add').click();
    await ada.page.locator('[data-testid="bot-room"][data-slug="kahve"]').waitFor();
    await testId(ada, 'token-name').fill('sunucu');
    await testId(ada, 'token-create').click();
    const secret = await testId(ada, 'secret').inputValue();
    expect(await barriersOn(ada.page)).toEqual([]);
    expect((await asBot(secret, 'ben bir botum')).status).toBe(201);
    await rowWith(bora, 'ben bir botum').getByTestId('bot-tag').waitFor();
    await testId(ada, 'secret-done').click();
    expect(await testId(ada, 'secret').count()).toBe(0);
    await testId(ada, 'token').filter({ hasText: 'sunucu' }).getByTestId('token-revoke').click();
    await testId(ada, 'token').waitFor({ state: 'detached' });
    expect((await asBot(secret, 'artık olmaz')).status).toBe(401);
    await testId(ada, 'bot-back').click();
    await testId(ada, 'bot').filter({ hasText: 'yanki' }).waitFor();
    await closeDialog(ada);
  });

  it('gives a room an address to post to, and calls a server with its events', async () => {
    await using receiver = await openReceiver();
    await goToPart(ada, 'webhooks');
    await testId(ada, 'bot-here').filter({ hasText: 'yanki' }).waitFor();
    await testId(ada, 'incoming-new').locator('summary').click();
    await testId(ada, 'incoming-name').fill('derlemeler');
    await testId(ada, 'incoming-create').click();
    const address = new URL(await testId(ada, 'secret').inputValue());
    const post = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"text": "derleme yeşil"}' };
    expect((await fetch(server.url + address.pathname, post)).status).toBe(201);
    await rowWith(bora, 'derleme yeşil').waitFor();
    await testId(ada, 'secret-done').click();
    await testId(ada, 'incoming').getByTestId('token').filter({ hasText: 'yanki' }).waitFor();
    await testId(ada, 'outgoing-new').locator('summary').click();
    await testId(ada, 'outgoing-url').fill('ftp://nowhere');
    await testId(ada, 'outgoing-create').click();
    await testId(ada, 'webhook-error').filter({ hasText: 'çağrılamaz' }).waitFor();
    await testId(ada, 'outgoing-url').fill(receiver.url);
    await testId(ada, 'outgoing-create').click();
    expect(await testId(ada, 'secret').inputValue()).toMatch(/^whsec_/);
    await testId(ada, 'webhook-test').click();
    await testId(ada, 'webhook-tried').filter({ hasText: 'yanıt: 204' }).waitFor();
    await say(bora, 'sunucu duysun');
    const isHeard = () => receiver.calls.some(({ body }) => body.data.message?.body === 'sunucu duysun');
    await poll(isHeard, { until: 'the server is called' });
    await testId(ada, 'deliveries').locator('summary').click();
    // The attempt is stored after the answer: the open list shows it by itself.
    await testId(ada, 'delivery').first().waitFor();
    await say(bora, 'bir kez daha');
    await testId(ada, 'delivery').nth(1).waitFor();
    // A tab that is not seen reads nothing by itself: what it reads now, the button asks for.
    await ada.page.evaluate(
      "Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })",
    );
    const isRead = ada.page.waitForRequest((request) => /\/api\/webhooks\/[\w-]+$/.test(request.url()));
    await testId(ada, 'deliveries-refresh').press('Enter');
    await isRead;
    await ada.page.evaluate('delete document.visibilityState');
    expect(await barriersOn(ada.page)).toEqual([]);
    await testId(ada, 'webhook-edit').locator('summary').click();
    await ada.page.locator('[data-testid="edit-event"][data-event="message:pins"]').check();
    await testId(ada, 'edit-save').click();
    await testId(ada, 'webhook').filter({ hasText: 'Katılan üyeler, Sabitlenen mesajlar' }).waitFor();
    await testId(ada, 'webhook-on').click();
    await ada.page.locator('[data-testid="webhook"][data-enabled="false"]').waitFor();
    await testId(ada, 'webhook-delete').click();
    await testId(ada, 'webhook').waitFor({ state: 'detached' });
  });

  it('says what could not be read, and reads it again', async () => {
    const path = '**/api/me/sessions';
    await bora.page.route(path, (route) => route.abort());
    await openMe(bora, 'sessions');
    await testId(bora, 'part-fault').waitFor();
    expect(await barriersOn(bora.page)).toEqual([]);
    await bora.page.unroute(path);
    await testId(bora, 'part-again').click();
    await testId(bora, 'sessions').waitFor();
  });

  it('has the way to every part on a phone on its side, and at 400 %', async () => {
    for (const size of [
      { width: 640, height: 360 },
      { width: 320, height: 256 },
    ]) {
      await bora.page.setViewportSize(size);
      await openMe(bora, 'stars');
      await testId(bora, 'star-balance').waitFor();
      await openMe(bora, 'data');
      await testId(bora, 'star-balance').waitFor({ state: 'detached' });
    }
  });
});
