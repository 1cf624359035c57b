import {
  agree,
  chooseAction,
  createRoomInPage,
  enter,
  goToRoom,
  joinRoomInPage,
  logInAsDeveloper,
  logOut,
  type PagePerson,
  rowWith,
  say,
  testId,
} from '../support/browsers/page-person.js';
import { everyRow, loadRows, scrollTo } from '../support/browsers/rows-person.js';
import { walkInChromium } from '../support/browsers/walks.js';
import { developer, rest } from '../support/clients/rest.js';
import { type ServerProcess, startServer } from '../support/processes/server-process.js';
import { poll } from '../support/time/poll.js';

walkInChromium('the page', (browser, engine) => {
  let server: ServerProcess;
  let ada: PagePerson;
  let bora: PagePerson;

  beforeAll(async () => {
    // Tokens of half a minute: every test of this file also lives through their renewal.
    server = await startServer({ ACCESS_TOKEN_TTL_S: '30', RATE_LIMITS: 'off', ...engine() });
    ada = await enter(browser(), server.url, 'ada');
    bora = await enter(browser(), server.url, 'bora');
    await createRoomInPage(ada, 'Kahve Severler', 'kahve');
    await joinRoomInPage(bora, 'kahve');
  }, 90_000);
  afterAll(() => server.remove());

  it('shows what others say, who came, and who is writing', async () => {
    await testId(ada, 'event').filter({ hasText: 'bora katıldı' }).waitFor();
    await testId(ada, 'composer').pressSequentially('mer');
    await testId(bora, 'typing').filter({ hasText: 'ada yazıyor' }).waitFor();
    await say(ada, 'merhaba bora');
    await rowWith(bora, 'merhaba bora').waitFor();
    await testId(bora, 'typing').filter({ hasText: 'yazıyor' }).waitFor({ state: 'detached' });
  });

  it('answers, edits, reacts and deletes, and everybody sees it', async () => {
    await say(ada, 'kaçta buluşuyoruz');
    await rowWith(bora, 'kaçta buluşuyoruz').hover();
    await rowWith(bora, 'kaçta buluşuyoruz').getByTestId('action-reply').click();
    await say(bora, 'onda');
    await rowWith(ada, 'onda').getByTestId('quote').filter({ hasText: 'kaçta buluşuyoruz' }).waitFor();

    await rowWith(bora, 'onda').hover();
    await rowWith(bora, 'onda').getByTestId('action-edit').click();
    await say(bora, 'on birde');
    await rowWith(ada, 'on birde').getByTestId('edited').waitFor();

    await rowWith(ada, 'on birde').hover();
    await rowWith(ada, 'on birde').getByTestId('action-smile').click();
    await rowWith(ada, 'on birde').getByTestId('emoji').first().click();
    await rowWith(bora, 'on birde').getByTestId('reaction').filter({ hasText: '1' }).waitFor();
    await rowWith(ada, 'on birde').getByTestId('reaction').click();
    await rowWith(bora, 'on birde').getByTestId('reaction').waitFor({ state: 'detached' });

    await chooseAction(bora, rowWith(bora, 'on birde'), 'trash');
    await agree(bora);
    await rowWith(ada, 'on birde').waitFor({ state: 'detached' });
    await rowWith(ada, 'Bu mesaj silindi').waitFor();
  });

  it('closes the dialog over a room that Back leaves', async () => {
    await ada.page.goto(`${server.url}/#/rooms`);
    await goToRoom(ada, 'kahve');
    await testId(ada, 'me').click();
    await testId(ada, 'me-tabs').waitFor();
    await ada.page.goBack();
    await testId(ada, 'directory-words').waitFor();
    await testId(ada, 'me-tabs').waitFor({ state: 'detached' });
    await goToRoom(ada, 'kahve');
  });

  it('counts what is unread in other rooms, and draws the line before it', async () => {
    await createRoomInPage(ada, 'Kitap Kulübü', 'kitap');
    await joinRoomInPage(bora, 'kitap');
    await goToRoom(bora, 'kahve');
    await say(ada, 'bu ay ne okuyoruz');
    await say(ada, 'öneri var mı');
    const line = testId(bora, 'room-line').and(bora.page.locator('[data-slug="kitap"]'));
    await line.getByTestId('unread').filter({ hasText: '2' }).waitFor();
    expect(await line.textContent()).toContain('ada: öneri var mı');
    await goToRoom(bora, 'kitap');
    await testId(bora, 'unread-line').waitFor();
    await line.getByTestId('unread').waitFor({ state: 'detached' });
    await goToRoom(bora, 'kahve');
    await line.getByTestId('unread').waitFor({ state: 'detached' });
    await goToRoom(ada, 'kahve');
  });

  it('pages back through a long history without losing the place', async () => {
    const cem = await developer(server.url, 'cem');
    await rest(server.url, '/rooms', { method: 'POST', token: cem.token, body: { name: 'Uzun', slug: 'uzun' } });
    for (let at = 0; at < 130; at += 1) {
      const message = { method: 'POST', token: cem.token, body: { body: `satır ${at}` } };
      await rest(server.url, '/rooms/uzun/messages', message);
    }
    await joinRoomInPage(ada, 'uzun');
    await loadRows(ada, 200);
    expect((await everyRow(ada)).map(({ body }) => body)).toEqual(
      Array.from({ length: 130 }, (_, at) => `satır ${at}`),
    );
    await scrollTo(ada, 0);
    await testId(ada, 'to-newest').click();
    await rowWith(ada, 'satır 129').waitFor();
    await goToRoom(ada, 'kahve');
  }, 60_000);

  it('keeps what was written over a reload while there is no connection', async () => {
    await server.kill();
    await say(ada, 'kaybolma');
    await ada.page.locator('[data-state="sending"]').waitFor();
    await testId(ada, 'connection-banner').waitFor();
    await server.start();
    await ada.page.reload();
    await ada.page.locator('[data-testid="message"][data-state="sent"]', { hasText: 'kaybolma' }).waitFor();
    await rowWith(bora, 'kaybolma').waitFor();
    expect(await rowWith(bora, 'kaybolma').count()).toBe(1);
  }, 60_000);

  it('shows nobody a message as HTML', async () => {
    await say(ada, '<img src=x onerror="document.title=1"> https://example.com/a?b=1.');
    await rowWith(bora, '<img src=x').waitFor();
    expect(await rowWith(bora, '<img src=x').locator('img').count()).toBe(0);
    expect(await rowWith(bora, '<img src=x').locator('a').getAttribute('href')).toBe('https://example.com/a?b=1');
  });

  it('says why a room or a name is refused', async () => {
    await testId(ada, 'room-create').click();
    await testId(ada, 'room-name').fill('Bir oda');
    await testId(ada, 'room-slug').fill('kahve');
    await testId(ada, 'form-submit').click();
    await testId(ada, 'room-error').filter({ hasText: 'Bu adres alınmış' }).waitFor();
    await ada.page.keyboard.press('Escape');
    await testId(ada, 'room-name').waitFor({ state: 'detached' });
  });

  it('lets two tabs share a login while its tokens are renewed, and ends both with it', async () => {
    const second = { ...ada, page: await ada.context.newPage() };
    await second.page.goto(`${server.url}/#/r/kahve`);
    const tokenOf = (person: PagePerson) => person.page.evaluate<string>("localStorage.getItem('meydan.session')");
    const before = await tokenOf(ada);
    await poll(async () => (await tokenOf(ada)) !== before, { until: 'the tokens are renewed', withinMs: 40_000 });
    await say(second, 'ikinci sekmeden');
    await rowWith(ada, 'ikinci sekmeden').waitFor();
    await logOut(second);
    await testId(ada, 'login-provider').waitFor();
    await testId(second, 'login-provider').waitFor();
  }, 60_000);

  it('leaves a room', async () => {
    await goToRoom(bora, 'kitap');
    await testId(bora, 'room-info').click();
    await testId(bora, 'room-leave').click();
    await agree(bora);
    await testId(bora, 'room-line').and(bora.page.locator('[data-slug="kitap"]')).waitFor({ state: 'detached' });
    await testId(bora, 'no-room').waitFor();
  });

  it('asks nothing of any other server, and breaks no rule of its own policy', async () => {
    const context = await browser().newContext({ locale: 'en-GB' });
    const page = await context.newPage();
    const asked: string[] = [];
    const complaints: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).origin));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await page.goto(server.url);
    await logInAsDeveloper({ name: 'eda', page });
    await page.getByText('You have not joined any rooms yet').waitFor();
    expect(new Set(asked)).toEqual(new Set([server.url]));
    expect(complaints).toEqual([]);
    await context.close();
  });
});
