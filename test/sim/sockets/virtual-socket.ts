/**
 * One WebSocket between a client and a node: what the gateway uses of Engine.IO, ws and TCP on the server's side, and
 * two ways of frames that take time, keep their order and can be cut. What the client does not read stays with the
 * server.
 */
import { EventEmitter } from 'node:events';
import { packetsOf } from '#http/gateway/transport/frames.js';
import type { ProcessLifetime } from '../time/process-lifetime.js';
import type { SeededRandom } from '../time/seeded-random.js';

/** What the operating systems take of what is not read. */
const KERNEL_BYTES = 2_048;
/** As the server cuts a peer that does not answer the closing. */
const CLOSE_TIMEOUT_MS = 3_000;
/** A server hears so much later of a client that went without a word. */
const HALF_OPEN_MS = 9_000;
const OPEN = 1;

export interface SocketEnd {
  /** A Socket.IO packet, without the digit of Engine.IO. */
  packet(text: string): void;
  closed(): void;
}

/** The raw connection on the server's side. */
class VirtualTcp {
  #corked = 0;
  readonly #held: Buffer[] = [];
  readonly #write: (bytes: Buffer) => void;
  writableLength = 0;

  constructor(write: (bytes: Buffer) => void) {
    this.#write = write;
  }

  write(bytes: Buffer): void {
    this.writableLength += bytes.length;
    this.#held.push(bytes);
    if (this.#corked === 0) this.#flush();
  }

  cork(): void {
    this.#corked += 1;
  }

  uncork(): void {
    this.#corked -= 1;
    if (this.#corked === 0) this.#flush();
  }

  #flush(): void {
    for (const bytes of this.#held.splice(0)) this.#write(bytes);
  }
}

class VirtualWebSocket extends EventEmitter {
  readyState = OPEN;
  isPaused = false;
  readonly _socket: VirtualTcp;
  readonly #end: () => void;

  constructor(tcp: VirtualTcp, end: () => void) {
    super();
    this._socket = tcp;
    this.#end = end;
    this.on('message', () => undefined);
  }

  terminate(): void {
    this.#end();
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
    this.emit('resumed');
  }
}

/** The server's side: an Engine.IO socket on the WebSocket transport. */
export class VirtualSocket extends EventEmitter {
  readyState: 'open' | 'closing' | 'closed' = 'open';
  readonly upgrading = false;
  readonly writeBuffer: [] = [];
  readonly transport: { name: string; socket: VirtualWebSocket; onData(data: string | Buffer): void };
  readonly remoteAddress = '203.0.113.1';
  request: unknown = { headers: {}, socket: { remoteAddress: this.remoteAddress } };
  pingTimeoutTimer = { refresh: () => undefined };
  hasRefreshedPingTimeout = false;
  readonly life: ProcessLifetime;
  readonly #chance: SeededRandom;
  readonly #client: SocketEnd;
  readonly #tcp: VirtualTcp;
  /** Written and not yet on its way: the client does not read. */
  #unread: Buffer[] = [];
  #isReading = true;
  /** The client's side is there. */
  #isHeld = true;
  #outAt = 0;
  #inAt = 0;

  constructor(life: ProcessLifetime, chance: SeededRandom, client: SocketEnd) {
    super();
    this.life = life;
    this.#chance = chance;
    this.#client = client;
    this.#tcp = new VirtualTcp((bytes) => this.#written(bytes));
    const socket = new VirtualWebSocket(this.#tcp, () => this.#end('transport close'));
    this.transport = { name: 'websocket', socket, onData: () => undefined };
  }

  send(packet: string, _options?: object, taken?: () => void): void {
    this.#tcp.write(Buffer.from(packet));
    if (taken) this.life.soon(taken);
  }

  write(packet: string): void {
    this.send(packet);
  }

  /** As ws does: what was written leaves, then the closing is answered, or it is cut. */
  close(): void {
    if (this.readyState !== 'open') return;
    this.readyState = 'closing';
    this.life.timer(CLOSE_TIMEOUT_MS, () => this.#end('forced close'));
    if (this.#isReading) this.#leaves(() => this.#clientCloses());
  }

  /** The client sends a Socket.IO packet. */
  clientSends(text: string): void {
    const { schedule } = this.life;
    this.#inAt = Math.max(this.#inAt, schedule.now + this.#delay());
    this.life.comes(this.#inAt, () => {
      if (this.readyState !== 'open') return;
      const { socket } = this.transport;
      const take = () => socket.emit('message', Buffer.from(`4${text}`), false);
      if (socket.isPaused) socket.once('resumed', take);
      else take();
    });
  }

  /** What it does not read stays with the server. */
  clientReads(isReading: boolean): void {
    this.#isReading = isReading;
    if (!isReading) return;
    for (const bytes of this.#unread.splice(0)) this.#passOn(bytes);
    this.#tcp.writableLength = 0;
    if (this.readyState === 'closing') this.#leaves(() => this.#clientCloses());
  }

  /** The client goes: the server hears of it at once, or by missing heartbeats. */
  clientGoes(isSilent: boolean): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    const { schedule } = this.life;
    this.life.comes(schedule.now + (isSilent ? HALF_OPEN_MS : this.#delay()), () => this.#end('transport close'));
  }

  /** The process is gone, and the operating system closes for it. */
  serverDies(): void {
    const { schedule } = this.life;
    schedule.after(this.#delay(), () => this.#clientCloses());
  }

  #delay(): number {
    return this.#chance.between(0.3, 6) * (this.#chance.hits(0.02) ? 15 : 1);
  }

  #written(bytes: Buffer): void {
    const waiting = this.#unread.reduce((sum, { length }) => sum + length, 0);
    const isTaken = this.#isReading || waiting + bytes.length <= KERNEL_BYTES;
    if (isTaken) this.#tcp.writableLength -= bytes.length;
    if (this.#isReading) this.#passOn(bytes);
    else this.#unread.push(bytes);
  }

  #passOn(bytes: Buffer): void {
    this.#leaves(() => {
      for (const packet of packetsOf(bytes)) if (this.#isHeld) this.#client.packet(packet);
    });
  }

  /** In the order in which it was written, and not by a process that stands still. */
  #leaves(arrive: () => void): void {
    const { schedule, leavesAt } = this.life;
    const isStopped = leavesAt > schedule.now;
    this.#outAt = Math.max(this.#outAt, leavesAt + this.#delay());
    schedule.at(this.#outAt, () => {
      if (!(isStopped && this.life.isOver)) arrive();
    });
  }

  #clientCloses(): void {
    if (!this.#isHeld) return;
    this.clientGoes(false);
    this.#client.closed();
  }

  #end(reason: string): void {
    if (this.readyState === 'closed') return;
    this.readyState = 'closed';
    this.#unread = [];
    this.transport.socket.readyState = 3;
    this.emit('close', reason);
    this.#clientCloses();
  }
}
