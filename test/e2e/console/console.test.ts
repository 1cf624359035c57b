/** The page for operators in a real browser, by keyboard. */
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { KEYS as ALONE, startConsoleProcess } from '../../console/process.js';
import { draftOf } from '../../console/support.js';
import { barriersOn } from '../../support/browsers/axe.js';
import { describeInChromium } from '../../support/browsers/chromium.js';
import { developer, rest } from '../../support/clients/rest.js';
import { type ServerProcess, startServer } from '../../support/processes/server-process.js';
import { poll } from '../../support/time/poll.js';

/** By its number, and there. */
async function toSection(page: Page, key: string, name: string): Promise<void> {
  await page.keyboard.press(key);
  await page.locator(`[data-testid="section-${name}"][aria-current="page"]`).waitFor();
}

const KEYS = { CONSOLE_KEY: 'a-key-for-operators-of-these-tests', DICTIONARY_KEY: 'a-key-for-the-service' };

describeInChromium('the console page', (browser) => {
  let server: ServerProcess;
  let page: Page;
  let broken: string[];
  const id = (name: string) => page.getByTestId(name);
  const rows = (name: string) => page.locator(`[data-rows="${name}"] .row`);

  /** As the service does. */
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the body by asserting it.
  async function asService(method: string, path: string, body?: object): Promise<any> {
    const answer = await fetch(`${server.url}/console/dictionary${path}`, {
      method,
      headers: { authorization: `Bearer ${KEYS.DICTIONARY_KEY}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return answer.json();
  }

  const submit = async (message: string, tag = 'kahve', author = 'ada'): Promise<number> =>
    (await asService('POST', '/entries', draftOf({ message, tag, author }))).entry.id;

  /** Once the page has done what it was told to: the answer, as the service sees it. */
  const untilEntry = (number: number, status: string) =>
    poll(async () => (await asService('GET', `/entries/${number}`)).entry.status === status, {
      until: `entry ${number} is ${status}`,
      withinMs: 30_000,
    });

  async function signIn(): Promise<void> {
    await id('console-key').fill(KEYS.CONSOLE_KEY);
    await page.keyboard.press('Enter');
    await id('leave').waitFor();
  }

  const go = async (section: string): Promise<void> => {
    await id(`section-${section}`).click();
    await page.locator(`[data-testid="section-${section}"][aria-current="page"]`).waitFor();
  };

  beforeAll(async () => {
    server = await startServer({ RATE_LIMITS: 'off', ...KEYS });
    const context = await browser().newContext({ locale: 'en-GB', viewport: { width: 1200, height: 800 } });
    context.setDefaultTimeout(30_000);
    page = await context.newPage();
    broken = [];
    page.on('pageerror', (error) => broken.push(String(error)));
    page.on('console', (said) => said.type() === 'error' && broken.push(`${said.text()} ${said.location().url}`));
  }, 120_000);
  afterAll(() => server.remove());

  it('asks for the key, refuses a wrong one, and keeps the right one out of every address', async () => {
    for (const path of ['/console', '/console/']) {
      const answer = await page.goto(`${server.url}${path}`);
      expect(answer?.headers()['cache-control']).toBe('no-store');
    }
    expect(await barriersOn(page)).toEqual([]);
    await id('console-key').fill('a-key-that-is-wrong');
    await page.keyboard.press('Enter');
    await id('key-problem').waitFor();
    // The browser itself notes the refusal.
    broken = [];
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await signIn();
    await page.reload();
    await id('leave').waitFor();
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((url) => url.includes(KEYS.CONSOLE_KEY))).toEqual([]);
    expect(await page.evaluate('Object.values({ ...localStorage }).join()')).not.toContain(KEYS.CONSOLE_KEY);
  });

  it('makes categories, orders them by keyboard and archives one', async () => {
    await toSection(page, '6', 'categories');
    for (const [slug, name] of [
      ['food', 'Food'],
      ['places', 'Places'],
    ] as const) {
      await page.locator('[data-testid="new-category"]').waitFor();
      await page.keyboard.press('n');
      await id('category-slug').fill(slug);
      await id('category-name').fill(name);
      await page.keyboard.press('Enter');
      await page.locator(`[data-category="${slug}"]`).waitFor();
    }
    await page.locator('[data-category="places"] input').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await page.locator('[data-category="places"]:first-child').waitFor();
    await page.locator('[data-category="food"]').getByRole('button', { name: 'Archive' }).click();
    await page.locator('[data-category="food"].is-archived').waitFor();
    expect(await barriersOn(page)).toEqual([]);
    expect((await asService('GET', '/categories')).categories).toEqual([
      { slug: 'places', name: 'Places', archived: false },
      { slug: 'food', name: 'Food', archived: true },
    ]);
  });

  it('shows an error beside the form, and never over its button', async () => {
    await page.setViewportSize({ width: 390, height: 420 });
    await id('new-category').click();
    await id('category-slug').fill('food');
    await id('category-name').fill('Food again');
    await page.keyboard.press('Enter');
    await id('notice').locator('.is-problem').waitFor();
    // The browser itself notes the refusal.
    broken = [];
    for (const size of [
      { width: 390, height: 420 },
      { width: 1200, height: 420 },
      { width: 1200, height: 330 },
    ]) {
      await page.setViewportSize(size);
      await id('category-send').click({ trial: true, timeout: 3_000 });
      const [notice, button] = await Promise.all(
        [id('notice').locator('p'), id('category-send')].map((part) => part.boundingBox()),
      );
      expect(notice && button && (button.y + button.height <= notice.y || notice.y + notice.height <= button.y)).toBe(
        true,
      );
    }
    await id('notice').getByRole('button').click();
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1200, height: 800 });
  });

  it('opens a topic, and gives a proposal its category', async () => {
    await submit('first', 'moda');
    await toSection(page, '5', 'topics');
    await page.keyboard.press('n');
    await id('topic-tag').fill('kahve');
    const form = id('topic-new');
    await form.getByTestId('topic-title').fill('All about coffee');
    await form.getByTestId('topic-category').selectOption('places');
    await form.getByTestId('topic-languages').fill('tr, en');
    await page.keyboard.press('Enter');
    await form.waitFor({ state: 'detached' });
    expect((await asService('GET', '/topics/kahve')).topic).toMatchObject({
      title: 'All about coffee',
      category: 'places',
      languages: ['tr', 'en'],
      status: 'published',
    });
    await rows('topics').filter({ hasText: '#moda' }).click();
    await id('topic').getByTestId('topic-category').selectOption('places');
    expect(await barriersOn(page)).toEqual([]);
    await id('topic').getByTestId('topic-send').click();
    await id('nothing').waitFor();
    expect((await asService('GET', '/topics/moda')).topic).toMatchObject({ category: 'places', status: 'published' });
  });

  it('goes through the queue by keyboard: publish, reject with a note, ban the author', async () => {
    const ids = [await submit('second'), await submit('third', 'kahve', 'bob'), await submit('fourth')];
    await toSection(page, '4', 'queue');
    await id('reload').click();
    await rows('queue').nth(3).waitFor();
    await id('waiting-queue').filter({ hasText: '4' }).waitFor();
    await page.keyboard.press('j');
    await id('entry').filter({ hasText: 'About second' }).waitFor();
    expect(await id('excerpt').textContent()).toContain('It begins like this');
    expect(await barriersOn(page)).toEqual([]);
    await page.keyboard.press('p');
    await untilEntry(ids[0] as number, 'published');
    await id('entry').filter({ hasText: 'About third' }).waitFor();
    await page.keyboard.press('r');
    await id('note').fill('Tell more of the beans.');
    expect(await barriersOn(page)).toEqual([]);
    // The details of the next article come only after its author is banned.
    const banned = new EventEmitter();
    await page.route(`**/entries/${ids[2]}`, async (route) => {
      await once(banned, 'seen');
      await route.continue();
    });
    await page.keyboard.press('Control+Enter');
    await untilEntry(ids[1] as number, 'rejected');
    expect((await asService('GET', `/entries/${ids[1]}`)).entry.review_note).toBe('Tell more of the beans.');
    await id('entry').filter({ hasText: 'About fourth' }).waitFor();
    await page.keyboard.press('b');
    await id('note').fill('Copied articles.');
    await page.keyboard.press('Control+Enter');
    await id('is-banned').waitFor();
    const detail = page.waitForResponse(new RegExp(`/entries/${ids[2]}$`));
    banned.emit('seen');
    await (await detail).finished();
    await id('is-banned').waitFor();
    const refused = await asService('POST', '/entries', draftOf({ message: 'fifth' }));
    expect(refused.error).toMatchObject({ code: 'author_banned', reason: 'Copied articles.' });
  });

  it('finds in the queue what is searched for, and goes back to the rest', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('fourth');
    await poll(async () => (await rows('queue').count()) === 1, { until: 'one is left', withinMs: 10_000 });
    await page.keyboard.press('Escape');
    await poll(async () => (await rows('queue').count()) === 2, { until: 'both are back', withinMs: 10_000 });
  });

  it('lifts the ban', async () => {
    await toSection(page, '7', 'authors');
    await id('bans').getByRole('button').click();
    await id('nothing').waitFor();
    expect(await barriersOn(page)).toEqual([]);
    expect(await submit('sixth')).toBeGreaterThan(0);
  });

  it('settles what people have reported', async () => {
    const [ada, bob] = await Promise.all([developer(server.url, 'ada'), developer(server.url, 'bob')]);
    const body = { kind: 'account', id: bob.accountId, reason: 'spam' };
    await rest(server.url, '/reports', { method: 'POST', token: ada.token, body });
    await toSection(page, '1', 'reports');
    await rows('reports').first().waitFor();
    expect(await barriersOn(page)).toEqual([]);
    await page.keyboard.press('u');
    await id('note').fill('Spoken to.');
    await page.keyboard.press('Control+Enter');
    await id('nothing').waitFor();
    await id('tab-settled').click();
    await id('report').filter({ hasText: 'Spoken to.' }).waitFor();
  });

  it('has a place for packages and sponsored items, tells its keys, and lets the operator go', async () => {
    for (const section of ['packages', 'sponsored']) {
      await go(section);
      await id('nothing').waitFor();
    }
    await page.keyboard.press('?');
    await id('keys').waitFor();
    expect(await barriersOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await id('keys').waitFor({ state: 'detached' });
    await id('language-tr').click();
    await id('section-queue').filter({ hasText: 'İnceleme' }).waitFor();
    await id('leave').click();
    await id('console-key').waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    expect(broken).toEqual([]);
  });

  it('stands alone as well, without the sections that only the service has', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'meydan-console-'));
    const alone = await startConsoleProcess(dir, ALONE);
    const context = await browser().newContext({ locale: 'en-GB' });
    context.setDefaultTimeout(30_000);
    const other = await context.newPage();
    await other.goto(alone.url);
    await other.getByTestId('console-key').fill(ALONE.CONSOLE_KEY);
    await other.keyboard.press('Enter');
    await other.getByTestId('nothing').filter({ hasText: 'No articles to review.' }).waitFor();
    const sections = other.locator('[data-testid^="section-"]');
    expect(await sections.allTextContents()).toEqual(['Review', 'Topics', 'Categories', 'Bans']);
    await toSection(other, '4', 'authors');
    await context.close();
    expect(await alone.stop()).toBe(0);
    await rm(dir, { recursive: true });
  });

  it('reads one article at a time on a phone, in the dark', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await signIn();
    await go('queue');
    await rows('queue').first().click();
    await id('entry').waitFor();
    expect(await rows('queue').first().isVisible()).toBe(true);
    expect(await barriersOn(page)).toEqual([]);
    await page.locator('.detail-back').click();
    await id('entry').waitFor({ state: 'hidden' });
  });
});
