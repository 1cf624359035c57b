import { endpoints } from '#src/protocol/endpoints.js';
import { v1Endpoints } from '#src/protocol/v1/v1-endpoints.js';
import { type Answer, call, newcomer, person, type Visitor } from './client.js';
import { type HttpFixture, openHttpFixture } from './http-fixture.js';

/** Who knocks, from nobody to somebody with a name. */
const callers = ['nobody', 'a forger', 'somebody late', 'a newcomer', 'a person', 'a linked panel'] as const;
type CallerKind = (typeof callers)[number];

const refused: Record<string, Partial<Record<CallerKind, [number, string]>>> = {
  public: {},
  bearer: {
    nobody: [401, 'unauthorized'],
    'a forger': [401, 'unauthorized'],
    'somebody late': [401, 'token_expired'],
  },
  username: {
    nobody: [401, 'unauthorized'],
    'a forger': [401, 'unauthorized'],
    'somebody late': [401, 'token_expired'],
    'a newcomer': [403, 'username_required'],
  },
  // A session of the app is none of the panel.
  panel: {
    nobody: [401, 'unauthorized'],
    'a forger': [401, 'unauthorized'],
    'somebody late': [401, 'token_expired'],
    'a newcomer': [401, 'unauthorized'],
    'a person': [401, 'unauthorized'],
  },
};

// Nobody's token is the operators' key.
refused.console = Object.fromEntries(callers.map((caller) => [caller, [401, 'unauthorized']]));

const doorCodes = ['unauthorized', 'token_expired', 'username_required'];

async function panelOf(fixture: HttpFixture, owner: Visitor): Promise<string> {
  const { body: shown } = await call(fixture, 'POST', '/api/panel/link', { json: {} });
  await owner.call('POST', '/api/me/panels', { code: shown.code });
  const { body: pair } = await call(fixture, 'POST', '/api/panel/link/claim', { json: { claim: shown.claim } });
  return pair.access_token;
}

describe('every endpoint', () => {
  let fixture: HttpFixture;
  let tokens: Record<CallerKind, string | undefined>;

  beforeAll(async () => {
    fixture = await openHttpFixture({ ACCESS_TOKEN_TTL_S: '3600' });
    const late = await person(fixture, 'gec');
    fixture.pass(3_600_000);
    const newcomerToken = (await newcomer(fixture, 'yeni')).token;
    const { token } = await person(fixture, 'ada');
    const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    tokens = {
      nobody: undefined,
      'a forger': forged,
      'somebody late': late.token,
      'a newcomer': newcomerToken,
      'a person': token,
      'a linked panel': await panelOf(fixture, await person(fixture, 'bagli')),
    };
  });
  afterAll(() => fixture.close());

  const attempt = (endpoint: (typeof endpoints)[number], token: string | undefined): Promise<Answer> =>
    call(fixture, endpoint.method.toUpperCase(), endpoint.path.replaceAll(/\{\w+\}/g, 'no-such-thing'), {
      token,
      ...(endpoint.method === 'get' ? {} : { json: {} }),
    });

  // Whoever leaves for good does so last.
  const isTheEnd = ({ id }: (typeof endpoints)[number]) => Number(id === 'deleteMe');
  const inOrder = endpoints.toSorted((a, b) => isTheEnd(a) - isTheEnd(b));
  const cells = inOrder.flatMap((endpoint) => callers.map((caller) => ({ id: endpoint.id, endpoint, caller })));

  it.each(cells)('$id opens to $caller as its description says', async ({ endpoint, caller }) => {
    const answer = await attempt(endpoint, tokens[caller]);
    const expected = refused[endpoint.access]?.[caller];
    if (expected) expect(answer.outcome).toEqual(expected);
    else expect(doorCodes).not.toContain(answer.outcome[1]);
  });

  it('is mounted exactly when it is described', async () => {
    const { body } = await call(fixture, 'GET', '/api/openapi.json');
    const mounted = Object.entries<object>(body.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method} ${path}`),
    );
    // Those of /v1 are mounted as they are told (test/v1/fuzz).
    const described = [...endpoints, ...v1Endpoints].map(({ method, path }) => `${method} ${path}`);
    expect(mounted.sort()).toEqual(described.sort());
  });
});

describe('the Authorization header', () => {
  let fixture: HttpFixture;
  let ada: Visitor;
  beforeAll(async () => {
    fixture = await openHttpFixture();
    ada = await person(fixture, 'ada');
  });
  afterAll(() => fixture.close());

  it.each(['Bearer', 'bearer', 'BEARER'])('may write its scheme as %s', async (scheme) => {
    const answer = await call(fixture, 'GET', '/api/me', { headers: { authorization: `${scheme} ${ada.token}` } });
    expect(answer.status).toBe(200);
  });

  it.each(['', 'Bearer', 'Bearer ', 'Basic YTpi', 'Bearer x y', 'Bearer x', 'x'])(
    'like %j proves nothing',
    async (authorization) => {
      const answer = await call(fixture, 'GET', '/api/me', { headers: { authorization } });
      expect(answer.outcome).toEqual([401, 'unauthorized']);
    },
  );

  it('is the only place a token is taken from', async () => {
    const answer = await call(fixture, 'GET', `/api/me?access_token=${ada.token}&token=${ada.token}`);
    expect(answer.outcome).toEqual([401, 'unauthorized']);
  });

  it('opens everything from the moment the username is chosen, with the same token', async () => {
    const eda = await newcomer(fixture, 'eda');
    expect((await eda.call('GET', '/api/rooms')).outcome).toEqual([403, 'username_required']);
    expect((await eda.call('PUT', '/api/me/username', { username: 'eda' })).status).toBe(200);
    expect((await eda.call('GET', '/api/rooms')).status).toBe(200);
  });

  it('stays good until the token expires, also after logout', async () => {
    const { body } = await call(fixture, 'POST', '/api/auth/developer', { json: { name: 'ada' } });
    const session = { token: body.access_token };
    await call(fixture, 'POST', '/api/auth/logout', { json: { refresh_token: body.refresh_token } });
    expect((await call(fixture, 'GET', '/api/rooms', session)).status).toBe(200);
    fixture.pass(3_600_000);
    expect((await call(fixture, 'GET', '/api/rooms', session)).outcome).toEqual([401, 'token_expired']);
  });
});

describe('the window of /api/auth', () => {
  it('takes 20 requests a minute from an address, whatever they are, and then opens again', async () => {
    const fixture = await openHttpFixture({ RATE_LIMITS: 'on' });
    const login = () => call(fixture, 'POST', '/api/auth/developer', { json: { name: 'ada' } });
    const odd = () => call(fixture, 'GET', '/api/auth/nothing');
    for (let sent = 0; sent < 10; sent += 1)
      expect([await login(), await odd()].map(({ status }) => status)).not.toContain(429);
    expect((await login()).outcome).toEqual([429, 'rate_limited']);
    expect((await odd()).headers.get('retry-after')).toBeNull();
    expect((await call(fixture, 'GET', '/api/health')).status).toBe(200);
    fixture.pass(60_000);
    expect((await login()).status).toBe(200);
    await fixture.close();
  });

  it('counts the client that the trusted proxy names, and believes nobody else', async () => {
    const fixture = await openHttpFixture({ RATE_LIMITS: 'on', TRUST_PROXY: '1' });
    const from = (forwarded: string) =>
      call(fixture, 'GET', '/api/auth/nothing', { headers: { 'x-forwarded-for': forwarded } });
    for (let sent = 0; sent < 20; sent += 1) await from(`10.0.0.${sent}, 203.0.113.7`);
    expect((await from('10.9.9.9, 203.0.113.7')).outcome).toEqual([429, 'rate_limited']);
    expect((await from('203.0.113.8')).outcome).toEqual([404, 'not_found']);
    await fixture.close();
  });

  it('without a proxy cannot be dodged by a header', async () => {
    const fixture = await openHttpFixture({ RATE_LIMITS: 'on' });
    const from = (forwarded: string) =>
      call(fixture, 'GET', '/api/auth/nothing', { headers: { 'x-forwarded-for': forwarded } });
    for (let sent = 0; sent < 20; sent += 1) await from(`10.0.0.${sent}`);
    expect((await from('10.0.0.99')).outcome).toEqual([429, 'rate_limited']);
    await fixture.close();
  });
});
