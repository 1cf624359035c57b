/** Who may become a socket: the request, its network, its token, its session and its account. */
import type { IncomingMessage } from 'node:http';
import { Connections } from '#http/gateway/connection/connections.js';
import { FailedHandshakes } from '#http/gateway/handshake/failed-handshakes.js';
import { type Credentials, Handshake, SOCKETS_PER_SESSION_MAX } from '#http/gateway/handshake/handshake.js';
import { logRefusedHandshake } from '#http/gateway/handshake/handshake-log.js';
import { HandshakeRules } from '#http/gateway/handshake/handshake-rules.js';
import { refusePolling, WEBSOCKET_ONLY } from '#http/gateway/transport/polling-refusal.js';
import { botTokenText } from '#src/adapters/credentials/bot-tokens.js';
import { NEVER_MS } from '#src/domain/accounts/bot.js';
import type { ErrorCode } from '#src/errors.js';
import { collectGarbage } from '../../support/collect-garbage.js';
import { wired } from './wired-connection.js';

const requestFrom = (address: string | undefined, forwarded?: string) =>
  ({
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    socket: { remoteAddress: address },
  }) as unknown as IncomingMessage;

describe('handshakes that failed', () => {
  it.each([
    [0, '192.0.2.7', undefined, '192.0.2.7'],
    [0, '192.0.2.7', '198.51.100.1', '192.0.2.7'],
    [1, '10.0.0.1', '203.0.113.9, 198.51.100.1', '198.51.100.1'],
    [0, '2001:db8::1:2', undefined, '2001:db8::/64'],
  ])('count for the network of the client (%d proxies, %s, %s)', (proxies, address, forwarded, network) => {
    const asked: string[][] = [];
    const limits = {
      takeNow: (...given: string[]) => void asked.push(['take', ...given]),
      isUsedUp: (...given: string[]) => asked.push(['used', ...given]) > 0,
    };
    const failed = new FailedHandshakes(limits as never, proxies);
    failed.count(requestFrom(undefined, forwarded), address);
    expect(failed.isRefused(requestFrom(address, forwarded))).toBe(true);
    expect(asked).toEqual([
      ['take', 'failed_handshake', network],
      ['used', 'failed_handshake', network],
    ]);
  });

  it('of a request whose connection has gone count for nobody in particular', () => {
    const asked: string[] = [];
    const limits = { isUsedUp: (_: string, network: string) => asked.push(network) === 0 };
    expect(new FailedHandshakes(limits as never, 0).isRefused(requestFrom(undefined))).toBe(false);
    expect(asked).toEqual(['']);
  });
});

describe('a request for a socket', () => {
  const rules = (origins: string[] | null, isFailed = false) =>
    new HandshakeRules(origins, { isRefused: () => isFailed });
  const request = (url: string | undefined, origin?: string) =>
    ({ url, headers: { origin } }) as unknown as IncomingMessage;

  it.each([
    [null, undefined, true],
    [null, 'https://elsewhere.example', true],
    [['https://meydan.example'], undefined, true],
    [['https://meydan.example'], 'https://meydan.example', true],
    [['https://meydan.example'], 'https://elsewhere.example', false],
    [[], 'https://meydan.example', false],
  ])('of pages at %j is allowed to %s: %s', (origins, origin, isAllowed) => {
    expect(rules(origins).isAllowed(origin)).toBe(isAllowed);
    const refusal = isAllowed ? null : 'This origin may not open sockets.';
    expect(rules(origins).refusalOf(request('/socket.io/?EIO=4', origin))).toBe(refusal);
  });

  it.each(['/socket.io/?j=0', '/socket.io/?EIO=4&j=1'])('may not ask as a script: %s', (url) => {
    expect(rules(null).refusalOf(request(url))).toBe('JSONP is not spoken here.');
  });

  it('may lack an address, and names of parameters may end alike', () => {
    expect([rules(null).refusalOf(request(undefined)), rules(null).refusalOf(request('/?jj=1&obj=2'))]).toEqual([
      null,
      null,
    ]);
  });

  it('of a network that has failed too often is refused first', () => {
    const refusal = rules([], true).refusalOf(request('/?j=1', 'https://elsewhere.example'));
    expect(refusal).toMatch(/^Too many handshakes of this network have failed/);
  });
});

interface Found {
  account: { username: string | null; suspension?: object; bot?: object };
  session: { language: string | null; panel?: string };
}

describe('a handshake', () => {
  const found: Found = { account: { username: 'ada.b' }, session: { language: 'tr' } };

  function scene({ answer = found as Found | null, isDraining = [false, false] } = {}) {
    const connections = new Connections();
    const asked: unknown[][] = [];
    let respond = (_: Found | null = answer): void => undefined;
    const users = {
      ask: (...given: unknown[]) => {
        asked.push(given);
        return new Promise((resolve) => (respond = (value = answer) => resolve(value)));
      },
    };
    const verifyAccess = (token: string) =>
      token === 'good'
        ? { ok: true, accountId: 'ada', sessionId: 'phone', expiresAt: 99 }
        : { ok: false, code: 'invalid_token' };
    const handshake = new Handshake({
      users,
      tokens: { verifyAccess },
      authenticateBot: async (token: string) => {
        asked.push(['bot', token]);
        return answer;
      },
      connections,
      env: { now: () => 1_000 },
      isDraining: () => isDraining.shift() ?? false,
    } as unknown as ConstructorParameters<typeof Handshake>[0]);
    const entered: unknown[] = [];
    const admit = async (
      credentials: Partial<Credentials> = { auth: { token: 'good' } },
      meanwhile: () => void = () => undefined,
    ) => {
      const admitted = handshake.admit({ auth: {}, query: {}, ...credentials }, (who) => void entered.push(who));
      meanwhile();
      respond();
      return admitted;
    };
    return { handshake, connections, asked, entered, admit };
  }
  const refusal = (code: ErrorCode, more: object = {}) => ({ refusal: expect.objectContaining({ code, ...more }) });

  it('with a good token is let in under the name and the language of its session', async () => {
    const { admit, entered, asked } = scene();
    await admit();
    const caller = { accountId: 'ada', username: 'ada.b', sessionId: 'phone', language: 'tr' };
    expect(entered).toEqual([{ caller, expiresAt: 99 }]);
    expect(asked).toEqual([['ada', { type: 'view_session', sessionId: 'phone' }, { deadlineMs: 8_000 }]]);
  });

  it('with the token of a bot is let in as one, for as long as the token is good', async () => {
    const bot: Found = { account: { username: 'robot', bot: {} }, session: { language: null } };
    const [account, session] = ['aaaaaaaa-0000-4000-8000-000000000001', 'bbbbbbbb-0000-4000-8000-000000000002'];
    const { admit, entered, asked } = scene({ answer: bot });
    const token = botTokenText({ accountId: account, sessionId: session }, Buffer.alloc(32));
    await admit({ auth: { token } });
    const caller = { accountId: account, username: 'robot', sessionId: session, language: null, isBot: true };
    expect([entered, asked]).toEqual([[{ caller, expiresAt: NEVER_MS }], [['bot', token]]]);
    const refused = scene({ answer: null });
    await expect(refused.admit({ auth: { token } })).rejects.toMatchObject(refusal('unauthorized'));
  });

  it('hands on what caused it', async () => {
    const { handshake, asked } = scene();
    void handshake.admit({ auth: { token: 'good' }, query: {} }, () => undefined, { requestId: 'r' });
    expect(asked[0]?.[2]).toEqual({ deadlineMs: 8_000, cause: { requestId: 'r' } });
  });

  it.each<[string, Partial<Credentials>, ErrorCode, object]>([
    ['no token', { auth: {} }, 'unauthorized', {}],
    ['a token that is no text', { auth: { token: 5 } }, 'unauthorized', {}],
    ['a bad token', { auth: { token: 'bad' } }, 'invalid_token', {}],
    [
      'a token in its address',
      { auth: { token: 'good' }, query: { token: 'good' } },
      'unauthorized',
      { message: expect.stringMatching(/never into the address/) },
    ],
    [
      'an access token in its address',
      { auth: { token: 'good' }, query: { access_token: 'x' } },
      'unauthorized',
      { message: expect.any(String) },
    ],
  ])('with %s is refused unasked', async (_, credentials, code, more) => {
    const { admit, entered, asked } = scene();
    await expect(admit(credentials)).rejects.toMatchObject(refusal(code, more));
    expect([entered, asked]).toEqual([[], []]);
  });

  it.each<[string, Found | null, ErrorCode, object]>([
    ['whose session is gone', null, 'unauthorized', {}],
    [
      'of a suspended account',
      { ...found, account: { username: 'a', suspension: { until: 1_001, publicReason: 'spam' } } },
      'account_suspended',
      { until: 1_001, reason: 'spam' },
    ],
    [
      'of a linked panel',
      { ...found, session: { language: null, panel: 'p' } },
      'not_allowed',
      { message: 'A linked panel has no socket.' },
    ],
    ['without a name', { ...found, account: { username: null } }, 'username_required', {}],
  ])('%s is refused', async (_, answer, code, more) => {
    const { admit, entered } = scene({ answer });
    await expect(admit()).rejects.toMatchObject(refusal(code, more));
    expect(entered).toEqual([]);
  });

  it('of an account whose suspension is over is let in', async () => {
    const { admit, entered } = scene({
      answer: { ...found, account: { username: 'a', suspension: { until: 1_000 } } },
    });
    await admit();
    expect(entered).toHaveLength(1);
  });

  it.each([[[true]], [[false, true]]])(
    'is refused by a node that drains, also while it is judged: %j',
    async (isDraining) => {
      const { admit, entered } = scene({ isDraining });
      await expect(admit()).rejects.toMatchObject(refusal('unavailable'));
      expect(entered).toEqual([]);
    },
  );

  it.each<[string, string[] | 'all', boolean]>([
    ['ada', 'all', false],
    ['ada', ['phone'], false],
    ['ada', ['laptop'], true],
    ['bob', 'all', true],
  ])('under way hears that sessions of %s end (%j)', async (account, sessions, isIn) => {
    const { handshake, admit, entered } = scene();
    const admitted = admit(undefined, () => handshake.revoke(account, sessions));
    if (isIn) await admitted;
    else await expect(admitted).rejects.toMatchObject(refusal('unauthorized'));
    expect(entered).toHaveLength(isIn ? 1 : 0);
  });

  it.each([
    ['ada', 'ada.yeni'],
    ['bob', 'ada.b'],
  ])('under way hears of a new name of %s', async (account, username) => {
    const { handshake, admit, entered } = scene();
    await admit(undefined, () => handshake.rename(account, 'ada.yeni'));
    expect(entered).toMatchObject([{ caller: { username } }]);
    handshake.rename('ada', 'late');
    await admit();
    expect(entered).toMatchObject([{}, { caller: { username: 'ada.b' } }]);
  });

  it.each(['admitted', 'refused'])('is forgotten when it is %s', async (outcome) => {
    const accounts: WeakRef<object>[] = [];
    // An object in place of a text: only objects can be seen to be collected.
    const verifyAccess = () => {
      const accountId = Object('ada') as object;
      accounts.push(new WeakRef(accountId));
      return { ok: true, accountId, sessionId: 'phone', expiresAt: 99 };
    };
    const handshake = new Handshake({
      users: { ask: async () => (outcome === 'admitted' ? found : null) },
      tokens: { verifyAccess },
      connections: { countOfSession: () => 0 },
      env: { now: () => 1_000 },
      isDraining: () => false,
    } as unknown as ConstructorParameters<typeof Handshake>[0]);
    const admitted = handshake.admit({ auth: { token: 'good' }, query: {} }, () => undefined);
    const ended = admitted.then(
      () => 'admitted',
      () => 'refused',
    );
    expect(await ended).toBe(outcome);
    await new Promise((resolve) => setImmediate(resolve));
    collectGarbage();
    expect(accounts.map((each) => each.deref())).toEqual([undefined]);
    expect(() => handshake.revoke('ada', 'all')).not.toThrow();
  });

  it('is refused beyond the sockets that a session may have', async () => {
    const { connections, admit, entered } = scene();
    for (let count = 1; count < SOCKETS_PER_SESSION_MAX; count += 1) {
      connections.add(wired('ada', { session: 'phone' }).connection);
    }
    await admit();
    connections.add(wired('ada', { session: 'phone' }).connection);
    await expect(admit()).rejects.toMatchObject(
      refusal('rate_limited', { message: expect.stringMatching(/at most 10 sockets/) }),
    );
    expect(entered).toHaveLength(1);
  });
});

describe('a refused handshake', () => {
  const noted: unknown[] = [];
  const deps = {
    security: { warn: (...line: unknown[]) => void noted.push(line), info: () => undefined },
    fingerprints: { ofNetwork: (network: string) => `${network} as a print that is long` },
    proxies: 0,
  };

  it('is a line of the security log where its code is a security event', () => {
    const facts = { headers: {}, address: '192.0.2.7' };
    logRefusedHandshake(deps, facts, { code: 'unavailable', requestId: 'r' });
    expect(noted).toEqual([]);
    logRefusedHandshake(deps, facts, { code: 'unauthorized', requestId: 'r' });
    const network = '192.0.2.7 as a p';
    const fields = {
      event: 'token_refused',
      operation: 'handshake',
      route: '/socket.io/',
      network,
      code: 'unauthorized',
    };
    expect(noted).toEqual([[{ ...fields, requestId: 'r' }, 'security']]);
  });
});

describe('long polling where there are several nodes', () => {
  function ask(url: string | undefined, method = 'GET') {
    const told: unknown[] = [];
    const response = {
      writeHead: (status: number, headers: object) => void told.push(status, headers),
      end: (body: string) => void told.push(body),
    };
    const refuse = refusePolling((origin) => ({ 'x-origin': String(origin) }));
    const request = { url, method, headers: { origin: 'https://meydan.example' } };
    refuse(request as never, response as never, () => void told.push('next'));
    return told;
  }

  it('is answered in its own protocol, so that a program hears the reason', () => {
    const [status, headers, body] = ask('/socket.io/?EIO=4&transport=polling');
    expect([status, headers]).toEqual([
      200,
      {
        'x-origin': 'https://meydan.example',
        'content-type': 'text/plain; charset=UTF-8',
        'cache-control': 'no-store',
      },
    ]);
    const [opened, refused] = String(body).split('\x1e');
    expect(JSON.parse(opened?.slice(1) ?? '')).toEqual({
      sid: 'refused',
      upgrades: [],
      pingInterval: 25_000,
      pingTimeout: 20_000,
      maxPayload: 1,
    });
    expect([opened?.[0], refused]).toEqual([
      '0',
      `44${JSON.stringify({ message: WEBSOCKET_ONLY, data: { code: 'invalid_request', message: WEBSOCKET_ONLY } })}`,
    ]);
  });

  it.each([
    ['/socket.io/?EIO=4&transport=polling', 'POST'],
    ['/socket.io/?EIO=3&transport=polling', 'GET'],
    ['/socket.io/?EIO=4&transport=polling&sid=1', 'GET'],
  ])('of a session that is not known, or of another protocol, is a status: %s %s', (url, method) => {
    const headers = { 'x-origin': 'https://meydan.example', 'content-type': 'application/json' };
    expect(ask(url, method)).toEqual([400, headers, JSON.stringify({ code: 0, message: WEBSOCKET_ONLY })]);
  });

  it.each(['/socket.io/?EIO=4&transport=websocket', '/', undefined])('is not what %s asks for', (url) => {
    expect(ask(url)).toEqual(['next']);
  });
});
