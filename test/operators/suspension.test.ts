/** A suspended account: nothing of it is accepted, on any interface, until the time or the operator says so. */
import { endpoints } from '#src/protocol/endpoints.js';
import { refusal, talk } from '../gateway/talker.js';
import { claim, linkPanel, showCode } from '../panel/support/panel-people.js';
import { outcomeOf } from '../people/operator.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { type EngineSettings, onEachEngine } from '../support/store/engine-settings.js';
import { TestClock } from '../support/time/test-clock.js';
import { lastResort } from './operator-people.js';

const HOUR_MS = 3_600_000;

onEachEngine('a suspended account', (engine) => {
  describe('of the service', () => suspending(engine));
});

function suspending(engine: EngineSettings): void {
  let booted: Booted;
  let ada: Person;
  let named = 0;
  const clock = new TestClock();
  beforeAll(async () => {
    const { MONGODB_URI } = engine();
    const settings = { ACCESS_TOKEN_TTL_S: '86400', SESSION_RECHECK_S: '2' };
    const parts = { env: clock.env };
    booted = await bootApp({ ...(MONGODB_URI ? { mongodbUri: MONGODB_URI } : {}), settings, parts });
  });
  afterAll(() => booted?.[Symbol.asyncDispose]());
  beforeEach(async () => {
    named += 1;
    ada = await booted.person(`askida.${named}`);
    const slug = `askida-${named}`;
    expect((await booted.ask(ada, 'POST', '/api/rooms', { name: slug, slug })).status).toBe(201);
  });

  const path = () => `/accounts/${ada.accountId}/suspension`;
  const hours = (count: number) => new Date(clock.env.now() + count * HOUR_MS).toISOString();
  const suspend = (until: string | null, reason = 'spam') => lastResort(booted)('PUT', path(), { until, reason });
  const lift = () => lastResort(booted)('DELETE', `${path()}?reason=hata`);
  const say = (body: string) => booted.ask(ada, 'POST', `/api/rooms/askida-${named}/messages`, { body });
  const refresh = () => booted.ask(null, 'POST', '/api/auth/refresh', { refresh_token: ada.refreshToken });

  it('is refused by every endpoint that takes a token, with the code and the end', async () => {
    const until = hours(1);
    expect(outcomeOf(await suspend(until))).toBe('200');
    const { body } = await booted.ask(ada, 'GET', '/api/me');
    expect(body.error).toEqual({
      code: 'account_suspended',
      message: 'This account is suspended.',
      until: Date.parse(until),
    });
    for (const { method, path: template, access } of endpoints) {
      if (access !== 'bearer' && access !== 'username') continue;
      const filled = template.replaceAll(/\{\w+\}/g, 'x');
      const answer = await booted.ask(ada, method.toUpperCase(), filled, method === 'get' ? undefined : {});
      expect([filled, outcomeOf(answer)]).toEqual([filled, '403 account_suspended']);
    }
  });

  it('has no login, no refresh and no socket', async () => {
    const talker = await talk(booted, ada);
    await suspend(null);
    await talker.hangsUp();
    expect(talker.all('session:closed')).toEqual([{ reason: 'account_suspended' }]);
    expect(await refusal(booted.url, { token: ada.accessToken })).toMatchObject({ code: 'account_suspended' });
    expect(outcomeOf(await refresh())).toBe('403 account_suspended');
    const login = await booted.ask(null, 'POST', '/api/auth/developer', { name: ada.name });
    expect(outcomeOf(login)).toBe('403 account_suspended');
    expect(outcomeOf(await booted.ask(null, 'POST', '/api/auth/logout', { refresh_token: ada.refreshToken }))).toBe(
      '204',
    );
  });

  it('has no panel', async () => {
    const { panel } = await linkPanel(booted, ada);
    const shown = await showCode(booted);
    await booted.ask(ada, 'POST', '/api/me/panels', { code: shown.code });
    await suspend(null);
    expect(outcomeOf(await booted.ask(panel, 'GET', '/api/panel/me'))).toBe('403 account_suspended');
    expect(outcomeOf(await claim(booted, shown.claim))).toBe('403 account_suspended');
  });

  it('goes on as before when it is lifted, with the tokens that it had', async () => {
    await say('önce');
    await suspend(null);
    expect(outcomeOf(await say('arada'))).toBe('403 account_suspended');
    const { body } = await lift();
    expect(body.account.suspension).toBeNull();
    expect(outcomeOf(await say('sonra'))).toBe('201');
    expect(outcomeOf(await refresh())).toBe('200');
    const talker = await talk(booted, ada);
    const { messages } = (await booted.ask(ada, 'GET', `/api/rooms/askida-${named}/messages`)).body;
    expect(messages.map((row: { body: string }) => row.body).filter(Boolean)).toEqual(['sonra', 'önce']);
    talker.close();
  });

  it('ends by itself at the time, and not before', async () => {
    await suspend(hours(2));
    clock.move(2 * HOUR_MS - 30_000);
    expect(outcomeOf(await say('erken'))).toBe('403 account_suspended');
    clock.move(30_000);
    expect(outcomeOf(await say('geç'))).toBe('201');
    expect(outcomeOf(await refresh())).toBe('200');
    const found = await lastResort(booted)('GET', `/accounts?username=${ada.name}`);
    expect(found.body.accounts[0].suspension).toBeNull();
  });

  it('hears the text that is meant for it, and not the reason for operators', async () => {
    const words = { until: null, reason: 'bora şikâyet etti', public_reason: ' Reklam yasaktır. ' };
    const { body } = await lastResort(booted)('PUT', path(), words);
    expect(body.account.suspension.public_reason).toBe('Reklam yasaktır.');
    const told = { code: 'account_suspended', message: 'This account is suspended.', reason: 'Reklam yasaktır.' };
    expect((await booted.ask(ada, 'GET', '/api/me')).body.error).toEqual(told);
    expect(await refusal(booted.url, { token: ada.accessToken })).toEqual(told);
    expect((await refresh()).body.error).toEqual(told);
    await lastResort(booted)('PUT', path(), { ...words, public_reason: '' });
    expect((await booted.ask(ada, 'GET', '/api/me')).body.error.reason).toBeUndefined();
  });

  it('is shown to operators with the reason, and the audit row has what was before', async () => {
    const until = hours(5);
    await suspend(until, 'ilk');
    await suspend(null, 'ikinci');
    const found = await lastResort(booted)('GET', `/accounts?username=${ada.name}`);
    expect(found.body.accounts[0].suspension).toEqual({
      until: null,
      reason: 'ikinci',
      public_reason: null,
      at: expect.any(String),
    });
    const { entries } = (await lastResort(booted)('GET', `/audit?target=${ada.accountId}`)).body;
    const [search, ...rows] = entries;
    expect(search.action).toBe('findAccounts');
    expect(rows).toMatchObject([
      { action: 'suspendAccount', reason: 'ikinci', before: { suspension: { until, reason: 'ilk' } } },
      { action: 'suspendAccount', reason: 'ilk', before: { suspension: null } },
    ]);
  });

  it('loses a socket whose end was not heard of to the next recheck', async () => {
    const talker = await talk(booted, ada);
    // As if every notice had been lost: the stored session alone knows.
    const account = ada.accountId;
    const sessions = await booted.app.store.range<{ _id: string }>('sessions', {
      index: 'byAccount',
      prefix: [account],
    });
    await booted.app.store.write(
      sessions.map(({ _id: id }) => ({
        op: 'set',
        in: 'sessions',
        id,
        set: { suspendedUntil: Number.MAX_SAFE_INTEGER },
      })),
    );
    clock.move(2_000);
    await talker.hangsUp();
    expect(talker.all('session:closed')).toEqual([{ reason: 'account_suspended' }]);
  });

  it('gets no push', async () => {
    const device = { platform: 'android', push_token: `jeton-${named}`.padEnd(40, 'x') };
    const registered = await booted.ask(ada, 'PUT', '/api/me/device', device);
    expect(registered.status).toBeLessThan(300);
    const devices = () => booted.app.store.count('devices', { index: 'byAccount', prefix: [ada.accountId] });
    expect(await devices()).toBe(1);
    await suspend(null);
    expect(await devices()).toBe(0);
  });

  it('loses what it wanted forgotten: the job goes on with its reading events', async () => {
    const { users } = booted.app.node;
    await suspend(null);
    const forgotten = await users.tryAsk(ada.accountId, { type: 'forget_events' });
    expect(forgotten).toEqual({ ok: true, value: { more: false } });
  });

  it('has its sessions ended by an operator: sockets and refresh tokens end', async () => {
    const talker = await talk(booted, ada);
    const { status } = await lastResort(booted)('POST', `/accounts/${ada.accountId}/sessions/end`, {
      reason: 'çalındı',
    });
    expect(status).toBe(204);
    await talker.hangsUp();
    expect(talker.all('session:closed')).toEqual([{ reason: 'session_closed' }]);
    expect(outcomeOf(await refresh())).toBe('401 invalid_refresh_token');
    const again = await lastResort(booted)('POST', `/accounts/${ada.accountId}/sessions/end`, { reason: 'yine' });
    expect(again.status).toBe(204);
  });

  it('ends before the year 10000 at the latest', async () => {
    expect(outcomeOf(await suspend('9999-12-31T23:59:59.999Z'))).toBe('200');
    expect(outcomeOf(await suspend('+010000-01-01T00:00:00.000Z'))).toBe('422 validation_failed');
  });

  it.each([
    [{ until: '2001-01-01T00:00:00.000Z', reason: 'x' }, '422 validation_failed'],
    [{ until: 'yarın', reason: 'x' }, '422 validation_failed'],
    [{ until: '+010000-01-01T00:00:00.000Z', reason: 'x' }, '422 validation_failed'],
    [{ until: null }, '422 validation_failed'],
    [{ until: null, reason: '' }, '422 validation_failed'],
    [{ until: null, reason: 'x'.repeat(501) }, '422 validation_failed'],
    [{ until: null, reason: 'x', public_reason: 'x'.repeat(301) }, '422 validation_failed'],
    [{ reason: 'x' }, '422 validation_failed'],
  ])('is not made by %j', async (body, outcome) => {
    expect(outcomeOf(await lastResort(booted)('PUT', path(), body))).toBe(outcome);
    expect(outcomeOf(await say('sürüyor'))).toBe('201');
  });
}
