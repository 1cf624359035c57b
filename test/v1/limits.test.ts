/** What `/v1` takes of whom, and what its answers say of it. */
import type { Answer } from '../support/clients/boot-app.js';
import { openV1Fixture, outcomeOf, PASSWORD, randomAddress, type V1Fixture } from './v1-fixture.js';

let fixture: V1Fixture;
beforeAll(async () => {
  fixture = await openV1Fixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const told = ({ status, headers }: Answer) => [
  status,
  headers.get('x-ratelimit-limit'),
  headers.get('x-ratelimit-remaining'),
  headers.get('retry-after'),
];
let addresses = 0;
const freshEmail = () => {
  addresses += 1;
  return `adres${addresses}@example.com`;
};

describe('the general limit', () => {
  it('is 600 a minute for an address of the network, whatever is asked', async () => {
    const from = randomAddress();
    const ask = (path: string) => fixture.ask('GET', path, undefined, { from });
    expect(told(await ask('/v1/me'))).toEqual([401, '600', '599', null]);
    expect(told(await ask('/v1/nowhere'))).toEqual([404, '600', '598', null]);
    for (let round = 0; round < 6; round += 1) {
      await Promise.all(Array.from({ length: round === 5 ? 97 : 100 }, () => ask('/v1/me')));
    }
    expect(told(await ask('/v1/health'))).toEqual([200, '600', '0', null]);
    const refused = await ask('/v1/health');
    expect(outcomeOf(refused)).toBe('429 rate_limited');
    expect([refused.headers.get('x-ratelimit-limit'), refused.headers.get('x-ratelimit-remaining')]).toEqual([
      '600',
      '0',
    ]);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(40);
    expect(wait).toBeLessThanOrEqual(60);
    expect((await fixture.ask('GET', '/v1/health')).status).toBe(200);
    fixture.pass(wait * 1_000);
    expect((await ask('/v1/health')).status).toBe(200);
  }, 30_000);
});

describe('stricter limits', () => {
  const bodies: [path: string, limit: number, status: number, body: () => object][] = [
    ['register', 5, 202, () => ({ email: freshEmail(), password: PASSWORD })],
    ['login', 20, 401, () => ({ email: freshEmail(), password: PASSWORD })],
    ['refresh', 60, 401, () => ({ refresh_token: 'x' })],
    ['verify-email', 20, 400, () => ({ token: 'x' })],
    ['reset-password', 20, 400, () => ({ token: 'x', password: PASSWORD })],
    ['exchange', 30, 400, () => ({ code: 'x' })],
  ];

  it.each(bodies)('%s takes %d a minute', async (path, limit, status, body) => {
    const from = randomAddress();
    const post = () => fixture.ask('POST', `/v1/auth/${path}`, body(), { from });
    for (let taken = 1; taken <= limit; taken += 1) {
      expect(told(await post())).toEqual([status, String(limit), String(limit - taken), null]);
    }
    const refused = await post();
    expect(outcomeOf(refused)).toBe('429 rate_limited');
    expect(told(refused)).toEqual([429, String(limit), '0', expect.stringMatching(/^\d+$/)]);
    fixture.pass(Number(refused.headers.get('retry-after')) * 1_000);
    expect((await post()).status).toBe(status);
  });

  it.each([
    ['resend-verification', 200],
    ['forgot-password', 202],
  ])('%s takes three an hour for an address, known or not', async (path, status) => {
    const [known, unknown] = [freshEmail(), freshEmail()];
    await fixture.register(known);
    for (const email of [known, unknown]) {
      const post = (typed: string) => fixture.ask('POST', `/v1/auth/${path}`, { email: typed });
      for (const left of ['2', '1', '0']) expect(told(await post(email))).toEqual([status, '3', left, null]);
      const refused = await post(email.toUpperCase());
      expect(told(refused)).toEqual([429, '3', '0', expect.stringMatching(/^3[56]\d\d$/)]);
    }
    fixture.pass(3_600_000);
    expect((await fixture.ask('POST', `/v1/auth/${path}`, { email: known })).status).toBe(status);
  });

  it('resend-verification takes five a minute, and speaks of whichever limit is closer', async () => {
    const from = randomAddress();
    const post = () => fixture.ask('POST', '/v1/auth/resend-verification', { email: freshEmail() }, { from });
    const answers = [await post(), await post(), await post(), await post(), await post(), await post()];
    expect(answers.map(told)).toEqual([
      [200, '3', '2', null],
      [200, '3', '2', null],
      [200, '5', '2', null],
      [200, '5', '1', null],
      [200, '5', '0', null],
      [429, '5', '0', expect.any(String)],
    ]);
  });

  it('count a customer’s whole IPv6 network as one, and the next one’s as another', async () => {
    const register = async (from: string) =>
      (await fixture.ask('POST', '/v1/auth/register', { email: freshEmail(), password: PASSWORD }, { from })).status;
    const statuses: number[] = [];
    for (let host = 1; host <= 6; host += 1) statuses.push(await register(`2001:db8:7:7::${host}`));
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
    expect(await register('2001:db8:7:8::1')).toBe(202);
  });

  it('believe no more of X-Forwarded-For than the proxies in front wrote', async () => {
    const from = randomAddress();
    const outcomes: number[] = [];
    for (let spoof = 0; spoof < 6; spoof += 1) {
      const headers = { 'x-forwarded-for': `1.2.3.${spoof}, ${from}` };
      const body = { email: freshEmail(), password: PASSWORD };
      outcomes.push((await fixture.ask('POST', '/v1/auth/register', body, { headers })).status);
    }
    expect(outcomes).toEqual([202, 202, 202, 202, 202, 429]);
  });
});

describe('failed logins', () => {
  const login = (email: string, password = 'not the password') =>
    fixture.ask('POST', '/v1/auth/login', { email, password });

  it('lock an address after five within 15 minutes, known or not, also for the right password', async () => {
    const known = freshEmail();
    await fixture.account(known);
    for (const email of [known, freshEmail()]) {
      for (let failed = 0; failed < 5; failed += 1) {
        expect(outcomeOf(await login(email))).toBe('401 invalid_credentials');
        fixture.pass(60_000);
      }
      const locked = await login(email.toUpperCase(), PASSWORD);
      expect(outcomeOf(locked)).toBe('429 too_many_attempts');
      const wait = Number(locked.headers.get('retry-after'));
      expect(Math.abs(wait - 600)).toBeLessThan(30);
      // The first is 15 minutes old, the others are not: one more is judged.
      fixture.pass(wait * 1_000);
      const judged = await login(email);
      expect(outcomeOf(judged)).toBe('401 invalid_credentials');
      expect(outcomeOf(await login(email))).toBe('429 too_many_attempts');
      fixture.pass(15 * 60_000);
    }
    expect((await login(known, PASSWORD)).status).toBe(200);
  });

  it('keep nobody out any more who has reset the password', async () => {
    const email = freshEmail();
    await fixture.account(email);
    for (let failed = 0; failed < 5; failed += 1) await login(email);
    expect(outcomeOf(await login(email, PASSWORD))).toBe('429 too_many_attempts');
    await fixture.ask('POST', '/v1/auth/forgot-password', { email });
    const token = (await fixture.mailsTo(email, 2)).at(-1)?.token;
    const password = 'yeni-sifre-123';
    expect((await fixture.ask('POST', '/v1/auth/reset-password', { token, password })).status).toBe(204);
    expect(outcomeOf(await login(email, password))).toBe('200');
    for (let failed = 0; failed < 5; failed += 1) expect(outcomeOf(await login(email))).toBe('401 invalid_credentials');
    expect(outcomeOf(await login(email, password))).toBe('429 too_many_attempts');
  });

  it('do not count what succeeded or was not verified yet', async () => {
    const email = freshEmail();
    await fixture.register(email);
    for (let times = 0; times < 8; times += 1)
      expect(outcomeOf(await login(email, PASSWORD))).toBe('403 email_not_verified');
    for (let failed = 0; failed < 4; failed += 1) await login(email);
    expect(outcomeOf(await login(email, PASSWORD))).toBe('403 email_not_verified');
    expect(outcomeOf(await login(email))).toBe('401 invalid_credentials');
    expect(outcomeOf(await login(email, PASSWORD))).toBe('429 too_many_attempts');
  });

  it('let all of many right logins at once in', async () => {
    const email = freshEmail();
    await fixture.account(email);
    const answers = await Promise.all(Array.from({ length: 15 }, () => login(email, PASSWORD)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 15 }, () => 200));
  });

  it('count a wrong password at the deletion of the account', async () => {
    const email = freshEmail();
    await fixture.account(email);
    const { access: token } = await fixture.logIn(email);
    const leave = (password: string) => fixture.ask('DELETE', '/v1/me', { password }, { token });
    for (let failed = 0; failed < 5; failed += 1)
      expect(outcomeOf(await leave('wrong'))).toBe('401 invalid_credentials');
    expect(outcomeOf(await leave(PASSWORD))).toBe('429 too_many_attempts');
    expect(outcomeOf(await login(email, PASSWORD))).toBe('429 too_many_attempts');
  });
});

describe('mails that a stranger causes', () => {
  it('use up neither the new password nor the link that the owner asks for', async () => {
    const [known, waiting] = [freshEmail(), freshEmail()];
    await fixture.account(known);
    await fixture.register(waiting);
    const networks = Array.from({ length: 25 }, randomAddress);
    const flood = async (email: string) => {
      for (const from of networks) {
        const body = { email, password: 'of-a-stranger-1' };
        expect((await fixture.ask('POST', '/v1/auth/register', body, { from })).status).toBe(202);
      }
    };
    await Promise.all([flood(known), flood(waiting)]);
    await fixture.mailsTo(known, 21);
    await fixture.ask('POST', '/v1/auth/forgot-password', { email: known });
    const reset = (await fixture.mailsTo(known, 22)).at(-1);
    const body = { token: reset?.token, password: 'yeni-sifre-123' };
    expect((await fixture.ask('POST', '/v1/auth/reset-password', body)).status).toBe(204);
    await fixture.ask('POST', '/v1/auth/resend-verification', { email: waiting });
    const link = (await fixture.mailsTo(waiting, 21)).at(-1);
    expect((await fixture.ask('POST', '/v1/auth/verify-email', { token: link?.token })).status).toBe(200);
  }, 30_000);

  it('are five from one network, which leaves the owner their own', async () => {
    const email = freshEmail();
    const from = randomAddress();
    for (let round = 0; round < 2; round += 1) {
      for (let times = 0; times < 5; times += 1) {
        await fixture.ask('POST', '/v1/auth/register', { email, password: 'of-a-stranger-1' }, { from });
      }
      fixture.pass(60_000);
    }
    await fixture.register(email);
    const mails = await fixture.mailsTo(email, 6);
    expect(mails).toHaveLength(6);
  });
});

describe('RATE_LIMITS=off', () => {
  it('lifts every window, and not the lock', async () => {
    await using open = await openV1Fixture({ settings: { RATE_LIMITS: 'off' } });
    const from = randomAddress();
    for (let times = 0; times < 12; times += 1) {
      const body = { email: freshEmail() };
      expect((await open.ask('POST', '/v1/auth/resend-verification', body, { from })).status).toBe(200);
    }
    const email = freshEmail();
    const outcomes: string[] = [];
    for (let times = 0; times < 7; times += 1) {
      outcomes.push(outcomeOf(await open.ask('POST', '/v1/auth/login', { email, password: 'wrong' }, { from })));
    }
    expect(outcomes.slice(4)).toEqual(['401 invalid_credentials', '429 too_many_attempts', '429 too_many_attempts']);
  });
});
