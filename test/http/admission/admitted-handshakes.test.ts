import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { admitHandshakes } from '#http/admission/admitted-handshakes.js';
import { clientNetwork } from '#http/middleware/client-network.js';
import { poll } from '../../support/time/poll.js';
import { BusyQueue } from './busy-queue.js';

const WAITING_MAX = 2_048;

let server: Server;
let queue: BusyQueue;
let upgraded: Duplex[];
beforeEach(async () => {
  queue = new BusyQueue();
  upgraded = [];
  const { upgrade } = admitHandshakes(queue, 0);
  server = createServer().on('upgrade', (request: IncomingMessage, socket: Duplex) =>
    upgrade(request, socket, () => void upgraded.push(socket)),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  for (const socket of upgraded) socket.destroy();
  server.close();
});

async function asked(): Promise<{ socket: Socket; text: () => string }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  socket.on('error', () => undefined).setEncoding('utf8');
  socket.on('data', (piece) => (text += piece));
  const before = queue.size('handshake');
  socket.write('GET /socket.io/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  await poll(() => queue.size('handshake') > before, { until: 'the upgrade waits' });
  return { socket, text: () => text };
}

describe('a handshake with a node that has no time', () => {
  it('waits for the next round, the newest first', async () => {
    const [first, second] = [await asked(), await asked()];
    expect(upgraded).toEqual([]);
    await queue.round();
    const ports = upgraded.map((socket) => (socket as Socket).remotePort);
    expect(ports).toEqual([second.socket.localPort, first.socket.localPort]);
    for (const { socket } of [first, second]) socket.destroy();
  });

  it('is answered 503 with the code when too many wait, and its connection ends', async () => {
    const { socket, text } = await asked();
    const closed = once(socket, 'close');
    for (let at = 0; at < WAITING_MAX; at += 1)
      queue.wait('handshake', clientNetwork('127.0.0.1'), { run: () => undefined, refuse: () => undefined });
    await closed;
    expect(text()).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/);
    expect(text()).toContain('"retry_after_ms":1300');
    expect(JSON.parse(text().split('\r\n\r\n')[1] ?? '')).toMatchObject({ error: { code: 'overloaded' } });
    expect(upgraded).toEqual([]);
  });

  it('is forgotten when its client gives up meanwhile', async () => {
    const { socket } = await asked();
    socket.resetAndDestroy();
    const next = await asked();
    await poll(
      async () => {
        await queue.round();
        return queue.size('handshake') === 0;
      },
      { until: 'nothing waits' },
    );
    expect(upgraded.map((each) => (each as Socket).remotePort)).toEqual([next.socket.localPort]);
    next.socket.destroy();
  });

  it('of Engine.IO is refused with the sentence of the code', async () => {
    const { session } = admitHandshakes(queue, 0);
    const request = { headers: {}, socket: { remoteAddress: '192.0.2.1', destroyed: false } } as never;
    const decided: (string | null)[] = [];
    session(request, (refusal) => decided.push(refusal));
    expect(decided).toEqual([]);
    await queue.round();
    expect(decided).toEqual([null]);
    for (let at = 0; at <= WAITING_MAX; at += 1) session(request, (refusal) => decided.push(refusal));
    expect(decided[1]).toMatch(/overloaded/);
  });
});
