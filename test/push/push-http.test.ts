/** The answer of a push service: as long as the service wants, and as slow. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PushHttp } from '#src/adapters/push/push-http.js';

let server: Server;
let http: PushHttp;
let answered: RequestListener;
beforeAll(async () => {
  server = createServer((request, response) => answered(request, response)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
});
beforeEach(() => {
  http = new PushHttp(400);
});
afterEach(() => http.close());
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const post = (wanted: 'head' | 'text') => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/to?a=1`;
  return http.post({ url, headers: { 'content-type': 'text/plain' }, body: 'selam' }, wanted);
};

/** Writes for as long as somebody listens. */
const endless = (part: string, everyMs: number): RequestListener => {
  return (_request, response) => {
    response.writeHead(201, { 'retry-after': '7' });
    const timer = setInterval(() => response.write(part), everyMs);
    response.on('close', () => clearInterval(timer));
  };
};

describe('an answer to a push', () => {
  it('has its head and its text', async () => {
    answered = (request, response) => response.writeHead(400).end(`${request.method} ${request.url}`);
    expect(await post('text')).toEqual({ status: 400, retryAfter: null, text: 'POST /to?a=1' });
  });

  it('that never ends is read up to its bound', async () => {
    answered = endless('x'.repeat(32_768), 1);
    const { text } = await post('text');
    expect(text).toHaveLength(65_536);
  });

  it('that drips is read for the time of a request', async () => {
    answered = endless('x', 50);
    const { status, text } = await post('text');
    expect([status, text]).toEqual([201, expect.stringMatching(/^x{2,40}$/)]);
  });

  it('is its head alone where that is enough, whatever follows', async () => {
    answered = endless('x', 50);
    expect(await post('head')).toEqual({ status: 201, retryAfter: '7', text: '' });
    answered = (_request, response) => response.writeHead(201, { 'content-length': 100 }).write('x');
    expect(await post('head')).toEqual({ status: 201, retryAfter: null, text: '' });
  });

  it('that does not come is an error', async () => {
    answered = () => undefined;
    await expect(post('head')).rejects.toThrow('Headers Timeout Error');
  });
});
