import { type IncomingHttpHeaders, request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type HttpFixture, openHttpFixture } from './http-fixture.js';

let fixture: HttpFixture;
let chatScript: string;
beforeAll(async () => {
  fixture = await openHttpFixture();
  const page = await ask('/');
  chatScript = /<script type="module"[^>]* src="([^"]+)"/.exec(String(page.bytes))?.[1] ?? 'no script';
});
afterAll(() => fixture.close());

interface Wire {
  status: number;
  headers: IncomingHttpHeaders;
  /** As they came over the wire. */
  bytes: Buffer;
}

interface Asking {
  method?: string;
  headers?: Record<string, string>;
  body?: object;
}

function ask(path: string, { method = 'GET', headers = {}, body }: Asking = {}): Promise<Wire> {
  return new Promise((resolve, reject) => {
    const sent = request({ port: fixture.port, host: '127.0.0.1', path, method, headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece) => pieces.push(piece));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(pieces) }),
      );
    });
    sent.on('error', reject).end(body && JSON.stringify(body));
  });
}

const taking = (codings: string, more: Record<string, string> = {}): Asking => ({
  headers: { 'Accept-Encoding': codings, ...more },
});
const BROWSER = 'gzip, deflate, br, zstd';

const documents: [name: string, path: () => string][] = [
  ['the reference', () => '/docs'],
  ['a topic', () => '/docs/messages'],
  ['its index', () => '/docs/search.json'],
  ['its style', () => '/docs/style.css'],
  ['its script', () => '/docs/search.js'],
  ['a guide', () => '/docs/guides/semantics'],
  ['openapi.json', () => '/api/openapi.json'],
  ['asyncapi.json', () => '/api/asyncapi.json'],
  ['the script of the chat page', () => chatScript],
];

describe.each(documents)('%s', (_, path) => {
  it('comes as small as the client can read it, and is the same whichever way it came', async () => {
    const [plain, gzip, brotli] = await Promise.all([
      ask(path()),
      ask(path(), taking('gzip')),
      ask(path(), taking(BROWSER)),
    ]);
    const codings = [plain, gzip, brotli].map(({ headers }) => headers['content-encoding']);
    expect(codings).toEqual([undefined, 'gzip', 'br']);
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
    expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true);
    expect(brotli.bytes.length).toBeLessThan(gzip.bytes.length);
    expect(gzip.bytes.length).toBeLessThan(plain.bytes.length / 1.5);
    for (const { headers, bytes, status } of [plain, gzip, brotli]) {
      expect({ status, length: headers['content-length'] }).toEqual({ status: 200, length: String(bytes.length) });
      expect(headers.vary?.toLowerCase()).toContain('accept-encoding');
    }
    expect(new Set([plain, gzip, brotli].map(({ headers }) => headers.etag)).size).toBe(3);
  });

  it('is not sent again to whoever holds it in the same form, and is to whoever holds another', async () => {
    const brotli = await ask(path(), taking(BROWSER));
    const again = await ask(path(), taking(BROWSER, { 'If-None-Match': String(brotli.headers.etag) }));
    expect({ status: again.status, bytes: again.bytes.length }).toEqual({ status: 304, bytes: 0 });
    expect(again.headers.etag).toBe(brotli.headers.etag);
    expect(again.headers.vary?.toLowerCase()).toContain('accept-encoding');
    const other = await ask(path(), taking('identity', { 'If-None-Match': String(brotli.headers.etag) }));
    expect({ status: other.status, coding: other.headers['content-encoding'] }).toEqual({ status: 200 });
  });

  it('says over HEAD what GET would bring, and answers a wish for a part with the whole', async () => {
    const brotli = await ask(path(), taking(BROWSER));
    const head = await ask(path(), { method: 'HEAD', ...taking(BROWSER) });
    expect(head.bytes).toHaveLength(0);
    for (const name of ['content-length', 'content-encoding', 'content-type', 'etag', 'cache-control']) {
      expect([name, head.headers[name]]).toEqual([name, brotli.headers[name]]);
    }
    const part = await ask(path(), taking(BROWSER, { Range: 'bytes=0-9' }));
    expect({ status: part.status, bytes: part.bytes.length }).toEqual({ status: 200, bytes: brotli.bytes.length });
  });
});

describe('what a client can read', () => {
  it.each([
    ['br;q=0, gzip', 'gzip'],
    ['identity', undefined],
    ['deflate', undefined],
    ['*', 'br'],
    ['br;q=0, gzip;q=0', undefined],
  ])('is taken from %s', async (codings, coding) => {
    expect((await ask('/docs/style.css', taking(codings))).headers['content-encoding']).toBe(coding);
  });
});

describe('nothing else is compressed', () => {
  it('what is an archive already', async () => {
    const { status, headers, bytes } = await ask('/docs/client.tgz', taking(BROWSER));
    expect({ status, coding: headers['content-encoding'], type: headers['content-type'] }).toEqual({
      status: 200,
      type: 'application/gzip',
    });
    expect(bytes.subarray(0, 2).toString('hex')).toBe('1f8b');
  });

  it('answers that hold a token, or repeat what was asked: their length would tell a stranger of the secret', async () => {
    const json = { 'Accept-Encoding': BROWSER, 'Content-Type': 'application/json' };
    const login = await ask('/api/auth/developer', { method: 'POST', headers: json, body: { name: 'ada' } });
    const { access_token } = JSON.parse(String(login.bytes));
    const own = { 'Accept-Encoding': BROWSER, Authorization: `Bearer ${access_token}` };
    const answers = [
      login,
      await ask('/api/me', { headers: own }),
      await ask('/api/me/sessions', { headers: own }),
      await ask(`/api/usernames/available?username=${'a'.repeat(24)}`, { headers: own }),
      await ask(`/api/${'nowhere'.repeat(200)}`, { headers: own }),
      await ask('/v1/health', taking(BROWSER)),
    ];
    expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual(answers.map(() => undefined));
    expect(answers.slice(0, 3).map(({ status }) => status)).toEqual([201, 200, 200]);
  });
});
