import { barriersOn } from '../support/browsers/axe.js';
import {
  createRoomInPage,
  enter,
  joinRoomInPage,
  logInAgain,
  openPage,
  type PagePerson,
  rowsOnScreen,
  rowWith,
  say,
  testId,
} from '../support/browsers/page-person.js';
import { walkInChromium } from '../support/browsers/walks.js';
import { type ServerProcess, startServer } from '../support/processes/server-process.js';
import { poll } from '../support/time/poll.js';

walkInChromium('without a connection', (browser, engine) => {
  let server: ServerProcess;
  let ada: PagePerson;
  let bora: PagePerson;
  const waitingOn = (person: PagePerson) => person.page.locator('[data-testid="message"][data-state="sending"]');
  const bodies = async (person: PagePerson) => (await rowsOnScreen(person)).map(({ body }) => body);

  beforeAll(async () => {
    server = await startServer({ RATE_LIMITS: 'off', ...engine() });
    ada = await enter(browser(), server.url, 'ada');
    bora = await enter(browser(), server.url, 'bora');
    await createRoomInPage(ada, 'Kahve', 'kahve');
    await joinRoomInPage(bora, 'kahve');
  }, 90_000);
  afterAll(() => server.remove());

  it('the page says what is wrong, how many messages wait, and when it tries again', async () => {
    await server.kill();
    for (const body of ['bir', 'iki', 'üç']) await say(ada, body);
    await testId(ada, 'connection-banner').filter({ hasText: 'Hizmete ulaşılamıyor' }).waitFor();
    await testId(ada, 'waiting-count').filter({ hasText: 'Gönderilmemiş 3 mesaj' }).waitFor();
    await testId(ada, 'next-try').filter({ hasText: 'sonra yeniden denenecek' }).waitFor();
    expect(await waitingOn(ada).count()).toBe(3);
  });

  it('a waiting message is taken back into the field', async () => {
    await testId(ada, 'waiting-count').click();
    expect(await barriersOn(ada.page)).toEqual([]);
    await testId(ada, 'waiting-list').locator('li').filter({ hasText: 'iki' }).getByTestId('take-back').click();
    await testId(ada, 'waiting-list').locator('li').filter({ hasText: 'iki' }).waitFor({ state: 'detached' });
    await ada.page.keyboard.press('Escape');
    await testId(ada, 'waiting-count').filter({ hasText: 'Gönderilmemiş 2 mesaj' }).waitFor();
    expect(await testId(ada, 'composer').inputValue()).toBe('iki');
    expect(await waitingOn(ada).count()).toBe(2);
  });

  it('what waited goes in order when the service is back, and a wish is enough to try at once', async () => {
    await server.start();
    await poll(
      async () => {
        if ((await testId(ada, 'connection-banner').count()) === 0) return true;
        const tryNow = testId(ada, 'try-now');
        if (await tryNow.isEnabled({ timeout: 500 }).catch(() => false))
          await tryNow.click({ timeout: 1000 }).catch(() => undefined);
        return false;
      },
      { until: 'the page is connected again', withinMs: 30_000 },
    );
    await testId(ada, 'composer').press('Enter');
    await rowWith(bora, 'iki').waitFor();
    expect((await bodies(bora)).slice(-3)).toEqual(['bir', 'üç', 'iki']);
    expect(await waitingOn(ada).count()).toBe(0);
  }, 60_000);

  it('a network that goes and comes back is noticed by itself', async () => {
    await ada.context.setOffline(true);
    await testId(ada, 'connection-banner').filter({ hasText: 'Çevrimdışısınız' }).waitFor();
    await say(ada, 'tünelden');
    await testId(ada, 'waiting-count').waitFor();
    await ada.context.setOffline(false);
    await rowWith(bora, 'tünelden').waitFor();
    await testId(ada, 'connection-banner').waitFor({ state: 'detached' });
    expect((await bodies(bora)).filter((body) => body === 'tünelden')).toHaveLength(1);
  });

  it('a chosen file waits too, and goes with its message', async () => {
    await ada.context.setOffline(true);
    await testId(ada, 'connection-banner').waitFor();
    await testId(ada, 'attach').click();
    await ada.page
      .locator('input[data-testid="attach-file"]')
      .setInputFiles({ name: 'not.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 kahve') });
    await testId(ada, 'tray-item').waitFor();
    await testId(ada, 'composer').fill('dosya ekte');
    await poll(() => testId(ada, 'send').isEnabled(), { until: 'the file is ready to go' });
    await testId(ada, 'send').click();
    await testId(ada, 'waiting-count').waitFor();
    await testId(ada, 'waiting-count').click();
    await ada.page.getByText('yalnızca bu sayfa açıkken').waitFor();
    await ada.page.keyboard.press('Escape');
    await ada.context.setOffline(false);
    await rowWith(bora, 'dosya ekte').waitFor();
  });

  it('the page still opens while the service is down, and what was written is sent afterwards', async () => {
    const kept = 'caches.open("meydan-shell").then((cache) => cache.keys()).then((keys) => keys.length)';
    const controlled = 'navigator.serviceWorker.controller !== null';
    await poll(() => ada.page.evaluate<boolean>(controlled), { until: 'the worker is in charge' });
    await poll(async () => (await ada.page.evaluate<number>(kept)) > 2, { until: 'the page is kept' });
    await server.kill();
    await say(ada, 'kapalıyken');
    await testId(ada, 'waiting-count').waitFor();
    await ada.page.reload();
    await testId(ada, 'starting').filter({ hasText: 'Mesajlarınız saklanır' }).waitFor();
    await server.start();
    await rowWith(bora, 'kapalıyken').waitFor({ timeout: 40_000 });
    await rowWith(ada, 'kapalıyken').waitFor();
    expect((await bodies(bora)).filter((body) => body === 'kapalıyken')).toHaveLength(1);
  }, 90_000);

  it('a session that was ended elsewhere is told at the login', async () => {
    const other = await openPage(browser(), server.url, 'ada');
    await testId(ada, 'composer').fill('yarım');
    await testId(other, 'login-dev-name').fill('ada');
    await testId(other, 'login-dev-submit').click();
    await testId(other, 'side').waitFor();
    await other.page.evaluate(endOtherSessions);
    await testId(ada, 'session-over').filter({ hasText: 'Oturumunuz sona erdi' }).waitFor();
    await testId(ada, 'session-over').filter({ hasText: 'bu cihazda saklandı' }).waitFor();
    await other.context.close();
  });

  it('and at the login of every tab, each of which learns it twice', async () => {
    const tab = { ...ada, page: await ada.context.newPage() };
    await tab.page.goto(server.url);
    await logInAgain(tab);
    await testId(ada, 'side').waitFor();
    await poll(() => testId(ada, 'connection-banner').isHidden(), { until: 'both tabs are connected' });
    const other = await openPage(browser(), server.url, 'ada');
    await logInAgain(other);
    await other.page.evaluate(endOtherSessions);
    for (const { page } of [ada, tab]) await page.getByTestId('login-dev-name').waitFor();
    // The other tab has written that the session is over, which the browser tells a moment later.
    await settle(ada);
    await settle(tab);
    for (const { page } of [ada, tab]) expect(await page.getByTestId('session-over').count()).toBe(1);
    await other.context.close();
  });
});

const settle = ({ page }: PagePerson) => page.evaluate('new Promise((resolve) => setTimeout(resolve, 500))');

const endOtherSessions = `(async () => {
  const { access } = JSON.parse(localStorage.getItem('meydan.session'));
  const headers = { Authorization: 'Bearer ' + access };
  const { sessions } = await (await fetch('/api/me/sessions', { headers })).json();
  for (const { id, current } of sessions) {
    if (!current) await fetch('/api/me/sessions/' + id, { method: 'DELETE', headers });
  }
})()`;
