/** How pages are fetched: what is sent, what is not waited for, what is not read to its end. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { poll } from '../support/time/poll.js';
import { html, type PretendInternet, pretendInternet, redirect } from './pretend-internet.js';
import { readerOf } from './reader.js';

const LIMIT = 512 * 1024;
const PAGE = '<title>Sayfa</title>';

let internet: PretendInternet;
beforeEach(async () => {
  internet = await pretendInternet();
});
afterEach(() => internet[Symbol.asyncDispose]());

const answer = (body: string | Buffer, headers: Record<string, string> = {}, status = 200) =>
  internet.pages.set('/', (_, response) => {
    response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);
  });

async function look(link = 'http://acik.example/') {
  const reader = readerOf(internet);
  const begun = performance.now();
  const preview = await reader.look(link);
  return { preview, title: preview?.title, reason: reader.reasons[0], tookMs: performance.now() - begun };
}

/** Writes one piece again and again until the other side is gone. */
function endlessly(response: ServerResponse, piece: Buffer): void {
  const write = () => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once('drain', write);
  };
  write();
}

describe('what is sent', () => {
  it('says who asks for what, and nothing about anybody', async () => {
    answer(PAGE);
    await look();
    expect(internet.requests).toEqual([
      {
        path: '/',
        headers: {
          host: 'acik.example',
          connection: 'close',
          accept: 'text/html,application/xhtml+xml',
          'accept-encoding': 'gzip, deflate, br',
          'user-agent': 'meydan-link-preview/1.0',
        },
      },
    ]);
  });

  it('brings no cookie back, not even over a redirect', async () => {
    answer('', { 'set-cookie': 'a=1; Path=/', location: '/ikinci?x=1#y' }, 307);
    internet.pages.set('/ikinci', html(PAGE));
    expect((await look()).title).toBe('Sayfa');
    expect(internet.requests.map(({ path }) => path)).toEqual(['/', '/ikinci?x=1']);
    expect(internet.requests[1]?.headers).not.toHaveProperty('cookie');
    expect(internet.requests[1]?.headers).not.toHaveProperty('referer');
  });

  it('goes to the port of the scheme', async () => {
    answer(PAGE);
    await look('http://acik.example/');
    await look('https://acik.example/');
    await look('http://acik.example:443/');
    expect(internet.dialled.map(({ port }) => port)).toEqual([80, 443, 443]);
  });

  it('greets over TLS by the name, at the checked address', async () => {
    let hello = Buffer.alloc(0);
    const listener = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', (bytes) => {
        hello = Buffer.concat([hello, bytes]);
        socket.destroy();
      });
    }).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    internet.network.locate = () => ({ address: '127.0.0.1', port });
    expect((await look('https://guvenli.example/')).preview).toBeNull();
    expect(hello.includes('guvenli.example')).toBe(true);
    listener.close();
  });
});

describe('redirects', () => {
  it.each([301, 302, 303, 307, 308])('with %d are followed', async (status) => {
    internet.pages.set('/', redirect('/son', status));
    internet.pages.set('/son', html(PAGE));
    expect((await look()).title).toBe('Sayfa');
  });

  it('are followed three times and not a fourth', async () => {
    for (let n = 1; n <= 4; n += 1) internet.pages.set(`/${n}`, redirect(`/${n + 1}`));
    internet.pages.set('/5', html(PAGE));
    expect((await look('http://acik.example/2')).title).toBe('Sayfa');
    const { preview, reason } = await look('http://acik.example/1');
    expect([preview, reason]).toEqual([null, 'too many redirects']);
  });

  it('lead from one host and scheme to another', async () => {
    internet.pages.set('/', redirect('http://baska.example/son'));
    internet.pages.set('/son', html(PAGE));
    expect((await look()).title).toBe('Sayfa');
    expect(internet.resolved).toEqual(['acik.example', 'baska.example']);
  });
});

describe('what is no page', () => {
  it.each([
    ['a picture', { 'content-type': 'image/png' }, 200],
    ['text', { 'content-type': 'text/plain' }, 200],
    ['JSON', { 'content-type': 'application/json' }, 200],
    ['something called nearly so', { 'content-type': 'text/htmlx' }, 200],
    ['of no type', { 'content-type': '' }, 200],
    ['not found', {}, 404],
    ['forbidden', {}, 403],
    ['broken', {}, 500],
    ['not modified', {}, 304],
    ['packed in an unknown way', { 'content-encoding': 'zstd' }, 200],
    ['packed twice', { 'content-encoding': 'gzip, gzip' }, 200],
    ['packed, as it says', { 'content-encoding': 'gzip' }, 200],
    ['packed like a prototype', { 'content-encoding': 'constructor' }, 200],
  ])('has no preview: %s', async (_, headers, status) => {
    answer(PAGE, headers, status);
    expect((await look()).preview).toBeNull();
  });

  it('has none when nobody answers, or not in HTTP', async () => {
    internet.network.locate = () => ({ address: '127.0.0.1', port: 1 });
    expect(await look()).toMatchObject({ preview: null, reason: 'ECONNREFUSED' });
    const listener = createServer((socket) => socket.on('error', () => {}).end('merhaba\r\n\r\n')).listen(0);
    await once(listener, 'listening');
    const { port } = listener.address() as AddressInfo;
    internet.network.locate = () => ({ address: '127.0.0.1', port });
    expect((await look()).preview).toBeNull();
    listener.close();
  });

  it('is looked for at the next address when the first does not answer', async () => {
    answer(PAGE);
    internet.names.set('acik.example', ['93.184.215.1', '93.184.215.2']);
    const { locate } = internet.network;
    internet.network.locate = (place) =>
      place.address === '93.184.215.1' ? { address: '127.0.0.1', port: 1 } : locate(place);
    expect((await look()).title).toBe('Sayfa');
    expect(internet.dialled).toEqual([{ address: '93.184.215.2', port: 80 }]);
  });
});

describe('packed pages', () => {
  it.each([
    ['gzip', gzipSync(PAGE)],
    ['x-gzip', gzipSync(PAGE)],
    ['deflate', deflateSync(PAGE)],
    ['br', brotliCompressSync(PAGE)],
    ['GZip', gzipSync(PAGE)],
  ])('are unpacked: %s', async (encoding, body) => {
    answer(body, { 'content-encoding': encoding });
    expect((await look()).title).toBe('Sayfa');
  });

  const zeros = Buffer.alloc(64 * 1024 * 1024);
  it.each([
    ['gzip', () => gzipSync(zeros)],
    ['br', () => brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
  ])('are left once they are too long, with what is still in them: %s', async (encoding, pack) => {
    answer(pack(), { 'content-encoding': encoding });
    const before = process.memoryUsage();
    const { preview, reason } = await look();
    const after = process.memoryUsage();
    expect([preview, reason]).toEqual([null, 'a page longer than 512 KB']);
    const grown = after.heapUsed + after.external - before.heapUsed - before.external;
    expect(grown).toBeLessThan(16 * 1024 * 1024);
  });

  it('that never come to a letter are left as well', async () => {
    internet.pages.set('/', (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
      // A header that says a file name follows, and the name has no end.
      response.write(Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3]));
      endlessly(response, Buffer.alloc(16_384, 'a'));
    });
    expect(await look()).toMatchObject({ preview: null, reason: 'UND_ERR_RES_EXCEEDED_MAX_SIZE' });
  });
});

describe('the length of a page', () => {
  const filled = (bytes: number) => PAGE + ' '.repeat(bytes - PAGE.length);

  it('may be 512 KB and not a byte more', async () => {
    answer(filled(LIMIT));
    expect((await look()).title).toBe('Sayfa');
    answer(filled(LIMIT + 1));
    expect((await look()).preview).toBeNull();
  });

  it.each(['gzip', 'identity'])('is counted unpacked: %s', async (encoding) => {
    const pack = (text: string) => (encoding === 'gzip' ? gzipSync(text) : Buffer.from(text));
    answer(pack(filled(LIMIT)), { 'content-encoding': encoding, 'transfer-encoding': 'chunked' });
    expect((await look()).title).toBe('Sayfa');
    answer(pack(filled(LIMIT + 1)), { 'content-encoding': encoding, 'transfer-encoding': 'chunked' });
    expect((await look()).preview).toBeNull();
  });

  it('that has no end is not waited for, and the connection is closed', async () => {
    let isGone = false;
    internet.pages.set('/', (request, response) => {
      request.socket.on('close', () => {
        isGone = true;
      });
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write(PAGE);
      endlessly(response, Buffer.alloc(16_384, 'a'));
    });
    const { preview, tookMs } = await look();
    expect(preview).toBeNull();
    expect(tookMs).toBeLessThan(4_500);
    await poll(() => isGone, { until: 'the connection is closed' });
  });

  it('of a redirect does not matter', async () => {
    internet.pages.set('/', (_, response) => {
      response.writeHead(302, { location: '/son' });
      endlessly(response, Buffer.alloc(16_384, 'a'));
    });
    internet.pages.set('/son', html(PAGE));
    expect((await look()).title).toBe('Sayfa');
  });

  it.each(['<x>', '<x></y>', '<svg>', '<table>', '<meta ', '&', '</', '<!--', '<title>'])(
    'costs no more than its length when it is made of %s',
    async (piece) => {
      answer(`${PAGE}${piece.repeat(Math.floor((LIMIT - PAGE.length) / piece.length))}`);
      const { title, tookMs } = await look();
      expect(title).toBe('Sayfa');
      expect(tookMs).toBeLessThan(2_000);
    },
  );
});

describe('five seconds', () => {
  it('are all there is for names, connections, heads, bodies and redirects together', async () => {
    const drip = (response: ServerResponse, head: boolean) => {
      if (!head) response.writeHead(200, { 'content-type': 'text/html' });
      const timer = setInterval(() => (head ? response.writeProcessing() : response.write(' ')), 100);
      response.on('close', () => clearInterval(timer));
    };
    internet.names.set('suskun.example', () => new Promise(() => {}));
    internet.pages.set('/sessiz', () => {});
    internet.pages.set('/bas', (_, response) => drip(response, true));
    internet.pages.set('/govde', (_, response) => drip(response, false));
    internet.pages.set('/agir', (_, response) => {
      setTimeout(() => response.writeHead(302, { location: '/agir' }).end(), 2_000).unref();
    });
    const paths = ['acik.example/sessiz', 'acik.example/bas', 'acik.example/govde', 'acik.example/agir'];
    const looks = await Promise.all([...paths, 'suskun.example/'].map((path) => look(`http://${path}`)));
    for (const { preview, tookMs } of looks) {
      expect(preview).toBeNull();
      expect(tookMs).toBeGreaterThan(4_000);
      expect(tookMs).toBeLessThan(7_000);
    }
  });
});
