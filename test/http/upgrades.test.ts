/** Real connections that offer another protocol, as `curl --http2` and Java's HttpClient do with each request. */
import { connect } from 'node:net';
import { poll } from '../support/time/poll.js';
import { call, person, type Visitor } from './client.js';
import { type HttpFixture, openHttpFixture } from './http-fixture.js';

let fixture: HttpFixture;
let ada: Visitor;
beforeAll(async () => {
  fixture = await openHttpFixture();
  ada = await person(fixture, 'ada');
});
afterAll(() => fixture.close());

const H2C = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n';

/** One connection; each request is sent when the one before was answered. */
async function conversation(...requests: string[]): Promise<string[]> {
  const socket = connect(fixture.port, '127.0.0.1');
  const answers: string[] = [];
  let heard = '';
  socket.setEncoding('utf8').on('data', (text) => {
    heard += text;
  });
  for (const request of requests) {
    heard = '';
    socket.write(request);
    await poll(() => isWhole(heard), { until: 'the request is answered' });
    answers.push(heard);
  }
  socket.destroy();
  return answers;
}

function isWhole(answer: string): boolean {
  const [head = '', ...body] = answer.split('\r\n\r\n');
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  return length !== undefined && Buffer.byteLength(body.join('\r\n\r\n')) >= Number(length);
}

describe('a request that offers another protocol is answered as if it did not', () => {
  it.each(['h2c', 'TLS/1.0', 'h2c, TLS/1.0'])('GET with Upgrade: %s', async (protocol) => {
    const upgrade = `Connection: Upgrade\r\nUpgrade: ${protocol}\r\n`;
    const [answer] = await conversation(`GET /api/health HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });

  it('POST with its body, and what comes after it on the same connection', async () => {
    const post = (name: string, more: string) => {
      const body = JSON.stringify({ name });
      const head = `POST /api/rooms HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.token}\r\nContent-Type: application/json\r\n`;
      return `${head}Content-Length: ${Buffer.byteLength(body)}\r\n${more}\r\n${body}`;
    };
    const get = `GET /api/health HTTP/1.1\r\nHost: x\r\n${H2C}\r\n`;
    const answers = await conversation(post('Çay bahçesi', H2C), get, post('Kahve', ''), post('Kum', H2C));
    expect(answers.map((answer) => answer.slice(9, 12))).toEqual(['201', '200', '201', '201']);
    expect(answers[0]).toContain('Çay bahçesi');
  });

  it('a body that comes later, and one in chunks', async () => {
    const head = `POST /api/rooms HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.token}\r\nContent-Type: application/json\r\n${H2C}`;
    const socket = connect(fixture.port, '127.0.0.1');
    let heard = '';
    socket.setEncoding('utf8').on('data', (text) => {
      heard += text;
    });
    socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
    await new Promise((resolve) => setImmediate(resolve));
    socket.write('10\r\n{"name":"Parça"\r\n');
    socket.write('1\r\n}\r\n0\r\n\r\n');
    await poll(() => isWhole(heard), { until: 'it is answered' });
    socket.destroy();
    expect(heard).toMatch(/^HTTP\/1\.1 201 /);
  });

  it('a refused one too, with the refusal', async () => {
    const [answer] = await conversation(`GET /api/me HTTP/1.1\r\nHost: x\r\n${H2C}\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  });
});

describe('Allow names the methods of that path only', () => {
  it.each([
    ['/api/rooms/search', 'GET, HEAD, OPTIONS'],
    ['/api/me/avatars/presign', 'OPTIONS, POST'],
    ['/api/panel/sponsored/audience-options', 'GET, HEAD, OPTIONS'],
  ])('for %s: %s', async (path, allow) => {
    const { headers } = await call(fixture, 'OPTIONS', path);
    expect(headers.get('allow')?.split(', ').sort().join(', ')).toBe(allow);
  });
});
