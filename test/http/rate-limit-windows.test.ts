import { clientNetwork } from '#http/middleware/client-network.js';
import { rateWindows } from '#src/config/rate-windows.js';
import { RawSocket } from '../gateway/raw-socket.js';
import { poll } from '../support/time/poll.js';
import { type Answer, call, person, type Visitor } from './client.js';
import { type HttpFixture, openHttpFixture } from './http-fixture.js';

const CONSOLE_KEY = 'an-operators-key-of-forty-characters-0001';
const settings = { RATE_LIMITS: 'on', TRUST_PROXY: '1', CONSOLE_KEY };

let fixture: HttpFixture;
beforeAll(async () => {
  fixture = await openHttpFixture(settings);
});
afterAll(() => fixture.close());
beforeEach(() => fixture.pass(3_600_000 - 1));

const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });

/** Answers of so many calls in a row, by status. */
async function statuses(count: number, ask: (index: number) => Promise<Answer>): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (let index = 0; index < count; index += 1) {
    const { status } = await ask(index);
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

describe('windows beside the specified ones', () => {
  it('one /64 logs in twenty times a minute, whichever of its addresses it takes', async () => {
    const attempt = (index: number) =>
      call(fixture, 'POST', '/api/auth/refresh', { json: {}, ...from(`2001:db8:1:2::${index.toString(16)}`) });
    const counts = await statuses(30, attempt);
    expect(counts[429]).toBe(10);
    expect((await call(fixture, 'POST', '/api/auth/refresh', { json: {}, ...from('2001:db8:1:3::1') })).status).toBe(
      400,
    );
  });

  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:50123', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['[2001:db8::1]:443', '2001:db8:0:0:0:0:0:0/64'],
    ['2001:db8::ffff:1', '2001:db8:0:0:0:0:0:0/64'],
    ['nobody', 'nobody'],
  ])('%s is counted as %s', (written, network) => {
    expect(clientNetwork(written)).toBe(clientNetwork(network.replace('/64', '')));
  });

  it('claims of panels are counted for a network', async () => {
    const { limit } = rateWindows.panel_claim;
    const claim = () => call(fixture, 'POST', '/api/panel/link/claim', { json: { claim: 'x' }, ...from('192.0.2.1') });
    expect((await statuses(limit + 5, claim))[429]).toBe(5);
  });

  it('twenty wrong keys of operators a minute, and the right one still opens', async () => {
    const attempt = (token: string) => call(fixture, 'GET', '/api/console/reports', { token, ...from('192.0.2.2') });
    expect(await statuses(25, () => attempt('wrong'))).toEqual({ 401: 20, 429: 5 });
    expect((await attempt(CONSOLE_KEY)).status).toBe(200);
  });

  it('what an account writes over REST and sockets is counted together, and nobody else by it', async () => {
    const [eda, bob] = [await person(fixture, 'eda'), await person(fixture, 'bob')];
    const { limit } = rateWindows.write;
    const write = (visitor: Visitor) => () => visitor.call('PATCH', '/api/rooms/kahve', {});
    // Choosing the name was the first.
    expect((await statuses(limit + 2, write(eda)))[429]).toBe(3);
    expect((await write(bob)()).status).not.toBe(429);
    const socket = new RawSocket(fixture.url);
    await socket.enter(eda.token);
    socket.send('421["message:read",{"room":"kahve","seq":1}]');
    await poll(() => socket.heard().some((text) => text.startsWith('31[')), { until: 'it is answered' });
    expect(socket.heard().find((text) => text.startsWith('31['))).toContain('rate_limited');
    socket.close();
  });

  it('a hundred rooms an hour', async () => {
    const cem = await person(fixture, 'cem');
    const { limit } = rateWindows.create_room;
    const counts = await statuses(limit + 2, (index) => cem.call('POST', '/api/rooms', { name: `Oda ${index}` }));
    expect(counts).toEqual({ 201: limit, 429: 2 });
  });

  it('a network asks three thousand times a minute, and its health is always told', async () => {
    const { limit } = rateWindows.network;
    let refused = 0;
    for (let batch = 0; batch < limit + 100; batch += 100) {
      const asked = Array.from({ length: 100 }, () => call(fixture, 'GET', '/api/nothing', from('192.0.2.9')));
      refused += (await Promise.all(asked)).filter(({ status }) => status === 429).length;
    }
    expect(refused).toBe(100);
    expect((await call(fixture, 'GET', '/api/health', from('192.0.2.9'))).status).toBe(200);
  });

  it('whoever was refused at CONNECT and goes on knocking is hung up on', async () => {
    const socket = new RawSocket(fixture.url);
    await socket.upgrade();
    for (let index = 0; index < 100; index += 1) socket.send('40{"token":"wrong"}');
    await poll(() => socket.isClosed, { until: 'the connection is over' });
    expect(socket.heard().filter((text) => text.startsWith('44')).length).toBeLessThanOrEqual(2);
  });
});

describe('windows that an operator has chosen', () => {
  let chosen: HttpFixture;
  beforeAll(async () => {
    chosen = await openHttpFixture({ ...settings, RATE_WINDOWS: 'create_room=3,read=300' });
  });
  afterAll(() => chosen.close());

  it('bind, are told to sockets, and are on the page of the interface; the others stay', async () => {
    const cem = await person(chosen, 'cem');
    const counts = await statuses(5, (index) => cem.call('POST', '/api/rooms', { name: `Oda ${index}` }));
    expect(counts).toEqual({ 201: 3, 429: 2 });
    const socket = new RawSocket(chosen.url);
    await socket.enter(cem.token);
    const ready = socket.heard().find((text) => text.startsWith('2["ready"')) as string;
    expect(JSON.parse(ready.slice(1))[1].limits).toMatchObject({ reads: 300, writes: rateWindows.write.limit });
    socket.close();
    const page = await (await fetch(`${chosen.url}/docs/limits`)).text();
    expect(page).toMatch(/create_room<\/code><\/th><td>3 in 3 600 s/);
    expect(page).toMatch(/export<\/code><\/th><td>10 in 3 600 s/);
  });
});
