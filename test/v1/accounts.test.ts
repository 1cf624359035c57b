/** Accounts of `/v1` from the first mail to the last. */
import { createPasswords } from '#src/adapters/credentials/passwords.js';
import type { V1Account } from '#src/domain/v1/v1-account.js';
import { findReferences } from '#src/store/find-references.js';
import { poll } from '../support/time/poll.js';
import { outcomeOf, PASSWORD, withV1Fixture } from './v1-fixture.js';

withV1Fixture('an account of /v1', (fixture) => {
  const login = async (email: string, password = PASSWORD) =>
    outcomeOf(await fixture().ask('POST', '/v1/auth/login', { email, password }));

  it('is registered, refuses logins until its link was opened, and then lets its owner in', async () => {
    const registered = await fixture().ask('POST', '/v1/auth/register', {
      email: 'Ada@Example.com',
      password: PASSWORD,
    });
    expect([registered.status, Object.keys(registered.body)]).toEqual([202, ['message']]);
    expect(await login('ada@example.com')).toBe('403 email_not_verified');
    expect(await login('ada@example.com', 'something else')).toBe('401 invalid_credentials');
    const [mail] = await fixture().mailsTo('ada@example.com', 1);
    const verified = await fixture().ask('POST', '/v1/auth/verify-email', { token: mail?.token });
    expect([verified.status, Object.keys(verified.body)]).toEqual([200, ['message']]);
    const { status, body } = await fixture().ask('POST', '/v1/auth/login', {
      email: ' ADA@example.COM',
      password: PASSWORD,
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 900,
      account: { id: expect.stringMatching(/^[0-9a-f-]{36}$/), email: 'ada@example.com' },
    });
    const me = await fixture().ask('GET', '/v1/me', undefined, { token: body.access_token });
    expect(me.body).toEqual({
      account: { ...body.account, created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) },
    });
  });

  it('is verified by its link once, and within a day', async () => {
    await fixture().register('bob@example.com');
    const [mail] = await fixture().mailsTo('bob@example.com', 1);
    const open = async (token: unknown) => outcomeOf(await fixture().ask('POST', '/v1/auth/verify-email', { token }));
    const changed = `${mail?.token?.startsWith('A') ? 'B' : 'A'}${mail?.token?.slice(1)}`;
    expect(await open(changed)).toBe('400 invalid_verification_token');
    expect(await open('x')).toBe('400 invalid_verification_token');
    expect(await open(mail?.token)).toBe('200');
    expect(await open(mail?.token)).toBe('400 invalid_verification_token');
    await fixture().register('cem@example.com');
    const [late] = await fixture().mailsTo('cem@example.com', 1);
    fixture().pass(24 * 3_600_000);
    expect(await open(late?.token)).toBe('400 invalid_verification_token');
    expect(await login('cem@example.com')).toBe('403 email_not_verified');
  });

  it('that exists is told of a registration by mail, and stays as it is', async () => {
    await fixture().account('eda@example.com');
    const [first] = await fixture().mailsTo('eda@example.com', 1);
    const again = await fixture().ask('POST', '/v1/auth/register', {
      email: 'eda@example.com',
      password: 'another-password',
    });
    expect(again.status).toBe(202);
    const [, second] = await fixture().mailsTo('eda@example.com', 2);
    expect(second?.subject).not.toBe(first?.subject);
    expect(second?.token).toBeUndefined();
    expect(await login('eda@example.com', 'another-password')).toBe('401 invalid_credentials');
    expect(await login('eda@example.com')).toBe('200');
  });

  it.each([
    ['the first', 0],
    ['the second', 1],
  ])('has no password when two were chosen and the link of %s registration is opened', async (which, opened) => {
    const email = `fatma.${opened}@example.com`;
    await fixture().register(email, 'of-a-stranger-1');
    await fixture().register(email, 'of-the-owner-22');
    const mails = await fixture().mailsTo(email, 2);
    expect([which, mails[1]?.subject]).not.toEqual([which, mails[0]?.subject]);
    const verified = await fixture().ask('POST', '/v1/auth/verify-email', { token: mails[opened]?.token });
    expect(verified.status).toBe(200);
    for (const password of ['of-a-stranger-1', 'of-the-owner-22'])
      expect(await login(email, password)).toBe('401 invalid_credentials');
    expect(outcomeOf(await fixture().ask('POST', '/v1/auth/verify-email', { token: mails[1 - opened]?.token }))).toBe(
      '400 invalid_verification_token',
    );
    await fixture().ask('POST', '/v1/auth/forgot-password', { email });
    const token = (await fixture().mailsTo(email, 3)).at(-1)?.token;
    await fixture().ask('POST', '/v1/auth/reset-password', { token, password: 'of-the-owner-33' });
    expect(await login(email, 'of-the-owner-33')).toBe('200');
  });

  it.each([
    ['the first', 0],
    ['the second', 1],
  ])(
    'keeps its password when it is registered twice with the same, and the link of %s is opened',
    async (_, opened) => {
      const email = `feride.${opened}@example.com`;
      await fixture().register(email);
      await fixture().register(email);
      const mails = await fixture().mailsTo(email, 2);
      await fixture().ask('POST', '/v1/auth/verify-email', { token: mails[opened]?.token });
      expect(await login(email)).toBe('200');
    },
  );

  it('keeps its password when it is registered twice at once, as by a double click', async () => {
    const email = 'figen@example.com';
    await Promise.all([fixture().register(email), fixture().register(email)]);
    const [mail] = await fixture().mailsTo(email, 2);
    await fixture().ask('POST', '/v1/auth/verify-email', { token: mail?.token });
    expect(await login(email)).toBe('200');
  });

  it('gets its link once more, which brings no password when strangers may have sent one', async () => {
    const resend = (email: string) => fixture().ask('POST', '/v1/auth/resend-verification', { email });
    await fixture().register('gul@example.com');
    const unknown = await resend('nobody@example.com');
    const known = await resend('gul@example.com');
    expect([known.status, known.body]).toEqual([200, unknown.body]);
    const [, second] = await fixture().mailsTo('gul@example.com', 2);
    await fixture().ask('POST', '/v1/auth/verify-email', { token: second?.token });
    expect(await login('gul@example.com')).toBe('200');
    await fixture().register('hasan@example.com', 'of-a-stranger-1');
    await fixture().register('hasan@example.com', 'of-the-owner-22');
    await resend('hasan@example.com');
    const [, , third] = await fixture().mailsTo('hasan@example.com', 3);
    await fixture().ask('POST', '/v1/auth/verify-email', { token: third?.token });
    expect(await login('hasan@example.com', 'of-a-stranger-1')).toBe('401 invalid_credentials');
    expect(await login('hasan@example.com', 'of-the-owner-22')).toBe('401 invalid_credentials');
  });

  it('gets a new password by a link that is good once, for an hour, and loses every session', async () => {
    await fixture().account('ilk@example.com');
    const pair = await fixture().logIn('ilk@example.com');
    const forgot = (email: string) => fixture().ask('POST', '/v1/auth/forgot-password', { email });
    const known = await forgot('ilk@example.com');
    expect([known.status, known.body]).toEqual([202, (await forgot('nobody@example.com')).body]);
    const [, mail] = await fixture().mailsTo('ilk@example.com', 2);
    const reset = async (token: unknown, password = 'yeni-sifre-123') =>
      outcomeOf(await fixture().ask('POST', '/v1/auth/reset-password', { token, password }));
    expect(await reset(mail?.token, 'short')).toBe('422 validation_failed');
    expect(await reset(mail?.token)).toBe('204');
    expect(await reset(mail?.token)).toBe('400 invalid_reset_token');
    expect(await login('ilk@example.com')).toBe('401 invalid_credentials');
    expect(await login('ilk@example.com', 'yeni-sifre-123')).toBe('200');
    expect(outcomeOf(await fixture().ask('GET', '/v1/me', undefined, { token: pair.access }))).toBe(
      '401 session_revoked',
    );
    expect(outcomeOf(await fixture().ask('POST', '/v1/auth/refresh', { refresh_token: pair.refresh }))).toBe(
      '401 session_revoked',
    );
    await forgot('ilk@example.com');
    const late = (await fixture().mailsTo('ilk@example.com', 4)).at(-1);
    fixture().pass(3_600_000);
    expect(await reset(late?.token)).toBe('400 invalid_reset_token');
  });

  it('that was never verified is verified by a new password', async () => {
    await fixture().register('kaya@example.com');
    await fixture().ask('POST', '/v1/auth/forgot-password', { email: 'kaya@example.com' });
    const [, mail] = await fixture().mailsTo('kaya@example.com', 2);
    await fixture().ask('POST', '/v1/auth/reset-password', { token: mail?.token, password: 'yeni-sifre-123' });
    expect(await login('kaya@example.com', 'yeni-sifre-123')).toBe('200');
  });

  it('ends with its password, with all sessions, and may begin anew', async () => {
    await fixture().account('lale@example.com');
    const [here, there] = [await fixture().logIn('lale@example.com'), await fixture().logIn('lale@example.com')];
    const leave = async (body: object) =>
      outcomeOf(await fixture().ask('DELETE', '/v1/me', body, { token: here.access }));
    expect(await leave({})).toBe('422 validation_failed');
    expect(await leave({ password: 'not the one' })).toBe('401 invalid_credentials');
    expect(await leave({ password: PASSWORD })).toBe('204');
    for (const { access } of [here, there]) {
      expect(outcomeOf(await fixture().ask('GET', '/v1/me', undefined, { token: access }))).toBe('401 session_revoked');
    }
    expect(await login('lale@example.com')).toBe('401 invalid_credentials');
    await fixture().mailsTo('lale@example.com', 2);
    const { store } = fixture().booted.app;
    const left = async () => {
      for await (const trace of findReferences(store, ['lale@example.com', here.accountId])) return trace;
      return null;
    };
    await poll(async () => (await left()) === null, { until: 'nothing is left of the account in any collection' });
    await fixture().account('lale@example.com');
    expect((await fixture().logIn('lale@example.com')).accountId).not.toBe(here.accountId);
  });

  it('whose password was hashed with less has it hashed anew at a login, and no other way', async () => {
    await fixture().account('mine@example.com');
    const { store } = fixture().booted.app;
    const [account] = (await store.range<V1Account>('v1Accounts', { index: '_id' })).filter(
      ({ email }) => email === 'mine@example.com',
    );
    const hash = async () => (await store.get<V1Account>('v1Accounts', account?._id ?? ''))?.passwordHash;
    const weak = await createPasswords({ memoryCost: 1_024, timeCost: 1 }).hash(PASSWORD);
    await store.write([{ op: 'set', in: 'v1Accounts', id: account?._id ?? '', set: { passwordHash: weak } }]);
    expect(await login('mine@example.com', 'not the password')).toBe('401 invalid_credentials');
    expect(await hash()).toBe(weak);
    expect(await login('mine@example.com')).toBe('200');
    expect(await hash()).toMatch(/m=19456,t=2/);
    expect(await login('mine@example.com')).toBe('200');
  });
});
