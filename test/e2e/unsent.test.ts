/** What is written without a connection, and what earlier pages left in a browser. */
import type { BrowserContext } from 'playwright-core';
import {
  createRoomInPage,
  enter,
  goToRoom,
  logInAsDeveloper,
  logOut,
  openPage,
  type PagePerson,
  rowsOnScreen,
  rowWith,
  say,
  testId,
} from '../support/browsers/page-person.js';
import { walkInChromium } from '../support/browsers/walks.js';
import { rest } from '../support/clients/rest.js';
import { type ServerProcess, startServer } from '../support/processes/server-process.js';
import { startProxy, type TcpProxy } from '../support/servers/proxy.js';
import { poll } from '../support/time/poll.js';

walkInChromium('what is not sent yet', (browser, engine) => {
  let server: ServerProcess;
  let proxy: TcpProxy;
  let url: string;
  let ada: PagePerson;

  beforeAll(async () => {
    server = await startServer({ RATE_LIMITS: 'off', ...engine() });
    proxy = await startProxy(Number(new URL(server.url).port));
    url = `http://127.0.0.1:${proxy.port}`;
    ada = await enter(browser(), url, 'ada');
    await createRoomInPage(ada, 'Kahve', 'kahve');
    await createRoomInPage(ada, 'Kitap', 'kitap');
  }, 90_000);
  afterAll(async () => {
    await proxy.stop();
    await server.remove();
  });

  const sessionOf = ({ page }: PagePerson) =>
    page.evaluate<{ access: string; accountId: string }>("JSON.parse(localStorage.getItem('meydan.session'))");

  /** Every text of a room, as the service holds it. */
  async function stored(slug: string): Promise<string[]> {
    const { access: token } = await sessionOf(ada);
    const path = `/rooms/${slug}/messages?after_seq=0&limit=200`;
    const { messages } = await rest<{ messages: { kind: string; body: string }[] }>(server.url, path, { token });
    return messages.filter(({ kind }) => kind === 'text').map(({ body }) => body);
  }

  const spoken = (slug: string, count: number) =>
    poll(async () => (await stored(slug)).length >= count, {
      until: `${count} messages are in ${slug}`,
      withinMs: 40_000,
    });

  it('goes out once and in order in each room, after a network that was cut and a reload', async () => {
    proxy.cut();
    for (const body of ['k1', 'k2', 'k3']) await say(ada, body);
    await goToRoom(ada, 'kahve');
    for (const body of ['c1', 'c2']) await say(ada, body);
    await ada.page.locator('[data-state="sending"]', { hasText: 'c2' }).waitFor();
    proxy.mend();
    await ada.page.reload();
    await Promise.all([spoken('kitap', 3), spoken('kahve', 2)]);
    expect(await stored('kitap')).toEqual(['k1', 'k2', 'k3']);
    expect(await stored('kahve')).toEqual(['c1', 'c2']);
    await goToRoom(ada, 'kitap');
    await rowWith(ada, 'k3').waitFor();
    expect((await rowsOnScreen(ada)).map(({ body }) => body)).toEqual(['k1', 'k2', 'k3']);
  }, 90_000);

  it('is not sent by whoever logs in next in the same tab', async () => {
    await goToRoom(ada, 'kitap');
    await ada.context.setOffline(true);
    await say(ada, 'yalnız ada');
    await ada.page.locator('[data-state="sending"]', { hasText: 'yalnız ada' }).waitFor();
    await logOut(ada);
    await ada.context.setOffline(false);
    await testId(ada, 'login-dev-name').waitFor();
    await logInAsDeveloper({ name: 'bora', page: ada.page });
    await testId(ada, 'connection-banner').waitFor({ state: 'detached' });
    await logOut(ada);
    await testId(ada, 'login-dev-name').fill('ada');
    await testId(ada, 'login-dev-submit').click();
    await testId(ada, 'side').waitFor();
    await spoken('kitap', 4);
    expect((await stored('kitap')).at(-1)).toBe('yalnız ada');
  }, 90_000);

  it('is found in what an earlier page stored, and so is the login', async () => {
    const { accountId } = await sessionOf(ada);
    const context = await asEarlierPageLeftIt(ada, accountId);
    const page = await context.newPage();
    await page.goto(`${url}/#/r/kitap`);
    await rowWith({ ...ada, page }, 'eski sayfadan').waitFor();
    await spoken('kitap', 5);
    expect((await stored('kitap')).at(-1)).toBe('eski sayfadan');
    await context.close();
  }, 60_000);

  /** The storage of a browser whose last page was of the time before the client. */
  async function asEarlierPageLeftIt(person: PagePerson, accountId: string): Promise<BrowserContext> {
    const context = await browser().newContext({ locale: 'tr-TR' });
    const other = await openPage(browser(), url, person.name);
    await testId(other, 'login-dev-name').fill(person.name);
    await testId(other, 'login-dev-submit').click();
    await testId(other, 'side').waitFor();
    const { lifetimeMs: _, ...session } = (await sessionOf(other)) as unknown as Record<string, unknown>;
    await other.context.close();
    const unsent = [{ clientId: 'earlier-1', room: 'kitap', body: 'eski sayfadan', extra: {}, at: 1, error: null }];
    const login = JSON.stringify(JSON.stringify(session));
    const waiting = JSON.stringify(JSON.stringify(unsent));
    await context.addInitScript(`
      localStorage.getItem('meydan.session') ?? localStorage.setItem('meydan.session', ${login});
      sessionStorage.getItem('meydan.outbox.${accountId}') ?? sessionStorage.setItem('meydan.outbox.${accountId}', ${waiting});
    `);
    return context;
  }
});
