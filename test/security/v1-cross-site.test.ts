/** S23: a page elsewhere makes browsers send requests, cookies and all; none of them does anything. */
import type { BrowserContext, Page } from 'playwright-core';
import { describeInChromium } from '../support/browsers/chromium.js';
import { freePort } from '../support/servers/free-port.mjs';
import { type PageHost, servePages } from '../v1/support/page-host.js';
import { openV1ServiceFixture, PASSWORD, type V1ServiceFixture } from '../v1/support/v1-service-fixture.js';

const email = 'ada@example.org';

const submitForm = (action: string, enctype: string): string => `
  const form = document.createElement('form');
  Object.assign(form, ${JSON.stringify({ method: 'post', action, enctype })});
  form.append(Object.assign(document.createElement('input'), { name: '{"a', value: '":1}' }));
  document.body.append(form);
  form.submit();
`;

interface Logged {
  status: number;
  token: string;
}

describeInChromium('S23: other pages and the cookie of /v1', (browser) => {
  let fixture: V1ServiceFixture;
  let host: PageHost;
  let base: string;
  let context: BrowserContext;
  let own: Page;
  let token: string;
  beforeAll(async () => {
    host = await servePages();
    base = `http://localhost:${await freePort()}`;
    fixture = await openV1ServiceFixture({ settings: { PORT: new URL(base).port } });
    await fixture.member(email);
  });
  afterAll(async () => {
    await fixture[Symbol.asyncDispose]();
    await host[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    context = await browser().newContext();
    own = await context.newPage();
    await own.goto(`${base}/docs`);
    const logged = await own.evaluate(
      async ([address, password]): Promise<Logged> => {
        const headers = { 'Content-Type': 'application/json' };
        const body = JSON.stringify({ email: address, password });
        const answer = await fetch('/v1/auth/login', { method: 'POST', headers, body });
        return { status: answer.status, token: ((await answer.json()) as { access_token: string }).access_token };
      },
      [email, PASSWORD],
    );
    expect(logged.status).toBe(200);
    token = logged.token;
  });
  afterEach(() => context.close());

  const isOpen = async () => {
    const answer = await fixture.booted.ask(null, 'GET', '/v1/me', undefined, { authorization: `Bearer ${token}` });
    return answer.status === 200;
  };
  const cookie = async () =>
    (await context.cookies(`${base}/v1/auth/logout`)).find(({ name }) => name === 'meydan_refresh');
  /** The foreign site, and a page of the same site that is not on the list: browsers send it the cookie along. */
  const pages = () => [host.foreign, host.sameSite];

  it.each(['logout', 'refresh'])('a fetch to %s fails, and changes nothing', async (path) => {
    const before = await cookie();
    for (const address of pages()) {
      const page = await context.newPage();
      await page.goto(address);
      const outcomes = await page.evaluate(async (url) => {
        const tries: RequestInit[] = [
          { headers: { 'Content-Type': 'application/json' }, body: '{}' },
          { headers: { 'Content-Type': 'text/plain' }, body: '{}' },
          {},
          { mode: 'no-cors', body: '{}' },
          { mode: 'no-cors' },
        ];
        const one = (init: RequestInit) =>
          fetch(url, { method: 'POST', credentials: 'include', ...init }).then(
            (answer) => answer.type,
            () => 'failed',
          );
        return Promise.all(tries.map(one));
      }, `${base}/v1/auth/${path}`);
      // Opaque answers tell nothing; whether they did anything is looked at below.
      expect(outcomes.slice(0, 3)).toEqual(['failed', 'failed', 'failed']);
      expect(outcomes).not.toContain('cors');
      expect(await isOpen()).toBe(true);
    }
    expect(await cookie()).toEqual(before);
  });

  it.each(['logout', 'refresh', 'login'])('a form that is sent to %s changes nothing', async (path) => {
    const before = await cookie();
    for (const address of pages()) {
      for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data']) {
        const page = await context.newPage();
        await page.goto(address);
        const [answer] = await Promise.all([
          page.waitForResponse((response) => response.url() === `${base}/v1/auth/${path}`),
          page.evaluate(submitForm(`${base}/v1/auth/${path}`, type)),
        ]);
        expect(answer.status()).toBeGreaterThanOrEqual(400);
        await page.close();
      }
      expect(await isOpen()).toBe(true);
    }
    expect(await cookie()).toEqual(before);
  });

  it('the page itself logs out with it', async () => {
    const status = await own.evaluate(async () => (await fetch('/v1/auth/logout', { method: 'POST' })).status);
    expect(status).toBe(204);
    expect(await isOpen()).toBe(false);
    expect(await cookie()).toBeUndefined();
  });
});
