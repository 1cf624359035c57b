/** A socket without manners: writes what it is told, reads only when it is let, keeps every frame. */
import { once } from 'node:events';
import net from 'node:net';
import { packetsOf } from '#http/gateway/transport/frames.js';
import { poll } from '../support/time/poll.js';

const CLOSING = 0x88;

export class RawSocket {
  readonly tcp: net.Socket;
  isClosed = false;
  #chunks: Buffer[] = [];

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.tcp = net.connect(Number(port), hostname);
    this.tcp.on('data', (chunk) => {
      this.#chunks.push(chunk);
      // Politely: the closing frame of the other side is answered by going.
      if (chunk.includes(CLOSING) && this.#frames().at(wholeFrames(this.#frames())) === CLOSING) this.tcp.destroy();
    });
    this.tcp.on('close', () => {
      this.isClosed = true;
    });
    // A connection that is cut off ends with an error here; that it ended is what tests ask.
    this.tcp.on('error', () => undefined);
  }

  /** Through the upgrade and the handshake. */
  async enter(token: string): Promise<void> {
    await this.upgrade();
    this.send(`40${JSON.stringify({ token })}`);
    await poll(() => this.heard().some((text) => text.startsWith('2["ready"')), { until: 'ready is heard' });
  }

  async upgrade(): Promise<void> {
    await once(this.tcp, 'connect');
    this.tcp.write(
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
    );
    await poll(() => this.#bytes.includes('\r\n\r\n'), { until: 'the upgrade is answered' });
  }

  /** Socket.IO packets heard so far, whole ones. */
  heard(): string[] {
    const frames = this.#frames();
    return packetsOf(frames.subarray(0, wholeFrames(frames)));
  }

  get #bytes(): Buffer {
    const [first = Buffer.alloc(0), ...more] = this.#chunks;
    if (more.length === 0) return first;
    const all = Buffer.concat(this.#chunks);
    this.#chunks = [all];
    return all;
  }

  /** What came after the answer to the upgrade. */
  #frames(): Buffer {
    const end = this.#bytes.indexOf('\r\n\r\n');
    return end === -1 ? Buffer.alloc(0) : this.#bytes.subarray(end + 4);
  }

  send(text: string): void {
    this.write(Buffer.from(text), 1);
  }

  /** One masked frame. */
  write(payload: Buffer, opcode: number): void {
    const { length } = payload;
    const head = length < 126 ? [0x80 | length] : [0x80 | 127, 0, 0, 0, 0, ...bigEndian(length)];
    this.tcp.write(Buffer.concat([Buffer.from([0x80 | opcode, ...head, 0, 0, 0, 0]), payload]));
  }

  close(): void {
    this.tcp.destroy();
  }
}

const bigEndian = (length: number): number[] => [24, 16, 8, 0].map((shift) => (length >>> shift) & 0xff);

/** How many bytes of the run are complete text frames. */
function wholeFrames(bytes: Buffer): number {
  let at = 0;
  while (at + 10 <= bytes.length && bytes[at] === 0x81) {
    const short = bytes[at + 1] as number;
    const [start, length] =
      short < 126
        ? [at + 2, short]
        : short === 126
          ? [at + 4, bytes.readUInt16BE(at + 2)]
          : [at + 10, bytes.readUInt32BE(at + 6)];
    if (start + length > bytes.length) break;
    at = start + length;
  }
  return at;
}
