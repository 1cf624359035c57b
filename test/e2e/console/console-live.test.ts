/** The page of the moment in a real browser. */
import type { Page } from 'playwright-core';
import { barriersOn } from '../../support/browsers/axe.js';
import { describeInChromium } from '../../support/browsers/chromium.js';
import { createRoom, developer, type Person, rest } from '../../support/clients/rest.js';
import { type ServerProcess, startServer } from '../../support/processes/server-process.js';
import { poll } from '../../support/time/poll.js';

const KEY = 'a-key-for-operators-of-these-tests';
const SENT = 17;

describeInChromium('the live page', (browser) => {
  let server: ServerProcess;
  let page: Page;
  let ada: Person;
  let broken: string[];
  let asked: string[];
  const id = (name: string) => page.getByTestId(name);
  const isLive = (url: string) => url.includes('/api/console/live');

  beforeAll(async () => {
    // As operators of a production service find it: its own page, and no embedded console.
    server = await startServer({ CONSOLE_KEY: KEY, RATE_LIMITS: 'off', DICTIONARY_URL: 'off' });
    const context = await browser().newContext({ locale: 'en-GB', viewport: { width: 1200, height: 800 } });
    context.setDefaultTimeout(60_000);
    page = await context.newPage();
    [broken, asked] = [[], []];
    page.on('pageerror', (error) => broken.push(String(error)));
    page.on('console', (said) => said.type() === 'error' && broken.push(`${said.text()} ${said.location().url}`));
    page.on('request', (request) => isLive(request.url()) && asked.push(request.url()));
    ada = await developer(server.url, 'ada');
    await createRoom(server.url, ada, 'kahve');
  }, 120_000);
  afterAll(() => server.remove());

  it('asks for the key of the operators first', async () => {
    const answer = await page.goto(`${server.url}/console/live`);
    expect(answer?.headers()['cache-control']).toBe('no-store');
    expect(answer?.headers()['content-security-policy']).toContain("default-src 'self'");
    expect(asked).toEqual([]);
    await id('console-key').fill(KEY);
    await page.keyboard.press('Enter');
    await id('charts').waitFor();
    expect(asked.filter((url) => url.includes(KEY))).toEqual([]);
  });

  it('says in one line how it stands, and shows the messages that were sent', async () => {
    for (let n = 0; n < SENT; n += 1) {
      const body = { body: `a secret ${n}` };
      await rest(server.url, '/rooms/kahve/messages', { method: 'POST', token: ada.token, body });
    }
    await id('rooms')
      .getByRole('row', { name: `kahve ${SENT}` })
      .waitFor();
    expect((await id('verdict').textContent())?.length).toBeGreaterThan(5);
    // The head is one line: a missing style sheet is no barrier, and nothing else would notice it.
    expect((await page.locator('.workspace-head').boundingBox())?.height).toBeLessThan(90);
    await id('card-messages')
      .getByRole('img', { name: /Messages in, the last 15 minutes/ })
      .waitFor();
    expect(await page.content()).not.toContain('a secret');
    expect(await barriersOn(page)).toEqual([]);
  });

  it('tells the same in numbers, by keyboard', async () => {
    await id('show-table').focus();
    await page.keyboard.press('Enter');
    await id('minutes').waitFor();
    const sum = async () => {
      const cells = await id('minutes').locator('tbody tr td:nth-child(2)').allTextContents();
      return cells.reduce((total, cell) => total + Number(cell), 0) === SENT;
    };
    await poll(sum, { until: 'the minutes add up', withinMs: 30_000 });
    expect(await barriersOn(page)).toEqual([]);
  });

  it('asks on for what is new only, and says when nobody answers', async () => {
    await poll(() => asked.some((url) => !url.endsWith('since=0')), { until: 'it asks on', withinMs: 30_000 });
    await server.kill();
    await id('verdict').filter({ hasText: 'does not answer' }).waitFor();
    broken = [];
    await server.start();
    await id('verdict').filter({ hasNotText: 'does not answer' }).waitFor();
    // The browser itself notes what did not answer.
    broken = broken.filter((line) => !line.includes('Failed to load resource'));
  });

  it('is read on a phone, in the dark, in Turkish', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await id('language-tr').click();
    await id('show-charts').click();
    await id('charts').getByRole('heading', { name: 'Gecikmeler' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(await barriersOn(page)).toEqual([]);
    expect(broken).toEqual([]);
  });

  it('is one step from the console, and back', async () => {
    await id('to-console').click();
    await id('to-live').click();
    await id('charts').waitFor();
    await id('leave').click();
    await id('console-key').waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
  });
});
