import { readFile } from 'node:fs/promises';
import { generatePhoto, seenPicture } from '../support/browsers/generated-media.js';
import {
  createRoomInPage,
  enter,
  joinRoomInPage,
  logInAgain,
  logInThroughProvider,
  openPage,
  type PagePerson,
  proveAtProvider,
  rowWith,
  say,
  testId,
} from '../support/browsers/page-person.js';
import { walkInChromium } from '../support/browsers/walks.js';
import { createRoom, developer, rest } from '../support/clients/rest.js';
import { type ServerProcess, startServer } from '../support/processes/server-process.js';

const CONSOLE_KEY = 'a-key-for-operators-of-these-tests';
const operator = { Authorization: `Bearer ${CONSOLE_KEY}`, 'Content-Type': 'application/json' };

async function openMe(person: PagePerson, part: string): Promise<void> {
  await testId(person, 'me').click();
  await testId(person, `me-${part}`).click();
}

async function openCard(person: PagePerson, name: string): Promise<void> {
  await testId(person, 'contacts').click();
  await testId(person, 'person-name').fill(name);
  await testId(person, 'person-show').click();
  await testId(person, 'person-card').waitFor();
}

const closeDialog = (person: PagePerson): Promise<void> => testId(person, 'dialog-close').click();

const roomLine = ({ page }: PagePerson, name: string) => page.getByTestId('room-line').filter({ hasText: name });

walkInChromium('accounts and people on the page', (browser, engine) => {
  let server: ServerProcess;
  let ada: PagePerson;
  let bora: PagePerson;

  beforeAll(async () => {
    server = await startServer({ RATE_LIMITS: 'off', CONSOLE_KEY, ...engine() });
    [ada, bora] = await Promise.all([enter(browser(), server.url, 'ada'), enter(browser(), server.url, 'bora')]);
    await createRoomInPage(ada, 'Kahve Severler', 'kahve');
    await joinRoomInPage(bora, 'kahve');
  }, 90_000);
  afterAll(() => server.remove());

  it('saves a profile, and others read it on the card', async () => {
    await openMe(ada, 'profile');
    await testId(ada, 'profile-bio').fill('Kahve ve kitap.');
    await testId(ada, 'profile-save').click();
    await testId(ada, 'profile-saved').waitFor();
    await closeDialog(ada);
    await openCard(bora, 'ada');
    await testId(bora, 'person-card').filter({ hasText: 'Kahve ve kitap.' }).waitFor();
    await closeDialog(bora);
  });

  it('cuts a photo to the square that was chosen; everybody sees the new face at once', async () => {
    await say(ada, 'yüzüm birazdan');
    await rowWith(bora, 'yüzüm birazdan').waitFor();
    await openMe(ada, 'photos');
    const photo = await generatePhoto(ada.page, 'geniş.jpg', { width: 1600, height: 600 });
    await testId(ada, 'photo-file').setInputFiles(photo);
    const picture = testId(ada, 'photo-crop').getByRole('img');
    await testId(ada, 'crop-size').fill('0.5');
    // The square begins in the middle, on the edge between red and blue; to the right there is only blue.
    await picture.focus();
    for (let at = 0; at < 30; at += 1) await picture.press('ArrowRight');
    await testId(ada, 'photo-send').click();
    const tile = ada.page.locator('[data-testid="own-photo"][data-primary="true"]');
    await tile.waitFor();
    const thumb = await tile.locator('img').getAttribute('src');
    expect(await seenPicture(ada.page, thumb ?? '')).toEqual({ width: 192, height: 192, middle: 'blue' });
    await testId(ada, 'me').getByTestId('photo').waitFor({ state: 'attached' });
    await testId(bora, 'sender-face').getByTestId('photo').waitFor();
    await closeDialog(ada);
  });

  it('follows, counts it on the card, and lists the person among the contacts', async () => {
    await openCard(bora, 'ada');
    await testId(bora, 'person-follow').click();
    await testId(bora, 'person-follows').filter({ hasText: '1 takipçi' }).waitFor();
    await testId(bora, 'common-room').filter({ hasText: 'Kahve Severler' }).waitFor();
    await closeDialog(bora);
    await testId(bora, 'contacts').click();
    await testId(bora, 'contact-list').filter({ hasText: 'ada' }).filter({ hasText: 'takip ediyorsunuz' }).waitFor();
    await closeDialog(bora);
    await openCard(ada, 'bora');
    await testId(ada, 'person-card').filter({ hasText: 'sizi takip ediyor' }).waitFor();
    await closeDialog(ada);
  });

  it('writes to somebody directly, and shows when it was read', async () => {
    await openCard(bora, 'ada');
    await testId(bora, 'person-write').click();
    await testId(bora, 'peer').filter({ hasText: 'çevrimiçi' }).waitFor();
    await say(bora, 'yalnız sana');
    const mark = rowWith(bora, 'yalnız sana').getByTestId('read-mark');
    await mark.and(bora.page.locator('[data-seen="false"]')).waitFor();
    await roomLine(ada, 'bora').click();
    await rowWith(ada, 'yalnız sana').waitFor();
    await mark.and(bora.page.locator('[data-seen="true"]')).waitFor();
    await say(ada, 'okudum');
    await rowWith(bora, 'okudum').waitFor();
  });

  it('shows the stars an operator grants while one looks', async () => {
    await openMe(ada, 'stars');
    await testId(ada, 'star-balance').filter({ hasText: '0 ★' }).waitFor();
    const found = await fetch(`${server.url}/api/console/accounts?username=ada`, { headers: operator });
    const { accounts } = (await found.json()) as { accounts: { id: string }[] };
    const granted = await fetch(`${server.url}/api/console/accounts/${accounts[0]?.id}/stars`, {
      method: 'POST',
      headers: operator,
      body: JSON.stringify({ delta: 750, reason: 'welcome' }),
    });
    expect(granted.status).toBe(200);
    await testId(ada, 'star-balance').filter({ hasText: '750 ★' }).waitFor();
    await closeDialog(ada);
    await openMe(ada, 'stars');
    await testId(ada, 'star-entry').filter({ hasText: '+750' }).waitFor();
    await closeDialog(ada);
  });

  it('opens a direct chat that costs stars, once the price was shown', async () => {
    const emre = await developer(server.url, 'emre');
    const profile = { dm_policy: 'paid', dm_star_cost: 700 };
    await rest(server.url, '/me/profile', { method: 'PUT', token: emre.token, body: profile });
    await openCard(ada, 'emre');
    await testId(ada, 'person-write').filter({ hasText: '700 ★ karşılığında yaz' }).click();
    await testId(ada, 'room-title').filter({ hasText: 'emre' }).waitFor();
    await openMe(ada, 'stars');
    await testId(ada, 'star-balance').filter({ hasText: '50 ★' }).waitFor();
    await testId(ada, 'star-entry').filter({ hasText: 'Doğrudan sohbet' }).waitFor();
    await closeDialog(ada);
    const fatma = await developer(server.url, 'fatma');
    await rest(server.url, '/me/profile', { method: 'PUT', token: fatma.token, body: profile });
    await openCard(ada, 'fatma');
    await testId(ada, 'person-write').click();
    await testId(ada, 'notice').filter({ hasText: 'yeterli yıldızınız yok' }).waitFor();
    await closeDialog(ada);
  });

  it('ends a login on another device from the list of sessions', async () => {
    const phone = await openPage(browser(), server.url, 'ada');
    await logInAgain(phone);
    await openMe(ada, 'sessions');
    const others = ada.page.locator('[data-testid="session"][data-current="false"]');
    await others.getByTestId('session-close').click();
    await testId(phone, 'login-provider').waitFor();
    await others.waitFor({ state: 'detached' });
    expect(await testId(ada, 'session').count()).toBe(1);
    await closeDialog(ada);
    await phone.context.close();
  });

  it('makes a copy of everything that is kept of an account', async () => {
    await openMe(ada, 'data');
    await testId(ada, 'export-start').click();
    const download = ada.page.waitForEvent('download');
    await testId(ada, 'export-link').click();
    const kept = await readFile(await (await download).path(), 'utf8');
    for (const part of ['Kahve ve kitap.', 'yüzüm birazdan', 'welcome']) expect(kept).toContain(part);
    await closeDialog(ada);
  });

  it('deletes an account for good once its name was typed', async () => {
    await openMe(ada, 'data');
    expect(await testId(ada, 'delete-account').isDisabled()).toBe(true);
    await testId(ada, 'delete-name').fill('ada');
    await testId(ada, 'delete-account').click();
    await testId(ada, 'login-provider').waitFor();
    await testId(bora, 'room-title').filter({ hasText: 'Silinmiş hesap' }).waitFor();
    const cem = await developer(server.url, 'cem');
    await expect(rest(server.url, '/users/ada', { token: cem.token })).rejects.toThrow('404');
  });

  it('asks the provider once more before an account from there is deleted', async () => {
    const dila = await openPage(browser(), server.url, 'dila');
    await logInThroughProvider(dila);
    await openMe(dila, 'data');
    await testId(dila, 'delete-name').fill('dila');
    await testId(dila, 'delete-account').click();
    await proveAtProvider(dila);
    await testId(dila, 'login-provider').waitFor();
    const cem = await developer(server.url, 'cem');
    await expect(rest(server.url, '/users/dila', { token: cem.token })).rejects.toThrow('404');
    await dila.context.close();
  });

  it('shows a bot as one, beside its messages, among the members and on its card', async () => {
    const emre = await developer(server.url, 'emre');
    const post = <T>(path: string, body: object, token = emre.token) =>
      rest<T>(server.url, path, { method: 'POST', token, body });
    const { bot } = await post<{ bot: { id: string } }>('/bots', { username: 'yanki' });
    const { secret } = await post<{ secret: string }>(`/bots/${bot.id}/tokens`, { name: 'test' });
    await createRoom(server.url, emre, 'makine');
    await post('/rooms/makine/members', { account_id: bot.id });
    await post('/rooms/makine/messages', { client_id: 'bir', body: 'ben bir botum' }, secret);
    await joinRoomInPage(bora, 'makine');
    const row = rowWith(bora, 'ben bir botum');
    await row.getByTestId('bot-tag').waitFor();
    await testId(bora, 'room-info').click();
    await testId(bora, 'way-members').click();
    await testId(bora, 'member').filter({ hasText: 'yanki' }).getByTestId('bot-tag').waitFor();
    const { bot: later } = await post<{ bot: { id: string } }>('/bots', { username: 'sonraki' });
    await post('/rooms/makine/members', { account_id: later.id });
    await testId(bora, 'member').filter({ hasText: 'sonraki' }).getByTestId('bot-tag').waitFor();
    await row.getByTestId('sender-name').click();
    await testId(bora, 'person-card').getByTestId('bot-tag').waitFor();
    await closeDialog(bora);
  });

  it('leaves a log without a fault', async () => {
    await Promise.all([ada, bora].map(({ context }) => context.close()));
    await server.stop();
    server.verifyLog();
  }, 60_000);
});
