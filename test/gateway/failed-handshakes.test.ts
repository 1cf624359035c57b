import { once } from 'node:events';
import net from 'node:net';
import { mapLimit } from '#src/concurrency/map-limit.js';
import { rateWindows } from '#src/config/rate-windows.js';
import { type Booted, bootApp, type Person } from '../support/clients/boot-app.js';
import { TestClock } from '../support/time/test-clock.js';
import { refusal, talk } from './talker.js';

const { limit, windowMs } = rateWindows.failed_handshake;
const CONCURRENCY = 100;
const ATTACKER = '192.0.2.1';

/** The status line of an upgrade; the connection ends with a CONNECT that is refused, or without any. */
async function hangUp(url: string, network: string, connect: string | null): Promise<string> {
  const { hostname, port } = new URL(url);
  const tcp = net.connect(Number(port), hostname);
  tcp.on('error', () => undefined);
  tcp.write(
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
      `X-Forwarded-For: ${network}\r\n` +
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
  );
  const [answer] = (await once(tcp, 'data')) as [Buffer];
  if (connect !== null) {
    tcp.write(Buffer.concat([Buffer.from([0x81, 0x80 | connect.length, 0, 0, 0, 0]), Buffer.from(connect)]));
    await once(tcp, 'data');
  }
  tcp.destroy();
  return answer.toString('latin1').split('\r\n')[0] ?? '';
}

describe('handshakes that fail', () => {
  const clock = new TestClock();
  let booted: Booted;
  let ada: Person;

  beforeAll(async () => {
    booted = await bootApp({ settings: { RATE_LIMITS: 'on', TRUST_PROXY: '1' }, parts: { env: clock.env } });
    ada = await booted.person('ada');
  });
  afterAll(() => booted[Symbol.asyncDispose]());

  const from = (network: string) => ({ extraHeaders: { 'x-forwarded-for': network } });

  it('are refused before the upgrade once their network had its number, until the window ends', async () => {
    const open = await talk(booted, ada, from(ATTACKER));
    const attempts = Array.from({ length: limit }, (_, nth) => (nth % 2 === 0 ? null : '40{"token":"x.y.z"}'));
    const answers = await mapLimit(attempts, CONCURRENCY, (connect) => hangUp(booted.url, ATTACKER, connect));
    expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 101 Switching Protocols']));

    expect(await hangUp(booted.url, ATTACKER, null)).toBe('HTTP/1.1 400 Bad Request');
    expect(await refusal(booted.url, { token: ada.accessToken }, from(ATTACKER))).toBeInstanceOf(Error);
    expect((await open.ask('room:close', { room: 'nowhere' })).ok).toBe(true);
    (await talk(booted, ada, from('192.0.2.2'))).close();

    clock.move(windowMs);
    (await talk(booted, ada, from(ATTACKER))).close();
    open.close();
  }, 120_000);

  it('do not count when they were accepted', async () => {
    for (let nth = 0; nth < 3; nth += 1) (await talk(booted, ada, from('192.0.2.3'))).close();
    const failing = Array.from({ length: limit - 1 });
    const answers = await mapLimit(failing, CONCURRENCY, () => hangUp(booted.url, '192.0.2.3', null));
    expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 101 Switching Protocols']));
    (await talk(booted, ada, from('192.0.2.3'))).close();
  }, 120_000);
});
