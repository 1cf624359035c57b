import type { Browser, Page } from 'playwright-core';
import { barriersOn } from '../support/browsers/axe.js';
import { describeInChromium } from '../support/browsers/chromium.js';
import { type Booted, bootApp } from '../support/clients/boot-app.js';

const paths = ['/docs', '/docs/guides/curl', '/docs/guides/semantics'];

describeInChromium('/docs in a browser', (browser: () => Browser) => {
  let service: Booted;
  const complaints: string[] = [];
  beforeAll(async () => {
    service = await bootApp();
  });
  afterAll(() => service?.[Symbol.asyncDispose]());

  async function open(path: string, options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> {
    const page = await browser().newPage(options);
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await page.goto(service.url + path);
    return page;
  }

  it.each(['light', 'dark'] as const)('keeps nobody from reading it: %s', async (colorScheme) => {
    for (const path of paths) {
      const page = await open(path, { colorScheme });
      const barriers = (await barriersOn(page)).map((barrier) => barrier.slice(0, 300));
      expect([path, barriers]).toEqual([path, []]);
      await page.close();
    }
  });

  it('fits a phone', async () => {
    for (const path of paths) {
      const page = await open(path, { viewport: { width: 390, height: 844 } });
      const tooWide = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
      expect([path, tooWide]).toEqual([path, 0]);
      await page.close();
    }
  });

  it('finds an endpoint by a code it may answer with, and shows all again', async () => {
    const page = await open('/docs');
    const isShown = (id: string) => page.locator(`[id="${id}"]`).isVisible();
    await page.keyboard.press('/');
    await page.keyboard.type('slug_locked');
    await page.locator('#found', { hasText: 'places' }).waitFor();
    expect([await isShown('changeOrganization'), await isShown('createRoom')]).toEqual([true, false]);
    await page.locator('#search').fill('');
    expect(await isShown('createRoom')).toBe(true);
    await page.close();
  });

  it('shows the first hit, and no heading without one, wherever the reader stood', async () => {
    const page = await open('/docs#createRoom');
    await page.locator('#search').fill('slug_locked');
    await page.locator('#found', { hasText: 'places' }).waitFor();
    const first = page.locator('main article:visible, main tr[id]:visible').first();
    const box = await first.boundingBox();
    expect(box && box.y >= 0 && box.y < 720).toBe(true);
    const empty = await page.evaluate(`[...document.querySelectorAll('main > h2')].filter((heading) => {
      let next = heading.nextElementSibling;
      for (; next && next.tagName !== 'H2'; next = next.nextElementSibling) if (next.offsetParent) return false;
      return heading.offsetParent !== null;
    }).length`);
    expect(empty).toBe(0);
    await page.close();
  });

  it('is whole without its script, and then offers no search', async () => {
    const page = await open('/docs', { javaScriptEnabled: false });
    expect(await page.locator('#createRoom').isVisible()).toBe(true);
    expect(await page.locator('#search').isVisible()).toBe(false);
    await page.close();
  });

  it('has nothing to complain of', () => {
    expect(complaints.filter((complaint) => !complaint.includes('/mark.svg') && !complaint.includes('404'))).toEqual(
      [],
    );
  });
});
