import type { Browser, Page } from 'playwright-core';
import { barriersOn } from '../support/browsers/axe.js';
import { describeInChromium } from '../support/browsers/chromium.js';
import { type Booted, bootApp } from '../support/clients/boot-app.js';

/** One page of each kind: the list of all, operations with examples, events, a table, a guide. */
const paths = ['/docs', '/docs/login', '/docs/files', '/docs/limits', '/docs/guides/semantics'];

describeInChromium('/docs in a browser', (browser: () => Browser) => {
  let service: Booted;
  let page: Page;
  const complaints: string[] = [];
  beforeAll(async () => {
    service = await bootApp();
    page = await browser().newPage();
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  });
  afterAll(() => service?.[Symbol.asyncDispose]());

  const hits = () => page.locator('#hits a');
  const inView = (selector: string) =>
    page.waitForFunction(`(() => {
      const { top, bottom } = document.querySelector('${selector}').getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    })()`);
  const marked = () => page.evaluate(`[...CSS.highlights.get('found')].map(String).join(' ')`);

  it('keeps nobody from reading it, in light and in dark, and fits a phone', async () => {
    for (const path of paths) {
      await page.goto(service.url + path);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const barriers = (await barriersOn(page)).map((barrier) => barrier.slice(0, 300));
        expect([path, colorScheme, barriers]).toEqual([path, colorScheme, []]);
      }
      await page.setViewportSize({ width: 390, height: 844 });
      const tooWide = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
      expect([path, tooWide]).toEqual([path, 0]);
      await page.setViewportSize({ width: 1280, height: 720 });
    }
  });

  it('finds by keyboard what stands on another page, shows it in its place, and marks it', async () => {
    await page.goto(`${service.url}/docs/limits`);
    await page.keyboard.press('/');
    await page.keyboard.type('founder_protected banmember');
    await hits().first().waitFor();
    expect(await page.locator('#text').isVisible()).toBe(false);
    expect(await page.locator('#hits mark').count()).toBeGreaterThan(0);
    const barriers = await barriersOn(page);
    expect(barriers).toEqual([]);
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate('document.activeElement === document.querySelector("#hits a")')).toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/members\?q=.*#banMember$/);
    await page.locator('#banMember details[open] >> text=founder_protected').first().waitFor();
    await inView('#banMember');
    expect(await marked()).toContain('founder_protected');
  });

  it('puts the code itself first, and shows all again at Escape', async () => {
    await page.locator('#search').fill('slug_locked');
    await page.locator('#found', { hasText: 'places' }).waitFor();
    expect(await hits().first().getAttribute('href')).toContain('/docs/errors?q=slug_locked#error-slug_locked');
    expect(await hits().locator('text=Change').count()).toBeGreaterThan(0);
    await page.keyboard.press('Escape');
    expect([await page.locator('#text').isVisible(), await page.locator('#hits').isVisible()]).toEqual([true, false]);
    await page.locator('#search').fill('nowhere-at-all');
    await page.locator('#found', { hasText: '0 places' }).waitFor();
  });

  it('leads on from anchors of the time when it was one page', async () => {
    await page.goto(`${service.url}/docs#sendMessage`);
    await page.waitForURL(`${service.url}/docs/messages#sendMessage`);
    await inView('#sendMessage');
    await page.goto(`${service.url}/docs#limits`);
    await page.waitForURL(`${service.url}/docs/limits`);
    // What a login by redirect brings is no anchor.
    await page.goto(`${service.url}/docs#code=abc`);
    expect(page.url()).toBe(`${service.url}/docs#code=abc`);
  });

  it('keeps the language that a reader has chosen', async () => {
    await page.goto(`${service.url}/docs/login`);
    const isOpen = async (language: string) => {
      const example = page.locator(`details[name="example-logout"][data-example="${language}"]`);
      return (await example.getAttribute('open')) !== null;
    };
    expect(await isOpen('bash')).toBe(true);
    await page.locator('details[name="example-refreshTokens"][data-example="python"] > summary').click();
    await page.goto(`${service.url}/docs/login`);
    expect([await isOpen('bash'), await isOpen('python')]).toEqual([false, true]);
  });

  it('is whole without its script, and then offers no search', async () => {
    const plain = await browser().newPage({ javaScriptEnabled: false });
    await plain.goto(`${service.url}/docs#sendMessage`);
    expect(await plain.locator('#search').isVisible()).toBe(false);
    await plain.locator('#sendMessage a').click();
    await plain.waitForURL(`${service.url}/docs/messages#sendMessage`);
    expect(await plain.locator('article#sendMessage').isVisible()).toBe(true);
    await plain.close();
  });

  it('has nothing to complain of', () => {
    expect(complaints.filter((complaint) => !complaint.includes('/mark.svg') && !complaint.includes('404'))).toEqual(
      [],
    );
  });
});
