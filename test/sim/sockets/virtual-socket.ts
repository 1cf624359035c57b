/**
 * One WebSocket between a client and a node: what the gateway uses of ws and TCP on the server's side, and two ways of frames that take time, keep their order and can be cut. What the client does not read stays with the
 * server.
 */
import { EventEmitter } from 'node:events';
import type { WebSocket } from 'ws';
import { textFrame, textsOf } from '#http/gateway/transport/frames.js';
import type { ProcessLifetime } from '../time/process-lifetime.js';
import type { SeededRandom } from '../time/seeded-random.js';

/** What the operating systems take of what is not read. */
const KERNEL_BYTES = 2_048;
/** As the server cuts a peer that does not answer the closing. */
const CLOSE_TIMEOUT_MS = 3_000;
/** A server hears so much later of a client that went without a word. */
const HALF_OPEN_MS = 9_000;
const OPEN = 1;
const CLOSING = 2;
const CLOSED = 3;

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

/** The server's side: a WebSocket as ws gives it. */
export class VirtualSocket extends EventEmitter {
  readyState = OPEN;
  isPaused = false;
  readonly _socket: VirtualTcp;
  readonly life: ProcessLifetime;
  readonly #chance: SeededRandom;
  readonly #client: SocketEnd;
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
    this._socket = new VirtualTcp((bytes) => this.#written(bytes));
  }

  /** As the gateway takes it. */
  get asWebSocket(): WebSocket {
    return this as unknown as WebSocket;
  }

  send(text: string, taken?: () => void): void {
    this._socket.write(textFrame(text));
    if (taken) this.life.soon(taken);
  }

  /** What was written leaves, then the closing is answered, or it is cut. */
  close(): void {
    if (this.readyState !== OPEN) return;
    this.readyState = CLOSING;
    this.life.timer(CLOSE_TIMEOUT_MS, () => this.#end());
    if (this.#isReading) this.#leaves(() => this.#clientCloses());
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

  /** The client sends a Socket.IO packet. */
  clientSends(text: string): void {
    this.#comes(`4${text}`);
  }

  #comes(text: string): void {
    const { schedule } = this.life;
    this.#inAt = Math.max(this.#inAt, schedule.now + this.#delay());
    this.life.comes(this.#inAt, () => {
      if (this.readyState !== OPEN) return;
      const take = () => this.emit('message', Buffer.from(text), false);
      if (this.isPaused) this.once('resumed', take);
      else take();
    });
  }

  /** What it does not read stays with the server. */
  clientReads(isReading: boolean): void {
    this.#isReading = isReading;
    if (!isReading) return;
    for (const bytes of this.#unread.splice(0)) this.#passOn(bytes);
    this._socket.writableLength = 0;
    if (this.readyState === CLOSING) this.#leaves(() => this.#clientCloses());
  }

  /** The client goes: the server hears of it at once, or by missing heartbeats. */
  clientGoes(isSilent: boolean): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    const { schedule } = this.life;
    this.life.comes(schedule.now + (isSilent ? HALF_OPEN_MS : this.#delay()), () => this.#end());
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
    if (isTaken) this._socket.writableLength -= bytes.length;
    if (this.#isReading) this.#passOn(bytes);
    else this.#unread.push(bytes);
  }

  #passOn(bytes: Buffer): void {
    this.#leaves(() => {
      for (const text of textsOf(bytes)) if (this.#isHeld) this.#heard(text);
    });
  }

  /** As a client of Engine.IO: it answers heartbeats, and hands on messages. */
  #heard(text: string): void {
    if (text === '2') this.#comes('3');
    else if (text.startsWith('4')) this.#client.packet(text.slice(1));
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

  #end(): void {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    this.#unread = [];
    this.emit('close');
    this.#clientCloses();
  }
}
