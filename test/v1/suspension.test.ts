/** A suspended account of `/v1`: refused by name wherever it shows a secret of its own, and nowhere else. */
import { operator } from '../people/operator.js';
import { TestClock } from '../support/time/test-clock.js';
import { outcomeOf, PASSWORD, type Pair, type V1Fixture, withV1Fixture } from './v1-fixture.js';

const HOUR_MS = 3_600_000;
const REFUSED = '403 account_suspended';

const clock = new TestClock();

const tests = (fixture: () => V1Fixture) => {
  let count = 0;
  let email = '';
  let pair: Pair;
  beforeEach(async () => {
    count += 1;
    email = `askida${count}@example.com`;
    await fixture().account(email);
    pair = await fixture().logIn(email);
  });

  const console = (method: string, path: string, body?: unknown) => {
    const { booted } = fixture();
    return booted.ask(operator(booted), method, `/api/console${path}`, body);
  };
  const path = () => `/v1-accounts/${pair.accountId}/suspension`;
  const suspend = (until: number | null = null, words = {}) =>
    console('PUT', path(), {
      until: until === null ? null : new Date(until).toISOString(),
      reason: 'spam, told by bora',
      ...words,
    });
  const lift = () => console('DELETE', `${path()}?reason=hata`);
  const now = () => clock.env.now();
  const asked = async (...[method, where, body, asking]: Parameters<V1Fixture['ask']>) =>
    outcomeOf(await fixture().ask(method, where, body, asking));
  const logIn = (password = PASSWORD) => asked('POST', '/v1/auth/login', { email, password });
  const refresh = () => asked('POST', '/v1/auth/refresh', { refresh_token: pair.refresh });
  const me = () => asked('GET', '/v1/me', undefined, { token: pair.access });

  it('has no login, no refresh, and no use of a token', async () => {
    expect(outcomeOf(await suspend())).toBe('200');
    expect([await logIn(), await refresh(), await me()]).toEqual([REFUSED, REFUSED, REFUSED]);
    const { access: token } = pair;
    expect(await asked('GET', '/v1/auth/sessions', undefined, { token })).toBe(REFUSED);
    expect(await asked('DELETE', '/v1/auth/sessions/x', undefined, { token })).toBe(REFUSED);
    expect(await asked('DELETE', '/v1/me', { password: PASSWORD }, { token })).toBe(REFUSED);
  });

  it('is told until when, and the text that the operator wrote for it, and not the other one', async () => {
    const until = now() + HOUR_MS;
    await suspend(until, { public_reason: 'Reklam yasaktır.' });
    const { body } = await fixture().ask('GET', '/v1/me', undefined, { token: pair.access });
    expect(body.error.message).toBe(
      `This account is suspended until ${new Date(until).toISOString()}. Reklam yasaktır.`,
    );
    const login = await fixture().ask('POST', '/v1/auth/login', { email, password: PASSWORD });
    expect(login.body.error.message).toBe(body.error.message);
    expect(Object.keys(login.body.error).sort()).toEqual(['code', 'message', 'request_id']);
  });

  it('gives nothing away to those who have no secret of it', async () => {
    await suspend();
    expect(await logIn('yanlis-parola-9')).toBe('401 invalid_credentials');
    expect(await asked('POST', '/v1/auth/register', { email, password: PASSWORD })).toBe('202');
    expect(await asked('POST', '/v1/auth/forgot-password', { email })).toBe('202');
    expect(await asked('POST', '/v1/auth/resend-verification', { email })).toBe('200');
  });

  it('gets no new password by a link in a mail', async () => {
    await fixture().ask('POST', '/v1/auth/forgot-password', { email });
    const link = (await fixture().mailsTo(email, 2)).at(-1)?.token;
    await suspend();
    expect(await asked('POST', '/v1/auth/reset-password', { token: link, password: 'yepyeni-parola-8' })).toBe(REFUSED);
    await lift();
    expect(await logIn()).toBe('200');
  });

  it('can be logged out', async () => {
    await suspend();
    expect(await asked('POST', '/v1/auth/logout', { refresh_token: pair.refresh })).toBe('204');
    await lift();
    expect(await me()).toBe('401 session_revoked');
  });

  it('goes on with the tokens that it had when it is lifted', async () => {
    await suspend();
    const lifted = await lift();
    expect(lifted.body.account.suspension).toBeNull();
    expect([await me(), await refresh(), await logIn()]).toEqual(['200', '200', '200']);
  });

  it('ends by itself at the time, and not before', async () => {
    await suspend(now() + 2 * 60_000);
    fixture().pass(90_000);
    expect([await me(), await refresh()]).toEqual([REFUSED, REFUSED]);
    fixture().pass(30_000);
    expect([await me(), await refresh()]).toEqual(['200', '200']);
  });

  it('is found by its address, with both texts, and the audit row has what was before', async () => {
    await suspend(null, { public_reason: 'Reklam' });
    await suspend(null, { reason: 'yeniden' });
    const found = await console('GET', `/accounts?email=${email}`);
    const expected = { until: null, reason: 'yeniden', public_reason: null, at: expect.any(String) };
    expect(found.body.v1_accounts[0].suspension).toEqual(expected);
    const { entries } = (await console('GET', `/audit?target=${pair.accountId}`)).body;
    expect(entries[0].action).toBe('findAccounts');
    expect(entries[1]).toMatchObject({
      action: 'suspendV1Account',
      reason: 'yeniden',
      before: { suspension: { public_reason: 'Reklam' } },
      outcome: 'done',
    });
  });

  it('is not mistaken for one of /api, nor the other way round', async () => {
    expect(
      outcomeOf(await console('PUT', `/accounts/${pair.accountId}/suspension`, { until: null, reason: 'x' })),
    ).toBe('404 not_found');
    const unknown = `/v1-accounts/${crypto.randomUUID()}/suspension`;
    expect(outcomeOf(await console('PUT', unknown, { until: null, reason: 'x' }))).toBe('404 not_found');
    expect(outcomeOf(await console('DELETE', '/v1-accounts/x/suspension?reason=x'))).toBe('404 not_found');
    expect(await me()).toBe('200');
  });
};

withV1Fixture('a suspended account of /v1', tests, { clock });
