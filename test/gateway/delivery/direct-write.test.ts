import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { writeDirectly } from '#http/gateway/transport/direct-write.js';
import { poll } from '../../support/time/poll.js';

const CHUNK_BYTES = 65_536;

/** Chunks that tell their number in every byte. */
const chunk = (number: number): Buffer => Buffer.alloc(CHUNK_BYTES, number);

describe('a write past the stream', () => {
  let server: Server;
  let raw: Socket;
  let client: Socket;
  const writer = { lateBytes: 0 };

  beforeEach(async () => {
    writer.lateBytes = 0;
    server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const accepted = once(server, 'connection');
    client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    [raw] = await accepted;
    client.pause();
  });
  afterEach(async () => {
    client.destroy();
    raw.destroy();
    server.close();
  });

  /** As an outbox writes. */
  const write = (bytes: Buffer): void => {
    if (!writeDirectly(raw, bytes, writer)) raw.write(bytes);
  };

  /** Writes until the operating system takes no more. */
  function fill(): number {
    let number = 0;
    while (writer.lateBytes === 0) write(chunk(number++));
    return number;
  }

  async function received(count: number): Promise<number[]> {
    const bytes: Buffer[] = [];
    client.on('data', (piece) => bytes.push(piece));
    client.resume();
    const length = () => bytes.reduce((sum, piece) => sum + piece.length, 0);
    await poll(() => length() >= count * CHUNK_BYTES, { until: 'everything has come' });
    const all = Buffer.concat(bytes);
    expect(all.length).toBe(count * CHUNK_BYTES);
    return Array.from({ length: count }, (_, at) => at).filter(
      (number) => !all.subarray(number * CHUNK_BYTES, (number + 1) * CHUNK_BYTES).equals(chunk(number)),
    );
  }

  it('reaches the client at once', async () => {
    expect(writeDirectly(raw, Buffer.from('hello'), writer)).toBe(true);
    client.resume();
    expect(String((await once(client, 'data'))[0])).toBe('hello');
    expect(writer.lateBytes).toBe(0);
  });

  it('that is taken in part is counted until the client has read, and nothing overtakes the rest', async () => {
    let count = fill();
    expect(writer.lateBytes).toBe(CHUNK_BYTES);
    for (const end = count + 8; count < end; count += 1) write(chunk(count));
    expect(raw.writableLength).toBe(8 * CHUNK_BYTES);
    expect(await received(count)).toEqual([]);
    await poll(() => writer.lateBytes === 0 && raw.writableLength === 0, { until: 'nothing waits' });
    expect(writeDirectly(raw, Buffer.from('again'), writer)).toBe(true);
  });

  it('is left to the stream while that holds bytes of its own', async () => {
    raw.cork();
    expect(writeDirectly(raw, chunk(0), writer)).toBe(false);
    raw.write(chunk(0));
    expect(writeDirectly(raw, chunk(1), writer)).toBe(false);
    raw.write(chunk(1));
    raw.uncork();
    expect(await received(2)).toEqual([]);
  });

  it('is left to the stream, which ends the connection, when the client is gone', async () => {
    const closed = new Promise((resolve) => raw.on('error', () => undefined).once('close', resolve));
    raw.resume();
    client.resetAndDestroy();
    await closed;
    expect(writeDirectly(raw, chunk(0), writer)).toBe(false);
  });

  it('is left to the stream when the operating system refuses it', () => {
    const handle = { writeBuffer: () => -32, writeQueueSize: 0 };
    const refusing = { writableLength: 0, writableCorked: 0, _handle: handle } as unknown as Socket;
    expect(writeDirectly(refusing, chunk(0), writer)).toBe(false);
  });

  it('frees what it waits for when the connection is cut', async () => {
    fill();
    raw.destroy();
    await poll(() => writer.lateBytes === 0, { until: 'the write has ended' });
  });
});
