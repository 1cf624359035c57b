/** S21: the security log tells who was refused what and what operators did, and names nobody. */
import { type SecurityEvent, securityEvents } from '#src/domain/accounts/security-events.js';
import { createLoggers } from '#src/observability/logger.js';
import { refusal } from '../gateway/talker.js';
import { linkPanel } from '../panel/support/panel-people.js';
import type { Person } from '../support/clients/boot-app.js';
import { openV1Fixture, PASSWORD, randomAddress, type V1Fixture } from '../v1/v1-fixture.js';

const CONSOLE_KEY = 'a-key-for-operators-2026';
const ada = 'ada.gizli@example.com';

interface Line {
  event: SecurityEvent;
  part: string;
  level: string;
  [field: string]: unknown;
}

describe('S21: the security log', () => {
  let fixture: V1Fixture;
  let text = '';
  const lines = (): Line[] =>
    text
      .split('\n')
      .filter((line) => line.includes('"part":"security"'))
      .map((line) => JSON.parse(line));
  /** The lines that this request caused. */
  async function told(work: () => Promise<unknown>): Promise<Line[]> {
    const before = lines().length;
    await work();
    return lines().slice(before);
  }
  const events = async (work: () => Promise<unknown>) => (await told(work)).map(({ event }) => event);
  const login = (password: string, from = randomAddress()) =>
    fixture.ask('POST', '/v1/auth/login', { email: ada, password }, { from });
  const api = (person: Person | null, method: string, path: string, body?: unknown) =>
    fixture.ask(method, path, body, { ...(person && { token: person.accessToken }) });
  /** Logs in from a network of its own, and has a name. */
  async function person(name: string): Promise<Person> {
    const { body } = await api(null, 'POST', '/api/auth/developer', { name });
    const made = { name, accountId: body.account.id, accessToken: body.access_token, refreshToken: body.refresh_token };
    await api(made, 'PUT', '/api/me/username', { username: name });
    return made;
  }

  beforeAll(async () => {
    const loggers = createLoggers('info', { write: (line) => void (text += line) });
    fixture = await openV1Fixture({ settings: { CONSOLE_KEY }, loggers });
  });
  afterAll(() => fixture?.[Symbol.asyncDispose]());

  it('tells of logins that were refused, locked and let in, by a print of the address and of the network', async () => {
    expect(await events(() => fixture.account(ada))).toEqual(['address_verified']);
    const from = randomAddress();
    const [first] = await told(() => login('not the password', from));
    const [second] = await told(() => login('not that either', from));
    expect(first).toMatchObject({ event: 'login_refused', level: 'warn', code: 'invalid_credentials' });
    expect([first?.subject, first?.network]).toEqual([second?.subject, second?.network]);
    const [elsewhere] = await told(() => login(PASSWORD));
    expect(elsewhere).toMatchObject({ event: 'login', level: 'info', operation: 'v1Login', subject: first?.subject });
    expect(elsewhere?.network).not.toBe(first?.network);
    for (let failed = 0; failed < 3; failed += 1) await login('wrong again, surely');
    expect(await events(() => login(PASSWORD))).toEqual(['login_locked']);
    await fixture.ask('POST', '/v1/auth/forgot-password', { email: ada });
    const token = (await fixture.mailsTo(ada, 2)).at(-1)?.token;
    const body = { token, password: 'yeni-sifre-123' };
    expect(await events(() => fixture.ask('POST', '/v1/auth/reset-password', body))).toEqual(['password_reset']);
  });

  it('tells a used refresh token from one that is not valid, on both interfaces', async () => {
    const eda = await person('eda.gizli');
    const { refresh } = await fixture.logIn(ada, 'yeni-sifre-123');
    const used: [path: string, token: string][] = [
      ['/api/auth/refresh', eda.refreshToken],
      ['/v1/auth/refresh', refresh],
    ];
    for (const [path, refresh_token] of used) await fixture.ask('POST', path, { refresh_token });
    fixture.pass(15_001);
    for (const [path, refresh_token] of used) {
      const reused = await told(() => fixture.ask('POST', path, { refresh_token }));
      expect(reused).toMatchObject([{ event: 'refresh_reused', level: 'warn', subject: expect.any(String) }]);
      expect(await events(() => fixture.ask('POST', path, { refresh_token: 'x' }))).toEqual(['refresh_refused']);
    }
  });

  it('tells of sessions, panels, copies and the end of an account', async () => {
    const cem = await person('cem.gizli');
    const steps = await events(async () => {
      const { panel, linkId } = await linkPanel(
        { ...fixture.booted, ask: (who, method, path, body) => api(who, method, path, body) },
        cem,
      );
      await api(panel, 'GET', '/api/rooms');
      await api(cem, 'DELETE', `/api/me/panels/${linkId}`);
      await api(panel, 'GET', '/api/panel/me');
      await api(cem, 'POST', '/api/me/export');
      await api(null, 'POST', '/api/auth/logout', { refresh_token: cem.refreshToken });
      await api(cem, 'DELETE', '/api/me');
    });
    expect(steps).toEqual([
      'panel_linked',
      'login',
      'scope_refused',
      'panel_unlinked',
      'token_refused',
      'export_requested',
      'logout',
      'account_deleted',
    ]);
  });

  it('tells what an operator did to whom, and who came with a wrong key', async () => {
    const { accountId } = await person('bob.gizli');
    const grant = (token: string) => {
      const body = { delta: 25, reason: 'gift' };
      return fixture.ask('POST', `/api/console/accounts/${accountId}/stars`, body, { token });
    };
    expect(await told(() => grant('a-wrong-key'))).toMatchObject([{ event: 'operator_key_refused', level: 'warn' }]);
    const granted = await told(() => grant(CONSOLE_KEY));
    expect(granted).toMatchObject([
      { event: 'operator_act', operation: 'grantStars', target: accountId, delta: 25, network: expect.any(String) },
    ]);
    expect(await events(() => fixture.ask('GET', '/api/console/reports', undefined, { token: CONSOLE_KEY }))).toEqual(
      [],
    );
  });

  it('tells which named operator did something, or was refused', async () => {
    const { body } = await fixture.ask(
      'POST',
      '/api/console/keys',
      { name: 'Gizli Kişi', role: 'support' },
      { token: CONSOLE_KEY },
    );
    const catalog = () => fixture.ask('PUT', '/api/console/catalog', {}, { token: body.secret });
    expect(await told(catalog)).toMatchObject([{ event: 'operator_role_refused', operator: body.key.id }]);
  });

  it('tells of refused handshakes of sockets, from which network, and not of who has no name yet', async () => {
    const { url } = fixture.booted;
    const from = randomAddress();
    const dialling = { extraHeaders: { 'x-forwarded-for': from } };
    const refused = await told(() => refusal(url, { token: 'invented' }, dialling));
    expect(refused).toMatchObject([
      { event: 'token_refused', level: 'warn', operation: 'handshake', code: 'unauthorized' },
    ]);
    const [asked] = await told(() => fixture.ask('GET', '/api/rooms', undefined, { token: 'invented', from }));
    expect(asked?.network).toBe(refused[0]?.network);
    const { body } = await api(null, 'POST', '/api/auth/developer', { name: 'namsiz' });
    expect(await events(() => refusal(url, { token: body.access_token }, dialling))).toEqual([]);
  });

  it('tells of a full window', async () => {
    const from = randomAddress();
    const register = () => fixture.ask('POST', '/v1/auth/register', { email: 'x', password: 'x' }, { from });
    const refused = await told(async () => {
      for (let times = 0; times < 6; times += 1) await register();
    });
    expect(refused).toMatchObject([{ event: 'limit_reached', code: 'rate_limited', operation: 'v1Register' }]);
  });

  it('has told of everything that it knows of by now, and named nobody', () => {
    const seen = new Set(lines().map(({ event }) => event));
    expect(Object.keys(securityEvents).filter((event) => !seen.has(event as SecurityEvent))).toEqual([]);
    expect(text).not.toMatch(/gizli|example\.com|sifre|Bearer|10\.\d+\.\d+\.\d+|a-wrong-key/);
  });
});
