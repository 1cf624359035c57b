import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { createLoginBinding } from '#http/v1/browser/cookies.js';
import { openV1ServiceFixture, PASSWORD, type V1ServiceFixture } from './support/v1-service-fixture.js';

const page = 'https://app.example.org';
const other = 'https://other.example';
const foreign = { origin: other };
const own = { origin: page };
const email = 'ada@example.org';

let fixture: V1ServiceFixture;
beforeAll(async () => {
  fixture = await openV1ServiceFixture({
    settings: {
      V1_ALLOWED_ORIGINS: `${page},http://localhost:5173`,
      PUBLIC_URL: 'https://chat.example.org',
      ALLOW_DEV_DOORS: 'yes',
    },
  });
  await fixture.member(email);
});
afterAll(() => fixture[Symbol.asyncDispose]());

const logIn = (headers: Record<string, string> = {}) => fixture.post('login', { email, password: PASSWORD }, headers);
const cookieOf = (answer: { headers: Headers }) =>
  answer.headers.getSetCookie().find((line) => line.startsWith('meydan_refresh='));
const pairOf = (answer: { headers: Headers }) => ({ cookie: cookieOf(answer)?.split(';')[0] ?? '' });
const me = (token: string) =>
  fixture.booted.ask(null, 'GET', '/v1/me', undefined, { authorization: `Bearer ${token}` });
const preflight = (path: string, origin: string) =>
  fixture.booted.ask(null, 'OPTIONS', path, undefined, {
    origin,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type,authorization',
  });

describe('a login', () => {
  it('from a page of an allowed origin puts the refresh token into the cookie and not into the body', async () => {
    const answer = await logIn(own);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body).sort()).toEqual(['access_token', 'account', 'expires_in', 'token_type']);
    const [pair, ...attributes] = (cookieOf(answer) ?? '').split('; ');
    expect(pair).toMatch(/^meydan_refresh=[A-Za-z0-9_-]{60,}$/);
    expect(attributes).toEqual(['Path=/v1/auth', 'Max-Age=2592000', 'HttpOnly', 'SameSite=Strict', 'Secure']);
  });

  it.each([
    ['an app, without an origin', {}],
    ['a page of another origin', foreign],
    ['a page without an origin to speak of', { origin: 'null' }],
    ['the origin in other letters', { origin: 'HTTPS://APP.EXAMPLE.ORG' }],
    ['a domain that ends alike', { origin: 'https://evil-app.example.org' }],
  ])('from %s has it in the body, and no cookie', async (_, headers) => {
    const answer = await logIn(headers);
    expect(answer.status).toBe(200);
    expect(answer.body.refresh_token).toMatch(/^\S{60,}$/);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });
});

describe('the cookie', () => {
  it('refreshes for a page of an allowed origin, and is replaced', async () => {
    const { cookie } = pairOf(await logIn(own));
    const answer = await fixture.post('refresh', {}, { ...own, cookie });
    expect(answer.status).toBe(200);
    expect(answer.body.refresh_token).toBeUndefined();
    expect(cookieOf(answer)).toMatch(/^meydan_refresh=\S{60,};/);
    expect(pairOf(answer).cookie).not.toBe(cookie);
    expect((await me(answer.body.access_token)).status).toBe(200);
  });

  it('needs no body at all', async () => {
    const { cookie } = pairOf(await logIn(own));
    expect((await fixture.post('refresh', undefined, { ...own, cookie })).status).toBe(200);
  });

  it.each(['refresh', 'logout'])(
    'is refused on %s for any other page and without an origin, and changes nothing',
    async (path) => {
      const login = await logIn(own);
      const { cookie } = pairOf(login);
      for (const headers of [foreign, {}, { origin: 'null' }]) {
        const answer = await fixture.post(path, {}, { ...headers, cookie });
        expect([answer.status, answer.body.error.code]).toEqual([403, 'forbidden']);
        expect(answer.headers.getSetCookie()).toEqual([]);
      }
      expect((await me(login.body.access_token)).status).toBe(200);
      expect((await fixture.post('refresh', {}, { ...own, cookie })).status).toBe(200);
    },
  );

  it('is not looked at when the body names a token', async () => {
    const { cookie } = pairOf(await logIn(own));
    const { refresh_token } = (await logIn()).body;
    const answer = await fixture.post('refresh', { refresh_token }, { ...foreign, cookie });
    expect(answer.status).toBe(200);
    expect(answer.body.refresh_token).toBeDefined();
    expect((await fixture.post('refresh', {}, { ...own, cookie })).status).toBe(200);
  });

  it('is taken away with the logout, which ends the session at once', async () => {
    const login = await logIn(own);
    const { cookie } = pairOf(login);
    const answer = await fixture.post('logout', {}, { ...own, cookie });
    expect(answer.status).toBe(204);
    expect(cookieOf(answer)).toBe('meydan_refresh=; Path=/v1/auth; Max-Age=0; HttpOnly; SameSite=Strict; Secure');
    const after = await me(login.body.access_token);
    expect([after.status, after.body.error.code]).toEqual([401, 'session_revoked']);
    expect((await fixture.post('logout', {}, { ...own, cookie })).status).toBe(204);
  });

  it('is taken away when its session is over, and kept when another tab was faster', async () => {
    const { cookie } = pairOf(await logIn(own));
    await fixture.post('refresh', {}, { ...own, cookie });
    const conflict = await fixture.post('refresh', {}, { ...own, cookie });
    expect([conflict.status, conflict.body.error.code, cookieOf(conflict)]).toEqual([
      409,
      'refresh_conflict',
      undefined,
    ]);
    const unknown = await fixture.post('refresh', {}, { ...own, cookie: 'meydan_refresh=made-up' });
    expect([unknown.status, unknown.body.error.code]).toEqual([401, 'invalid_refresh_token']);
    expect(cookieOf(unknown)).toContain('Max-Age=0');
  });
});

describe('answers to pages', () => {
  it('are handed over to those of allowed origins, with credentials and the headers of limits', async () => {
    for (const path of ['/v1/health', '/v1/me', '/v1/nowhere']) {
      const { headers } = await fixture.booted.ask(null, 'GET', path, undefined, own);
      expect(headers.get('access-control-allow-origin')).toBe(page);
      expect(headers.get('access-control-allow-credentials')).toBe('true');
      const exposed = headers.get('access-control-expose-headers')?.toLowerCase().split(', ');
      expect(exposed).toEqual(
        expect.arrayContaining(['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'retry-after']),
      );
      expect(headers.get('vary')).toContain('Origin');
    }
  });

  it('are not handed over to others, and never with a star', async () => {
    for (const headers of [foreign, { origin: 'null' }, {}]) {
      const answer = await fixture.booted.ask(null, 'GET', '/v1/health', undefined, headers);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
      expect(answer.headers.get('vary')).toContain('Origin');
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    }
  });

  it('beforehand say what may be sent, to allowed origins only', async () => {
    const allowed = await preflight('/v1/auth/refresh', page);
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-origin')).toBe(page);
    expect(allowed.headers.get('access-control-allow-credentials')).toBe('true');
    expect(allowed.headers.get('access-control-allow-methods')).toContain('POST');
    expect(allowed.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('content-type');
    const refused = await preflight('/v1/auth/refresh', other);
    expect(refused.status).toBe(204);
    for (const name of ['origin', 'credentials', 'methods', 'headers']) {
      expect(refused.headers.get(`access-control-allow-${name}`)).toBeNull();
    }
  });

  it('of /api stay open to all, without credentials', async () => {
    const { headers } = await fixture.booted.ask(null, 'GET', '/api/health', undefined, foreign);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });
});

describe('a form of another page', () => {
  it.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=a'])(
    'cannot log anybody in or out: %s is no JSON',
    async (type) => {
      const { cookie } = pairOf(await logIn(own));
      for (const path of ['login', 'refresh', 'logout']) {
        const answer = await fixture.post(path, '{}', { ...foreign, cookie, 'content-type': type });
        expect([answer.status, answer.body.error.code]).toEqual([415, 'unsupported_media_type']);
      }
    },
  );
});

describe('the cookie of a redirect login, over https', () => {
  it('has a name that no other host of the site can set, and counts under no other', async () => {
    const binding = createLoginBinding(true);
    const server = new Koa().use((ctx) => void (ctx.body = { begun: binding.begin(ctx) })).listen(0);
    const begin = async (cookie: string) => {
      const answer = await fetch(`http://localhost:${(server.address() as AddressInfo).port}`, { headers: { cookie } });
      const { begun } = (await answer.json()) as { begun: string };
      return { begun, set: answer.headers.get('set-cookie') };
    };
    const planted = 'p'.repeat(43);
    const first = await begin(`meydan_login=${planted}`);
    expect(first.begun).not.toBe(planted);
    expect(first.set).toBe(`__Host-meydan_login=${first.begun}; Path=/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure`);
    expect((await begin(`__Host-meydan_login=${first.begun}`)).begun).toBe(first.begun);
    await new Promise((resolve) => server.close(resolve));
  });
});
