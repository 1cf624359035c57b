import type { Page } from 'playwright-core';
import { describeInChromium } from '../../support/browsers/chromium.js';
import { freePort } from '../../support/servers/free-port.mjs';
import { servePages } from '../../v1/support/page-host.js';
import { openV1ServiceFixture, type V1ServiceFixture } from '../../v1/support/v1-service-fixture.js';

describeInChromium('logging in to /v1 by redirect, in a browser', (browser) => {
  let fixture: V1ServiceFixture;
  let host: Awaited<ReturnType<typeof servePages>>;
  let base: string;
  beforeAll(async () => {
    host = await servePages();
    base = `http://localhost:${await freePort()}`;
    const settings = { PORT: new URL(base).port, V1_ALLOWED_ORIGINS: `${base},${host.sameSite}` };
    fixture = await openV1ServiceFixture({ settings });
  });
  afterAll(async () => {
    await fixture[Symbol.asyncDispose]();
    await host[Symbol.asyncDispose]();
  });

  async function walk(page: Page, target: string, name: string): Promise<void> {
    await page.goto(`${base}/v1/auth/login_with_idp?redirect_uri=${encodeURIComponent(target)}`);
    await page.getByLabel('Name').fill(name);
    await page.getByRole('button', { name: 'Continue' }).click();
    expect(await page.locator('dl').textContent()).toBe(`E-mail${name}@example.org`);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.waitForURL((url) => url.hash.startsWith('#code='));
  }

  /** What the page itself does with the code in its address. */
  const exchange = (page: Page) =>
    page.evaluate(
      async ([service, hash]) => {
        const post = (path: string, body: object) =>
          fetch(`${service}/v1/auth/${path}`, {
            method: 'POST',
            credentials: 'include',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify(body),
          });
        const code = new URLSearchParams(hash.slice(1)).get('code');
        const first = await post('exchange', { code });
        const pair = (await first.json()) as {
          access_token?: string;
          refresh_token?: string;
          account?: { email: string };
        };
        const refreshed = await post('refresh', {});
        const limit = refreshed.headers.get('X-RateLimit-Limit');
        return { status: first.status, pair, refreshed: refreshed.status, limit };
      },
      [base, new URL(page.url()).hash] as const,
    );

  it.each([
    ['the service’s own page', () => `${base}/docs`],
    ['a page of another port that is allowed', () => `${host.sameSite}/after`],
  ])('ends on %s, which exchanges the code and stays logged in by a cookie it cannot see', async (_, target) => {
    const context = await browser().newContext();
    const page = await context.newPage();
    await walk(page, target(), 'ada');
    expect(page.url().startsWith(target())).toBe(true);
    const { status, pair, refreshed, limit } = await exchange(page);
    expect([status, refreshed, pair.account?.email, pair.refresh_token]).toEqual([
      200,
      200,
      'ada@example.org',
      undefined,
    ]);
    expect(pair.access_token).toBeDefined();
    expect(limit).toMatch(/^\d+$/);
    expect(await page.evaluate<string>('document.cookie')).not.toContain('meydan');
    const cookie = (await context.cookies(`${base}/v1/auth/refresh`)).find(({ name }) => name === 'meydan_refresh');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/v1/auth' });
    await context.close();
  });

  it('is worth nothing to another browser that got hold of the code', async () => {
    const [one, two] = [await browser().newContext(), await browser().newContext()];
    const [page, other] = [await one.newPage(), await two.newPage()];
    await walk(page, `${base}/docs`, 'bora');
    await walk(other, `${base}/docs`, 'cem');
    await other.goto(page.url().replace('/docs', '/docs?'));
    expect((await exchange(other)).status).toBe(400);
    expect((await exchange(page)).pair.account?.email).toBe('bora@example.org');
    await one.close();
    await two.close();
  });

  it('comes back with the reason when the person does not allow it', async () => {
    const context = await browser().newContext();
    const page = await context.newPage();
    await page.goto(`${base}/v1/auth/login_with_idp`);
    await page.getByLabel('Name').fill('deniz');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.waitForURL(`${base}/docs#error=access_denied`);
    await context.close();
  });
});
