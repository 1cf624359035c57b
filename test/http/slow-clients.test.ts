import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { allowForBody, limitConnections } from '#http/listener/connection-limits.js';

/** The limits of the service, a hundred times shorter. */
async function impatientServer(): Promise<Server> {
  const server = createServer({ connectionsCheckingInterval: 20 }, (request, response) => {
    if (request.url === '/patient') allowForBody(request, 10_000);
    request.resume().on('end', () => response.end('whole'));
  });
  limitConnections(server, { headersMs: 100, bodyMs: 300 });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** Everything the server said until it hung up. */
function lastWords(server: Server, speak: (socket: Socket) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => speak(socket));
    socket.on('data', (chunk) => {
      text += String(chunk);
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });
}

describe('a client that never comes to an end', () => {
  let server: Server;
  beforeAll(async () => {
    server = await impatientServer();
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it.each([
    ['its headers', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    ['its body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n'],
  ])('with %s is told so, in the shape of every error, may ask again, and is let go', async (_what, beginning) => {
    const words = await lastWords(server, (socket) => {
      socket.write(beginning);
      const drip = setInterval(() => socket.write('a'), 30);
      socket.on('close', () => clearInterval(drip));
    });
    expect(words).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\nx-request-id: [0-9a-f-]{36}\r\n/);
    expect(words).toContain('"code":"unavailable"');
  });

  it('is given more time where a file is taken', async () => {
    let dripped = 0;
    const words = await lastWords(server, (socket) => {
      socket.write('PUT /patient HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 20\r\n\r\n');
      const drip = setInterval(() => {
        socket.write('a');
        dripped += 1;
        if (dripped === 20) clearInterval(drip);
      }, 30);
    });
    expect(words).toMatch(/^HTTP\/1\.1 200 OK/);
  });

  it('does not keep others waiting', async () => {
    const slow = lastWords(server, (socket) => socket.write('GET / HTTP/1.1\r\nHost: x\r\n'));
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'quick' });
    expect(await answer.text()).toBe('whole');
    await slow;
  });
});
