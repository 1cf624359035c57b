import { gzipSync } from 'node:zlib';
import { call, newcomer, person, type Visitor } from './client.js';
import { type HttpFixture, openHttpFixture } from './http-fixture.js';
import { exchangeRaw } from './raw.js';

let fixture: HttpFixture;
let ada: Visitor;
beforeAll(async () => {
  fixture = await openHttpFixture();
  ada = await person(fixture, 'ada');
  expect((await ada.call('POST', '/api/rooms', { name: 'Kahve', slug: 'kahve' })).status).toBe(201);
});
afterAll(() => fixture.close());

const KIB = 1_024;
const MIB = 1_048_576;
/** What is read at most: the largest body, written with escapes. */
const WIRE_MAX = 512 * KIB;
const post = (raw: { body: string | Uint8Array; type?: string }, headers = {}) =>
  call(fixture, 'POST', '/api/rooms', { token: ada.token, raw, headers });

describe('the request id', () => {
  it.each(['req-1', 'A._-9', 'x'.repeat(64)])('is the one the client chose: %s', async (id) => {
    const { headers } = await call(fixture, 'GET', '/api/health', { headers: { 'x-request-id': id } });
    expect(headers.get('x-request-id')).toBe(id);
  });

  it.each(['', 'x'.repeat(65), 'a b', 'a/b', 'a"b'])('is a new one instead of %j', async (id) => {
    const { headers } = await call(fixture, 'GET', '/api/health', { headers: { 'x-request-id': id } });
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('comes with every kind of answer', async () => {
    const answers = await Promise.all([
      call(fixture, 'GET', '/api/nothing'),
      call(fixture, 'PUT', '/api/health'),
      call(fixture, 'OPTIONS', '/api/rooms'),
      call(fixture, 'HEAD', '/api/health'),
      call(fixture, 'GET', '/docs'),
      call(fixture, 'GET', '/api/rooms'),
      call(fixture, 'POST', '/api/auth/logout', { json: { refresh_token: 'x' } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 405, 204, 200, 200, 401, 204]);
    for (const { headers } of answers) expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('paths and methods', () => {
  it.each(['/api', '/api/', '/api/nothing', '/api/rooms/a-b-c/nothing', '/nothing', '/API/rooms'])(
    '%s leads nowhere',
    async (path) => {
      expect((await ada.call('GET', path)).outcome).toEqual([404, 'not_found']);
    },
  );

  it.each([
    ['DELETE', '/api/rooms', 'GET, HEAD, POST, OPTIONS'],
    ['POST', '/api/me', 'DELETE, GET, HEAD, OPTIONS'],
    ['PUT', '/api/rooms/kahve/messages', 'GET, HEAD, POST, OPTIONS'],
    ['PROPFIND', '/api/rooms', 'GET, HEAD, POST, OPTIONS'],
  ])('%s %s is answered with the methods there are', async (method, path, allow) => {
    const answer = await ada.call(method, path);
    expect(answer.outcome).toEqual([405, 'method_not_allowed']);
    expect(answer.headers.get('allow')).toBe(allow);
  });

  it.each(['/api/rooms/%E0%A4%A', '/api/rooms/%', '/%ff', '/api/rooms/%zz/join'])(
    'broken percent-encoding in %s is an invalid request',
    async (path) => {
      expect((await ada.call('GET', path)).outcome).toEqual([400, 'invalid_request']);
    },
  );

  it.each(['a%2Fb', '..%2f..%2fetc', '%00', 'a%20b', 'çay', '__proto__', 'constructor'])(
    'a slug like %s names no room',
    async (slug) => {
      expect((await ada.call('GET', `/api/rooms/${slug}`)).outcome).toEqual([404, 'room_not_found']);
    },
  );

  it('a slug of five thousand letters names no room', async () => {
    expect((await ada.call('GET', `/api/rooms/${'x'.repeat(5_000)}`)).outcome).toEqual([404, 'room_not_found']);
  });

  it('HEAD is GET without a body, and OPTIONS tells the methods', async () => {
    const head = await call(fixture, 'HEAD', '/api/health');
    expect([head.status, head.body]).toEqual([200, '']);
    const options = await call(fixture, 'OPTIONS', '/api/rooms');
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
  });
});

describe('a body', () => {
  it.each([
    ['text/plain', '{"name":"x"}'],
    ['application/x-www-form-urlencoded', 'name=x'],
    ['multipart/form-data; boundary=x', '--x--'],
    ['application/jsonp', '{}'],
  ])('as %s is of an unsupported type', async (type, body) => {
    expect((await post({ body, type })).outcome).toEqual([415, 'unsupported_media_type']);
  });

  it('in bytes that name no type is of an unsupported one', async () => {
    expect((await post({ body: new Uint8Array([123, 125]) })).outcome).toEqual([415, 'unsupported_media_type']);
  });

  it.each([
    '{',
    '{"name":}',
    'null',
    '5',
    '"x"',
    '[]',
    '[{"name":"x"}]',
    '{"__proto__":{"a":1}}',
    '{"a":{"\\u005f_proto_\\u005F" :1}}',
    '{"a":1}x',
  ])('like %s cannot be read', async (body) => {
    expect((await post({ body, type: 'application/json' })).outcome).toEqual([400, 'invalid_request']);
  });

  it.each(['utf-8', 'UTF-8'])('may say that it is %s', async (charset) => {
    const answer = await post({ body: '{"name":"Çay"}', type: `application/json; charset=${charset}` });
    expect(answer.status).toBe(201);
  });

  const padded = (bytes: number) => `{"name":"","x":"${'a'.repeat(bytes - '{"name":"","x":""}'.length)}"}`;

  it.each([
    ['/api/rooms', 64 * KIB, 422],
    ['/api/rooms/kahve/messages', 256 * KIB, 422],
    ['/api/analytics/events', 256 * KIB, 400],
    ['/api/panel/sponsored', 256 * KIB, 401],
  ])('for %s of %i bytes is read, and one byte more is too large', async (path, bytes, status) => {
    const type = 'application/json';
    const send = (body: string) => call(fixture, 'POST', path, { token: ada.token, raw: { body, type } });
    expect((await send(padded(bytes))).status).toBe(status);
    // A panel's token is asked for before anything is read.
    if (status !== 401) expect((await send(padded(bytes + 1))).outcome).toEqual([413, 'payload_too_large']);
  });

  it('is as long as its characters, however they are escaped, and without the blanks between them', async () => {
    const type = 'application/json';
    const escaped = (count: number) => `{"name":"","x":"${'\\u0061'.repeat(count)}"}${' '.repeat(1_000)}`;
    expect((await post({ body: escaped(16_384), type })).outcome).toEqual([422, 'validation_failed']);
    expect((await post({ body: escaped(22_000), type })).outcome).toEqual([413, 'payload_too_large']);
  });

  it('that unpacks to more than 1 MiB is too large, however small it came', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * MIB, 'a'));
    const answer = await post({ body: bomb, type: 'application/json' }, { 'content-encoding': 'gzip' });
    expect(answer.outcome).toEqual([413, 'payload_too_large']);
  });

  it('that was refused half-read does not hold up the next request', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * MIB, 'a'));
    for (let round = 0; round < 5; round += 1) {
      await post({ body: bomb, type: 'application/json' }, { 'content-encoding': 'gzip' });
      expect((await ada.call('GET', '/api/me')).status).toBe(200);
    }
  });

  it('that is packed is read, one that only says so is not', async () => {
    const encoding = { 'content-encoding': 'gzip' };
    const type = 'application/json';
    expect((await post({ body: gzipSync('{"name":"Paket"}'), type }, encoding)).status).toBe(201);
    expect((await post({ body: '{"name":"x"}', type }, encoding)).outcome).toEqual([400, 'invalid_request']);
    const unknown = await post({ body: '{}', type }, { 'content-encoding': 'zstd' });
    expect(unknown.outcome).toEqual([415, 'unsupported_media_type']);
  });

  it('nested 32 deep is read, deeper it is not, and sixty thousand deep hurts nobody', async () => {
    const nested = (depth: number) => `{"name":"Derin","x":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    const type = 'application/json';
    expect((await post({ body: nested(31), type })).status).toBe(201);
    expect((await post({ body: nested(33), type })).outcome).toEqual([400, 'invalid_request']);
    expect((await post({ body: nested(60_000), type })).outcome).toEqual([400, 'invalid_request']);
  });

  it('of two thousand unknown keys is read like any other, one of five thousand is not parsed', async () => {
    const keys = (count: number) => Array.from({ length: count }, (_, i) => `"k${i}":1`).join(',');
    const body = (count: number) => `{"name":"Çok",${keys(count)}}`;
    expect((await post({ body: body(2_000), type: 'application/json' })).status).toBe(201);
    expect((await post({ body: body(5_000), type: 'application/json' })).outcome).toEqual([413, 'payload_too_large']);
  });

  it('with a list that is too long is told that, and nothing of what is in it', async () => {
    const vote = `/api/rooms/kahve/messages/00000000-0000-4000-8000-000000000000/vote`;
    const answer = await ada.call('PUT', vote, { options: Array.from({ length: 3_000 }, () => 'a') });
    expect(answer.body.error.fields).toEqual({ options: ['must contain less than or equal to 12 items'] });
    const article = { title: 'x', blocks: Array.from({ length: 9_000 }, () => ({})) };
    const told = await ada.call('POST', '/api/rooms/kahve/messages', { article });
    expect(told.body.error.fields).toEqual({ 'article.blocks': ['must contain less than or equal to 200 items'] });
  });

  it('with two hundred mistakes is told twenty of them', async () => {
    const article = { title: 'x', blocks: Array.from({ length: 200 }, () => ({ type: 'x' })) };
    const told = await ada.call('POST', '/api/rooms/kahve/messages', { article });
    expect(told.status).toBe(422);
    expect(Object.values(told.body.error.fields).flat()).toHaveLength(20);
  });

  it('cannot reach prototypes', async () => {
    const body = '{"name":"x","constructor":{"prototype":{"polluted":true}}}';
    await post({ body, type: 'application/json' });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('is not looked at where the token is missing', async () => {
    const answer = await call(fixture, 'POST', '/api/rooms', { raw: { body: '{', type: 'application/json' } });
    expect(answer.outcome).toEqual([401, 'unauthorized']);
  });
});

describe('what is no request', () => {
  const chunked = 'Transfer-Encoding: chunked\r\n';

  it.each([
    ['noise', 400, 'GARBAGE\r\n\r\n'],
    ['a header with a blank in its name', 400, 'GET / HTTP/1.1\r\nHost: x\r\nBad Header: y\r\n\r\n'],
    ['headers of 20 kB', 431, `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`],
    ['no host', 400, 'GET /api/health HTTP/1.1\r\n\r\n'],
    ['no host, and a body', 400, `POST /api/rooms HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}`],
    ['a body with two lengths', 400, `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n${chunked}\r\n0\r\n\r\n`],
  ])('is answered in the shape of every error: %s', async (_what, status, request) => {
    const answer = await exchangeRaw(fixture.port, request);
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatch(/x-request-id: [0-9a-f-]{36}/);
    expect(JSON.parse(answer.body).error.code).toBe('invalid_request');
  });

  it.each([
    ['of HTTP/1.0 without a host', 'GET /api/health HTTP/1.0\r\n\r\n'],
    ['with an unknown expectation', 'GET /api/health HTTP/1.1\r\nHost: x\r\nExpect: cake\r\n\r\n'],
  ])('%s is answered as any other', async (_what, request) => {
    const answer = await exchangeRaw(fixture.port, request);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatch(/x-request-id: [0-9a-f-]{36}/);
  });

  it('a body that says it is larger than it may be is refused before it is sent', async () => {
    const head = `POST /api/rooms HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${WIRE_MAX + 1}\r\n\r\n`;
    const answer = await exchangeRaw(fixture.port, head);
    expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([413, 'payload_too_large']);
  });
});

describe('headers', () => {
  it('let pages of any origin use /api, without credentials', async () => {
    const origin = { origin: 'https://elsewhere.example' };
    const { headers } = await call(fixture, 'GET', '/api/health', { headers: origin });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('access-control-expose-headers')).toContain('x-request-id');
    const asking = { ...origin, 'access-control-request-method': 'PATCH' };
    const preflight = await call(fixture, 'OPTIONS', '/api/rooms/kahve', { headers: asking });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization');
  });

  it('open nothing but /api to other origins', async () => {
    const { headers } = await call(fixture, 'GET', '/docs', { headers: { origin: 'https://elsewhere.example' } });
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('keep pages from being framed, sniffed or fed from elsewhere', async () => {
    const { headers } = await call(fixture, 'GET', '/docs');
    expect(headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it('keep answers out of caches and name the scheme of what is missing', async () => {
    expect((await ada.call('GET', '/api/me')).headers.get('cache-control')).toBe('no-store');
    expect((await call(fixture, 'GET', '/api/me')).headers.get('www-authenticate')).toBe('Bearer');
  });
});

describe('logs and metrics', () => {
  it('name routes and codes, never tokens, names or bodies', async () => {
    const eda = await newcomer(fixture, 'eda-the-secret-one');
    await eda.call('PUT', '/api/me/username', { username: 'edagizli' });
    await eda.call('POST', '/api/rooms', { name: 'Gizli Oda', slug: 'gizli-oda' });
    await eda.call('GET', '/api/rooms/gizli-oda');
    await call(fixture, 'GET', '/api/rooms/gizli-oda?token=gizlitoken', { token: 'gizlitoken' });
    expect(fixture.log()).toContain('"route":"/api/rooms/{slug}"');
    expect(fixture.log()).toContain('"refusal":"unauthorized"');
    for (const secret of [eda.token, 'eda-the-secret-one', 'edagizli', 'Gizli Oda', 'gizli-oda', 'gizlitoken']) {
      expect(fixture.log()).not.toContain(secret);
    }
    const text = await fixture.metrics.text();
    expect(text).toMatch(/route="\/api\/rooms\/\{slug\}"/);
    expect(text).toMatch(/door="http",code="unauthorized"/);
    expect(text).not.toContain('gizli');
  });
});
