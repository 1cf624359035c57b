import { type Booted, bootApp } from '../support/clients/boot-app.js';
import { TestClock } from '../support/time/test-clock.js';
import { beginFlow, type Flow, walk } from './support/code-flow.js';

let booted: Booted;
const clock = new TestClock();
beforeAll(async () => {
  booted = await bootApp({ parts: { env: clock.env } });
});
afterAll(() => booted[Symbol.asyncDispose]());

const begin = () => beginFlow(`${booted.app.config.http.publicUrl}/dev/oidc`, `${booted.app.config.http.publicUrl}/`);
const post = (path: string, body: unknown, headers?: Record<string, string>) =>
  booted.ask(null, 'POST', `/api/auth/${path}`, body, headers);

async function loginBody(name: string, flow: Flow = begin()) {
  const back = await walk(flow, { name, birthdate: '1988-12-31', gender: 'male' });
  const { redirectUri, codeVerifier, nonce } = flow;
  return { code: back.searchParams.get('code'), redirect_uri: redirectUri, code_verifier: codeVerifier, nonce };
}

describe('logging in with an identity', () => {
  it('makes an account the first time and finds it after that', async () => {
    const first = await post('identity', await loginBody('ada'));
    expect([first.status, first.body.account.username]).toEqual([201, null]);
    const second = await post('identity', await loginBody('ada'));
    expect([second.status, second.body.account.id]).toEqual([200, first.body.account.id]);
    expect(second.body.refresh_token).not.toBe(first.body.refresh_token);
  });

  it('answers a token pair and the account, with what is kept of the identity', async () => {
    const { body } = await post('identity', await loginBody('bob'));
    const { account, ...pair } = body;
    expect(pair).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3_600,
      refresh_expires_in: 7_776_000,
    });
    expect(account).toMatchObject({ birth_date: '1988-12-31', gender: 'male', stars: 0, avatar: null });
    expect(JSON.stringify(await booted.app.store.range('accounts', { index: '_id' }))).not.toMatch(
      /bob|oidc|localhost/,
    );
  });

  it('refuses a code that was used, or came with another verifier or nonce, and makes no account', async () => {
    const before = await booted.app.store.count('accounts', { index: '_id' });
    const used = await loginBody('ada');
    await post('identity', used);
    const swapped = { ...(await loginBody('cem')), code_verifier: begin().codeVerifier };
    const other = { ...(await loginBody('cem')), nonce: 'another' };
    const answers = [await post('identity', used), await post('identity', swapped), await post('identity', other)];
    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual([
      [401, 'idp_rejected'],
      [401, 'idp_rejected'],
      [401, 'invalid_id_token'],
    ]);
    expect(await booted.app.store.count('accounts', { index: '_id' })).toBe(before);
  });

  it.each([
    ['nothing', {}],
    ['no code', { redirect_uri: 'x', code_verifier: 'y' }],
    ['no redirect_uri', { code: 'x', code_verifier: 'y' }],
    ['no verifier', { code: 'x', redirect_uri: 'y' }],
    ['an object for a code', { code: { $ne: null }, redirect_uri: 'x', code_verifier: 'y' }],
    ['a list', []],
  ])('refuses %s as invalid_request', async (_, body) => {
    const answer = await post('identity', body);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
  });
});

describe('logging in as a developer', () => {
  it('gives the same account for the same name, apart from the identities', async () => {
    const first = await post('developer', { name: 'ada' });
    const second = await post('developer', { name: ' ada ' });
    const identity = await post('identity', await loginBody('ada'));
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body.account.id).toBe(first.body.account.id);
    expect(identity.body.account.id).not.toBe(first.body.account.id);
  });

  it('takes names of 1 to 64 characters', async () => {
    for (const name of ['a', '🙂'.repeat(64)]) expect((await post('developer', { name })).status).toBeLessThan(300);
    for (const name of ['', '  ', 'a'.repeat(65), 7, null])
      expect((await post('developer', { name })).status).toBe(400);
  });

  it('is no path where it is off', async () => {
    await using strict = await bootApp({ settings: { DEV_LOGIN: 'off' } });
    expect((await strict.ask(null, 'POST', '/api/auth/developer', { name: 'ada' })).status).toBe(404);
  });
});

describe('refreshing', () => {
  const login = async (name: string) => (await post('developer', { name })).body;
  const refresh = (refresh_token: unknown, headers?: Record<string, string>) =>
    post('refresh', { refresh_token }, headers);

  it('gives the next pair, which works, and kills the old refresh token', async () => {
    const { refresh_token, account } = await login('eda');
    const next = await refresh(refresh_token);
    expect(next.status).toBe(200);
    expect(Object.keys(next.body).sort()).toEqual([
      'access_token',
      'expires_in',
      'refresh_expires_in',
      'refresh_token',
      'token_type',
    ]);
    const me = await booted.ask(null, 'GET', '/api/me', undefined, {
      authorization: `Bearer ${next.body.access_token}`,
    });
    expect(me.body.account.id).toBe(account.id);
    const again = await refresh(refresh_token);
    expect([again.status, again.body.error.code]).toEqual([401, 'invalid_refresh_token']);
    expect((await refresh(next.body.refresh_token)).status).toBe(200);
  });

  it('has one winner among thirty', async () => {
    const { refresh_token } = await login('eda');
    const answers = await Promise.all(Array.from({ length: 30 }, () => refresh(refresh_token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 29 }, () => 401)]);
  });

  it('answers the same pair to the same Idempotency-Key for 15 s, and to no other', async () => {
    const { refresh_token } = await login('eda');
    const key = { 'idempotency-key': 'k-1' };
    const first = await refresh(refresh_token, key);
    clock.move(14_000);
    const { access_token, refresh_token: next } = (await refresh(refresh_token, key)).body;
    expect([access_token, next]).toEqual([first.body.access_token, first.body.refresh_token]);
    expect((await refresh(refresh_token, { 'idempotency-key': 'k-2' })).status).toBe(401);
    expect((await refresh(refresh_token)).status).toBe(401);
    expect((await refresh(next)).status).toBe(200);
  });

  it('gives thirty parallel calls with one key one pair', async () => {
    const { refresh_token } = await login('eda');
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => refresh(refresh_token, { 'idempotency-key': 'k' })),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.refresh_token}`)).size).toBe(1);
    expect((await refresh(answers[0]?.body.refresh_token)).status).toBe(200);
  });

  it.each([
    ['a malformed key', 'a key', 400],
    ['an endless key', 'k'.repeat(65), 400],
  ])('refuses %s', async (_, key, status) => {
    expect((await refresh((await login('eda')).refresh_token, { 'idempotency-key': key })).status).toBe(status);
  });

  it('refuses what is no refresh token', async () => {
    const { access_token, refresh_token } = await login('eda');
    const changed = `${refresh_token.startsWith('A') ? 'B' : 'A'}${refresh_token.slice(1)}`;
    for (const token of ['x', access_token, `${refresh_token}A`, changed]) {
      const { status, body } = await refresh(token);
      expect([status, body.error.code]).toEqual([401, 'invalid_refresh_token']);
    }
    for (const token of [undefined, 7, {}, '']) expect((await refresh(token)).status).toBe(400);
  });
});

describe('logging out', () => {
  it('closes the session and always answers 204', async () => {
    const { refresh_token } = (await post('developer', { name: 'nil' })).body;
    for (const token of [refresh_token, refresh_token, 'unknown', 'x'.repeat(5_000)]) {
      const { status, body } = await post('logout', { refresh_token: token });
      expect([status, body]).toEqual([204, null]);
    }
    expect((await post('refresh', { refresh_token })).status).toBe(401);
  });

  it('asks for the token', async () => {
    for (const body of [{}, { refresh_token: '' }, undefined]) {
      const { status, body: answer } = await post('logout', body as object);
      expect([status, answer.error.code]).toEqual([400, 'invalid_request']);
    }
  });

  it('leaves the access token to its hour, as everywhere over REST', async () => {
    const person = await booted.person('oya');
    await post('logout', { refresh_token: person.refreshToken });
    expect((await booted.ask(person, 'GET', '/api/me')).status).toBe(200);
    clock.move(3_600_000);
    const late = await booted.ask(person, 'GET', '/api/me');
    expect([late.status, late.body.error.code]).toEqual([401, 'token_expired']);
  });
});
