import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from 'socket.io';
import { io, type Socket } from 'socket.io-client';
import { FlushScheduler } from '#http/gateway/delivery/flush-scheduler.js';
import { Outbox } from '#http/gateway/delivery/outbox.js';
import { type EngineIoSocket, isAsExpected, rawSocketOf } from '#http/gateway/transport/engine.js';
import { FastPath } from '#http/gateway/transport/fast-path.js';
import { eventFrame } from '#http/gateway/transport/frames.js';
import { poll } from '../../support/time/poll.js';

const PING_MS = 20;

class PlainOutbox extends Outbox {
  override onSlow(): void {
    throw new Error('nobody is slow here');
  }
}

/** Socket.IO alone, with the outbox on top, and heartbeats all the time. */
describe('the short way to the socket', () => {
  let http: HttpServer;
  let server: Server;
  const flushScheduler = new FlushScheduler({ soon: (run) => setImmediate(run) }, () => undefined);

  beforeEach(async () => {
    http = createServer();
    server = new Server(http, {
      transports: ['polling', 'websocket'],
      perMessageDeflate: false,
      pingInterval: PING_MS,
    });
    http.listen(0, '127.0.0.1');
    await once(http, 'listening');
  });
  afterEach(() => server.close());

  async function connect(transports: string[]): Promise<{ engine: EngineIoSocket; outbox: Outbox; client: Socket }> {
    const { port } = http.address() as AddressInfo;
    const connected = once(server, 'connection');
    const client = io(`http://127.0.0.1:${port}`, { transports, reconnection: false, forceNew: true });
    const [socket] = await connected;
    const engine = socket.conn as EngineIoSocket;
    return { engine, outbox: new PlainOutbox(engine, flushScheduler), client };
  }

  const numbered = (number: number) => eventFrame('number', JSON.stringify({ number, text: 'ş'.repeat(number % 200) }));

  function collect(client: Socket): { numbers: number[]; damaged: unknown[] } {
    const heard = { numbers: [] as number[], damaged: [] as unknown[] };
    client.on('number', (event) => {
      if (event.text === 'ş'.repeat(event.number % 200)) heard.numbers.push(event.number);
      else heard.damaged.push(event);
    });
    return heard;
  }

  const upTo = (count: number) => Array.from({ length: count }, (_, number) => number);

  it('is there with the versions that are installed', async () => {
    const { engine, client } = await connect(['websocket']);
    expect(isAsExpected(engine)).toBe(true);
    expect(await poll(() => rawSocketOf(engine), { until: 'the connection is settled' })).not.toBeNull();
    client.close();
  });

  it('makes one write of what comes together, without a step through the library', async () => {
    const { engine, outbox, client } = await connect(['websocket']);
    const heard = collect(client);
    const raw = await poll(() => rawSocketOf(engine), { until: 'the connection is settled' });
    const frames = upTo(16).map(numbered);
    const writes: number[] = [];
    const handle = (raw as unknown as { _handle: { writeBuffer(request: object, bytes: Buffer): number } })._handle;
    const write = handle.writeBuffer.bind(handle);
    handle.writeBuffer = (request, bytes) => {
      writes.push(bytes.length);
      return write(request, bytes);
    };
    for (const frame of frames) outbox.push(frame);
    await poll(() => heard.numbers.length === 16, { until: 'all are heard' });
    const bytes = frames.reduce((sum, { length }) => sum + length, 0);
    // Heartbeats are a few bytes each.
    expect(writes.filter((length) => length > 10)).toEqual([bytes]);
    expect(heard.numbers).toEqual(upTo(16));
    client.close();
  });

  it('gives the official client every event whole and in order between heartbeats', async () => {
    const { outbox, client } = await connect(['websocket']);
    const heard = collect(client);
    let pings = 0;
    client.io.engine.on('ping', () => {
      pings += 1;
    });
    let sent = 0;
    await poll(
      () => {
        for (let count = 0; count < 50; count += 1) outbox.push(numbered(sent++));
        return pings >= 5;
      },
      { until: 'five heartbeats came in between', everyMs: 3 },
    );
    await poll(() => heard.numbers.length === sent, { until: 'all are heard' });
    expect(heard).toEqual({ numbers: upTo(sent), damaged: [] });
    client.close();
  });

  it('steps aside for long polling and while the transport changes', async () => {
    for (const transports of [['polling'], ['polling', 'websocket']]) {
      const { engine, outbox, client } = await connect(transports);
      const heard = collect(client);
      expect(rawSocketOf(engine)).toBeNull();
      let sent = 0;
      const isSettled = () => sent > 400 && (transports.length === 1 || engine.transport.name === 'websocket');
      await poll(
        () => {
          for (let count = 0; count < 7; count += 1) outbox.push(numbered(sent++));
          return isSettled();
        },
        { until: 'the transport is what it shall be', everyMs: 1 },
      );
      await poll(() => heard.numbers.length === sent, { until: 'all are heard' });
      expect(heard).toEqual({ numbers: upTo(sent), damaged: [] });
      client.close();
    }
  });
});

describe('whether the short way is taken', () => {
  const known = { socketIo: '4.8.3', engineIo: '6.6.9', ws: '8.30.0' };
  const engine = (name: string) => ({ transport: { name } }) as never;
  function fastPath(isWanted = true, versions: object = {}) {
    const warned: string[] = [];
    const path = new FastPath(
      isWanted,
      (why) => warned.push(why),
      () => ({ ...known, ...versions }),
    );
    return { path, warned };
  }

  it('is decided by all three versions, and by the setting', () => {
    expect(fastPath().path.isOn).toBe(true);
    for (const versions of [{ socketIo: '4.9.0' }, { engineIo: '6.7.0' }, { ws: '9.0.0' }]) {
      const { path, warned } = fastPath(true, versions);
      expect([path.isOn, warned]).toEqual([false, [expect.stringMatching(/^versions of the socket libraries/)]]);
    }
    const off = fastPath(false, { ws: '9.0.0' });
    expect([off.path.isOn, off.warned]).toEqual([false, []]);
  });

  it('is decided by the first WebSocket of each kind, for all that come later', () => {
    const { path, warned } = fastPath();
    const asked: string[] = [];
    const looks = (name: string, isAsExpected: boolean) => () => asked.push(name) > 0 && isAsExpected;
    expect(path.isFor(engine('polling'), 'engine_io', looks('polling', false))).toBe(true);
    expect(path.isFor(engine('websocket'), 'engine_io', looks('first', true))).toBe(true);
    expect(path.isFor(engine('websocket'), 'engine_io', looks('second', false))).toBe(true);
    expect(path.isFor(engine('websocket'), 'websocket', looks('odd', false))).toBe(false);
    expect(path.isFor(engine('websocket'), 'engine_io', looks('later', true))).toBe(false);
    expect(asked).toEqual(['first', 'odd']);
    expect(warned).toEqual(['socket libraries that look different inside']);
  });
});
