import { operator } from '../people/operator.js';
import { bootApp } from '../support/clients/boot-app.js';
import { TestClock } from '../support/time/test-clock.js';
import { tokenIn } from './support/mail-server.js';
import { Jar, type Walker, walkToCallback } from './support/redirect-walk.js';
import { openV1ServiceFixture, PASSWORD, type V1ServiceFixture } from './support/v1-service-fixture.js';

const app = 'https://app.example.org';
let fixture: V1ServiceFixture;
let base: string;
beforeAll(async () => {
  fixture = await openV1ServiceFixture({ settings: { V1_ALLOWED_ORIGINS: `${app},http://localhost:5173` } });
  base = fixture.booted.app.config.http.publicUrl;
});
afterAll(() => fixture[Symbol.asyncDispose]());

const begin = (target?: string) =>
  `${base}/v1/auth/login_with_idp${target === undefined ? '' : `?redirect_uri=${encodeURIComponent(target)}`}`;

async function walk(walker: Walker, jar = new Jar(), target = `${app}/after?from=login`): Promise<URL> {
  const back = await jar.ask(await walkToCallback(jar, begin(target), walker));
  if (back.status !== 302 || !back.location) throw new Error(`answered ${back.status}: ${back.text}`);
  return new URL(back.location);
}

const fragment = (url: URL) => new URLSearchParams(url.hash.slice(1));
const exchange = (jar: Jar, code: string | null, headers: Record<string, string> = {}) =>
  fixture.post('exchange', { code }, { cookie: jar.header('/v1/auth/exchange'), ...headers });

describe('logging in by redirect', () => {
  it('leads to the provider with PKCE, state and nonce, and back to the page with a code for a pair', async () => {
    const jar = new Jar();
    const out = await jar.ask(begin(`${app}/`));
    expect(out.status).toBe(302);
    const sent = new URL(out.location ?? '').searchParams;
    expect(Object.fromEntries(sent)).toMatchObject({
      response_type: 'code',
      redirect_uri: `${base}/v1/auth/idp_callback`,
      scope: 'openid email',
      code_challenge_method: 'S256',
    });
    for (const name of ['code_challenge', 'nonce']) expect(sent.get(name)).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(out.headers.get('set-cookie')).toMatch(
      /^meydan_login=[A-Za-z0-9_-]{43}; Path=\/v1\/auth; Max-Age=3600; HttpOnly; SameSite=Lax$/,
    );

    const target = await walk({ name: 'ada' }, jar);
    expect(`${target.origin}${target.pathname}${target.search}`).toBe(`${app}/after?from=login`);
    const answer = await exchange(jar, fragment(target).get('code'));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 900,
      account: { id: expect.any(String), email: 'ada@example.org' },
    });
  });

  it('leads to the documentation when no page is named', async () => {
    for (const url of [begin(), begin('')]) {
      const jar = new Jar();
      const back = await jar.ask(await walkToCallback(jar, url, { name: 'bora' }));
      expect(back.location).toMatch(new RegExp(`^${base}/docs#code=[A-Za-z0-9_-]+$`));
    }
  });

  it('is the same account each time, and another one for another address', async () => {
    const ids = [];
    for (const name of ['cem', 'cem', 'deniz']) {
      const jar = new Jar();
      ids.push((await exchange(jar, fragment(await walk({ name }, jar)).get('code'))).body.account.id);
    }
    expect(ids[0]).toBe(ids[1]);
    expect(ids[0]).not.toBe(ids[2]);
  });

  it('hands the refresh token to a page of an allowed origin as a cookie', async () => {
    const jar = new Jar();
    const code = fragment(await walk({ name: 'ece' }, jar)).get('code');
    const answer = await exchange(jar, code, { origin: app });
    expect([answer.status, answer.body.refresh_token]).toEqual([200, undefined]);
    expect(answer.headers.getSetCookie().some((line) => line.startsWith('meydan_refresh='))).toBe(true);
  });

  it('leads back with the code of a suspension, and an older code is refused by name', async () => {
    const { booted } = fixture;
    const jar = new Jar();
    const { id } = (await exchange(jar, fragment(await walk({ name: 'yaren' }, jar)).get('code'))).body.account;
    const older = fragment(await walk({ name: 'yaren' }, jar)).get('code');
    const terms = { until: null, reason: 'spam' };
    await booted.ask(operator(booted), 'PUT', `/api/console/v1-accounts/${id}/suspension`, terms);
    expect(fragment(await walk({ name: 'yaren' }, new Jar())).get('error')).toBe('account_suspended');
    const answer = await exchange(jar, older);
    expect([answer.status, answer.body.error.code]).toEqual([403, 'account_suspended']);
  });

  it('does not disturb another login of the same browser that has begun meanwhile', async () => {
    const jar = new Jar();
    const first = await walkToCallback(jar, begin(`${app}/1`), { name: 'filiz' });
    const second = await walkToCallback(jar, begin(`${app}/2`), { name: 'filiz' });
    for (const [callback, path] of [
      [first, '/1'],
      [second, '/2'],
    ] as const) {
      const back = new URL((await jar.ask(callback)).location ?? '');
      expect(back.pathname).toBe(path);
      const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
      const body = JSON.stringify({ code: fragment(back).get('code') });
      // By the browser, so that it keeps or drops its cookies as the answer says.
      expect((await jar.ask(`${base}/v1/auth/exchange`, { ...init, body })).status).toBe(200);
    }
  });
});

describe('S6: the code', () => {
  const refused = { status: 400, code: 'invalid_code' };
  const told = ({ status, body }: Awaited<ReturnType<typeof exchange>>) => ({ status, code: body.error?.code });

  it('is good once', async () => {
    const jar = new Jar();
    const other = new Jar();
    const code = fragment(await walk({ name: 'gul' }, jar)).get('code');
    await walk({ name: 'hakan' }, other);
    const cookie = jar.header('/v1/auth/exchange');
    expect((await fixture.post('exchange', { code }, { cookie })).status).toBe(200);
    expect(told(await fixture.post('exchange', { code }, { cookie }))).toEqual(refused);
  });

  it('wins once when it is exchanged many times at once', async () => {
    const jar = new Jar();
    const code = fragment(await walk({ name: 'ilker' }, jar)).get('code');
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(jar, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
  });

  it('is good only in the browser that began', async () => {
    const jar = new Jar();
    const other = new Jar();
    const code = fragment(await walk({ name: 'jale' }, jar)).get('code');
    await walk({ name: 'kaya' }, other);
    expect(told(await exchange(other, code))).toEqual(refused);
    expect(told(await exchange(new Jar(), code))).toEqual(refused);
    expect((await exchange(jar, code)).status).toBe(200);
  });

  it.each(['made-up', 'A'.repeat(64)])('is not made up: %s', async (code) => {
    expect(told(await exchange(new Jar(), code))).toEqual(refused);
  });
});

describe('the sixty seconds of a code', () => {
  it.each([
    ['before they are over, it is good', 58_000, 200],
    ['once they are over, it is not', 60_000, 400],
  ])('%s', async (_, ms, status) => {
    const clock = new TestClock();
    await using booted = await bootApp({ parts: { env: clock.env } });
    const { publicUrl } = booted.app.config.http;
    const jar = new Jar();
    const callback = await walkToCallback(jar, `${publicUrl}/v1/auth/login_with_idp`, { name: 'ada' });
    const code = fragment(new URL((await jar.ask(callback)).location ?? '')).get('code');
    clock.move(ms);
    const cookie = jar.header('/v1/auth/exchange');
    expect((await booted.ask(null, 'POST', '/v1/auth/exchange', { code }, { cookie })).status).toBe(status);
  });
});

describe('S6: the return', () => {
  it('to a browser that did not begin is refused, and leads nowhere', async () => {
    const jar = new Jar();
    const callback = await walkToCallback(jar, begin(`${app}/`), { name: 'leman' });
    const other = new Jar();
    await other.ask(begin(`${app}/`));
    for (const browser of [other, new Jar()]) {
      const back = await browser.ask(callback);
      expect([back.status, back.location, JSON.parse(back.text).error.code]).toEqual([400, null, 'invalid_code']);
    }
  });

  it.each([
    ['no state', (url: URL) => url.searchParams.delete('state')],
    ['another state', (url: URL) => url.searchParams.set('state', `x${url.searchParams.get('state')}`)],
    ['two states', (url: URL) => url.searchParams.append('state', 'another')],
    [
      'a state whose page was exchanged',
      (url: URL) => {
        const [payload = '', mac = ''] = (url.searchParams.get('state') ?? '').split('.');
        const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
        const forged = Buffer.from(JSON.stringify({ ...claims, target: 'https://evil.example/' })).toString(
          'base64url',
        );
        url.searchParams.set('state', `${forged}.${mac}`);
      },
    ],
  ])('with %s is refused, and leads nowhere', async (_, change) => {
    const jar = new Jar();
    const callback = new URL(await walkToCallback(jar, begin(`${app}/`), { name: 'mert' }));
    change(callback);
    const back = await jar.ask(callback.href);
    expect([back.status, back.location, JSON.parse(back.text).error.code]).toEqual([400, null, 'invalid_code']);
  });

  it.each([
    [
      'the issuer of another provider',
      (url: URL) => url.searchParams.set('iss', 'https://evil.example'),
      'idp_rejected',
    ],
    ['no issuer', (url: URL) => url.searchParams.delete('iss'), 'idp_rejected'],
    ['another code', (url: URL) => url.searchParams.set('code', 'another'), 'idp_rejected'],
    ['no code', (url: URL) => url.searchParams.delete('code'), 'idp_rejected'],
  ])('with %s leads back to the page without a code', async (_, change, code) => {
    const jar = new Jar();
    const callback = new URL(await walkToCallback(jar, begin(`${app}/`), { name: 'nil' }));
    change(callback);
    const back = new URL((await jar.ask(callback.href)).location ?? '');
    expect([back.origin, back.hash]).toEqual([app, expect.stringMatching(/^#error=/)]);
    expect(fragment(back).has('code')).toBe(false);
    expect(fragment(back).get('error')).toBe(code);
  });

  it('used a second time leads back without a code', async () => {
    const jar = new Jar();
    const callback = await walkToCallback(jar, begin(`${app}/`), { name: 'oya' });
    expect(fragment(new URL((await jar.ask(callback)).location ?? '')).has('code')).toBe(true);
    expect(new URL((await jar.ask(callback)).location ?? '').hash).toBe('#error=idp_rejected');
  });

  it('of somebody who did not allow it says so', async () => {
    expect((await walk({ name: 'pelin', answer: 'deny' })).hash).toBe('#error=access_denied');
  });
});

describe('the address the provider names', () => {
  it('has to be verified there, and to be one', async () => {
    expect((await walk({ name: 'rana', verified: 'no' })).hash).toBe('#error=email_not_verified');
    expect((await walk({ name: 'rana', email: 'rana@localhost' })).hash).toBe('#error=email_not_verified');
  });

  it('verifies an account that waits for it, and whoever had chosen its password is out', async () => {
    const email = 'taken@example.org';
    await fixture.post('register', { email, password: PASSWORD });
    const stale = tokenIn(await fixture.mail.mailTo(email));
    const jar = new Jar();
    const { body } = await exchange(
      jar,
      fragment(await walk({ name: 'suna', email: 'Taken@Example.org' }, jar)).get('code'),
    );
    expect(body.account.email).toBe(email);
    const login = await fixture.post('login', { email, password: PASSWORD });
    expect([login.status, login.body.error.code]).toEqual([401, 'invalid_credentials']);
    const late = await fixture.post('verify-email', { token: stale });
    expect([late.status, late.body.error.code]).toEqual([400, 'invalid_verification_token']);
    expect((await fixture.post('login', { email, password: PASSWORD })).status).toBe(401);
  });

  it('lets the owner of a verified account in, whose password stays', async () => {
    const email = 'both@example.org';
    await fixture.member(email);
    const own = await fixture.post('login', { email, password: PASSWORD });
    const jar = new Jar();
    const { body } = await exchange(jar, fragment(await walk({ name: 'tan', email }, jar)).get('code'));
    expect(body.account).toEqual(own.body.account);
    expect((await fixture.post('login', { email, password: PASSWORD })).status).toBe(200);
  });
});
