/** The proxy that stands for a bad network does what it says, so that what is proven behind it was really disturbed. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { startProxy, type TcpProxy } from '../../support/servers/proxy.js';
import { poll } from '../../support/time/poll.js';

describe('a proxy between two processes', () => {
  let echo: Server;
  let proxy: TcpProxy;
  const clients: Socket[] = [];

  beforeEach(async () => {
    echo = createServer((socket) => {
      // A broken connection is what is tried here.
      socket.on('error', () => undefined);
      socket.pipe(socket);
    }).listen(0, '127.0.0.1');
    await once(echo, 'listening');
    proxy = await startProxy((echo.address() as AddressInfo).port);
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.destroy();
    await proxy.stop();
    echo.close();
  });

  function open(): { socket: Socket; heard: () => string; isClosed: () => boolean } {
    const socket = connect(proxy.port, '127.0.0.1');
    clients.push(socket);
    let [text, closed] = ['', false];
    socket.setEncoding('utf8').on('data', (more: string) => {
      text += more;
    });
    socket
      .on('error', () => undefined)
      .on('close', () => {
        closed = true;
      });
    return { socket, heard: () => text, isClosed: () => closed };
  }

  it('carries everything both ways, in order', async () => {
    const { socket, heard } = open();
    for (let at = 0; at < 100; at += 1) socket.write(`${at} `);
    const all = Array.from({ length: 100 }, (_, at) => `${at} `).join('');
    await poll(() => heard() === all, { until: 'all came back' });
  });

  it('delays, and keeps the order also when the delay ends', async () => {
    const { socket, heard } = open();
    socket.write('a');
    await poll(() => heard() === 'a', { until: 'it is open' });
    proxy.delay(150);
    const began = performance.now();
    socket.write('b');
    await poll(() => heard() === 'ab', { until: 'it came late', everyMs: 5 });
    expect(performance.now() - began).toBeGreaterThanOrEqual(299);
    socket.write('c');
    proxy.mend();
    socket.write('d');
    await poll(() => heard().length === 4, { until: 'all came' });
    expect(heard()).toBe('abcd');
  });

  it('loses what is said while it is silent without telling, and breaks what lost something once it is mended', async () => {
    const { socket, heard, isClosed } = open();
    socket.write('a');
    await poll(() => heard() === 'a', { until: 'it is open' });
    proxy.silence();
    socket.write('b');
    const other = open();
    await once(other.socket, 'connect');
    expect(isClosed()).toBe(false);
    proxy.mend();
    await poll(() => isClosed() && other.isClosed(), { until: 'what lost something is broken' });
    expect(heard()).toBe('a');
    const fresh = open();
    fresh.socket.write('c');
    await poll(() => fresh.heard() === 'c', { until: 'a new one works' });
  });

  it.each(['requests', 'answers'] as const)('loses %s alone, while the other direction goes on', async (what) => {
    const arrived: string[] = [];
    echo.on('connection', (server) => server.on('data', (bytes) => void arrived.push(String(bytes))));
    const { socket, heard, isClosed } = open();
    socket.write('a');
    await poll(() => heard() === 'a', { until: 'it is open' });
    proxy.silence(what);
    socket.write('b');
    await once(open().socket, 'connect');
    if (what === 'answers') await poll(() => arrived.join('') === 'ab', { until: 'the request has arrived' });
    proxy.mend();
    await poll(isClosed, { until: 'what lost something is broken' });
    expect([heard(), arrived.join('')]).toEqual(['a', what === 'answers' ? 'ab' : 'a']);
  });

  it('breaks and refuses when it is cut', async () => {
    const { socket, isClosed } = open();
    await once(socket, 'connect');
    proxy.cut();
    await poll(isClosed, { until: 'it is broken' });
    const refused = open();
    await poll(() => refused.isClosed(), { until: 'it is refused' });
    proxy.mend();
    const fresh = open();
    fresh.socket.write('c');
    await poll(() => fresh.heard() === 'c', { until: 'a new one works' });
  });
});
