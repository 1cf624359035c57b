import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Koa from 'koa';
import { staticPages } from '#http/documents/static-files.js';
import { renderErrors } from '#http/middleware/errors.js';

let dir: string;
let server: Server;
let port: number;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pages-'));
  await mkdir(join(dir, 'web', 'assets'), { recursive: true });
  await writeFile(join(dir, 'web', 'index.html'), '<h1>Meydan</h1>');
  await writeFile(join(dir, 'web', 'assets', 'app-1a2b3c.js'), 'export {};');
  await mkdir(join(dir, 'web', 'console'));
  await writeFile(join(dir, 'web', 'console', 'index.html'), '<h1>Console</h1>');
  await writeFile(join(dir, 'secret.txt'), 'not for you');
  const app = new Koa();
  app.use(renderErrors({ error: () => {} }));
  app.use(staticPages(join(dir, 'web')));
  server = createServer(app.callback()).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  port = (server.address() as AddressInfo).port;
});

afterAll(async () => {
  server.close();
  await rm(dir, { recursive: true });
});

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** The path goes out as it is written: fetch would tidy the dots away. */
function ask(method: string, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, method, path, headers, host: '127.0.0.1' }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (piece) => {
        body += piece;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    sent.on('error', reject).end();
  });
}

describe('the pages', () => {
  it.each(['/console', '/console/', '/console/index.html'])(
    'answers %s with its own document, never kept',
    async (path) => {
      const { status, headers, body } = await ask('GET', path);
      expect({ status, body }).toEqual({ status: 200, body: '<h1>Console</h1>' });
      expect(headers['cache-control']).toBe('no-store');
    },
  );

  it('answers / with the page, to be asked for again each time', async () => {
    const { status, headers, body } = await ask('GET', '/');
    expect({ status, body }).toEqual({ status: 200, body: '<h1>Meydan</h1>' });
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' });
  });

  it('lets hashed names be kept for a year', async () => {
    const { headers } = await ask('GET', '/assets/app-1a2b3c.js');
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  it('answers 304 to whoever holds the same state', async () => {
    const { headers } = await ask('GET', '/');
    const again = await ask('GET', '/', { 'If-None-Match': String(headers['etag']) });
    expect({ status: again.status, body: again.body }).toEqual({ status: 304, body: '' });
  });

  it('answers HEAD without a body', async () => {
    const { status, headers, body } = await ask('HEAD', '/');
    expect({ status, length: headers['content-length'], body }).toEqual({ status: 200, length: '15', body: '' });
  });

  it.each([
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '//secret.txt',
    '/assets/../../secret.txt',
  ])('never leaves its folder: %s', async (path) => {
    expect((await ask('GET', path)).status).toBe(404);
  });

  it('refuses other methods and names the ones it takes', async () => {
    const { status, headers } = await ask('POST', '/');
    expect({ status, allow: headers['allow'] }).toEqual({ status: 405, allow: 'GET, HEAD' });
  });

  it('are those of the build that replaced them, whole and with what came with it', async () => {
    const former = await ask('GET', '/late/');
    expect(former.status).toBe(404);
    await mkdir(join(dir, 'web', 'late'));
    await writeFile(join(dir, 'web', 'late', 'index.html'), '<h1>Late</h1>');
    await writeFile(join(dir, 'web', 'index.html'), '<h1>Meydan, built again</h1>');
    const { headers, body } = await ask('GET', '/');
    expect([body, headers['content-length']]).toEqual(['<h1>Meydan, built again</h1>', '28']);
    expect((await ask('GET', '/late/')).body).toBe('<h1>Late</h1>');
    await rm(join(dir, 'web', 'late'), { recursive: true });
    expect((await ask('GET', '/late/')).status).toBe(404);
  });

  it('answers like an unknown path where nothing was built', async () => {
    const app = new Koa();
    app.use(staticPages(join(dir, 'nowhere')));
    const bare = createServer(app.callback()).listen(0, '127.0.0.1');
    await new Promise((resolve) => bare.once('listening', resolve));
    const answer = await fetch(`http://127.0.0.1:${(bare.address() as AddressInfo).port}/`);
    bare.close();
    expect(answer.status).toBe(404);
  });
});
