import type { Socket as NetSocket } from 'node:net';
import { writeDirectly } from '../transport/direct-write.js';
import { type EngineSocket, queuedBytes, rawSocketOf, terminate, unsentBytes } from '../transport/engine.js';
import { packetsOf } from '../transport/frames.js';

/** Above this, frames go out one by one instead of being copied together. */
const COPY_BYTES_MAX = 65_536;

/** Decides when an outbox is flushed: `FlushScheduler`. */
export interface FlushQueue {
  scheduleOutbox(outbox: Outbox): void;
}

/** The unsent frames of one connection: all frames that are pushed within a round leave in one write, in order. */
export abstract class Outbox {
  readonly engine: EngineSocket;
  readonly #scheduler: FlushQueue;
  readonly isFast: boolean;
  /** Nearly always one Buffer, shared with other connections; a list only when more than one came in a round. */
  #waiting: Buffer | Buffer[] | null = null;
  #isQueued = false;
  #isShut = false;
  /** Bytes handed over so far. */
  handedOver = 0;
  /** The bytes of one write that the operating system has taken in part only. Counted on the fast path alone. */
  lateBytes = 0;
  /** The part of those that the library has reported as written. Counted on the documented path alone. */
  #written = 0;
  /**
   * Unsent bytes of pages. They do not make a connection a slow consumer: `PageReads` bounds the pages in flight, and
   * a long page over a thin line takes its time.
   */
  longBytes = 0;

  constructor(engine: EngineSocket, scheduler: FlushQueue, isFast = true) {
    this.engine = engine;
    this.#scheduler = scheduler;
    this.isFast = isFast;
  }

  /** Bytes handed over and not yet taken by the operating system. */
  get unsentBytes(): number {
    return this.isFast ? unsentBytes(this.engine) + this.lateBytes : this.handedOver - this.#written;
  }

  /** Bytes of one large write that the operating system has not taken yet; null where they are unknown. */
  get queuedBytes(): number | null {
    return this.isFast ? queuedBytes(this.engine) : null;
  }

  get isShut(): boolean {
    return this.#isShut;
  }

  pushLong(frame: Buffer): void {
    this.longBytes += frame.length;
    this.push(frame);
  }

  push(frames: Buffer): void {
    if (this.#isShut) return;
    const waiting = this.#waiting;
    if (waiting === null) this.#waiting = frames;
    else if (Array.isArray(waiting)) waiting.push(frames);
    else this.#waiting = [waiting, frames];
    if (this.#isQueued) return;
    this.#isQueued = true;
    this.#scheduler.scheduleOutbox(this);
  }

  /** Too much, or for too long, has not been taken by the other side. */
  abstract onSlow(): void;

  /** Ends the connection at once, without a close handshake. */
  terminate(): void {
    if (this.isFast) terminate(this.engine);
    else this.engine.close(true);
  }

  /** Writes the waiting frames. Returns whether some of them were not accepted at once. */
  flush(): boolean {
    const waiting = this.#waiting;
    this.#waiting = null;
    this.#isQueued = false;
    if (waiting === null) return false;
    if (!this.isFast) return this.#sendAsDocumented(waiting);
    const raw = rawSocketOf(this.engine);
    if (raw === null) return this.#flushSlowly(waiting);
    if (Array.isArray(waiting)) this.#writeMany(raw, waiting);
    else this.#write(raw, waiting);
    if (raw.writableLength > 0 || this.lateBytes > 0) return true;
    this.longBytes = 0;
    return false;
  }

  /** Writes the unsent frames and accepts no more. */
  shut(): void {
    this.flush();
    this.#isShut = true;
  }

  #write(raw: NetSocket, frame: Buffer): void {
    this.handedOver += frame.length;
    if (!writeDirectly(raw, frame, this)) raw.write(frame);
  }

  #writeMany(raw: NetSocket, frames: Buffer[]): void {
    const bytes = frames.reduce((sum, frame) => sum + frame.length, 0);
    if (bytes <= COPY_BYTES_MAX) return this.#write(raw, Buffer.concat(frames, bytes));
    this.handedOver += bytes;
    raw.cork();
    for (const frame of frames) raw.write(frame);
    raw.uncork();
  }

  /** Packet by packet; the library says when the last one of a frame's packets was written. */
  #sendAsDocumented(waiting: Buffer | Buffer[]): boolean {
    for (const frames of Array.isArray(waiting) ? waiting : [waiting]) {
      this.handedOver += frames.length;
      const packets = packetsOf(frames);
      const last = packets.pop();
      for (const packet of packets) this.engine.send(packet);
      if (last !== undefined) this.engine.send(last, undefined, () => this.#wrote(frames.length));
    }
    return this.unsentBytes > 0;
  }

  #wrote(bytes: number): void {
    this.#written += bytes;
    if (this.unsentBytes === 0) this.longBytes = 0;
  }

  /** Long polling, or a change of transport under way: through Engine.IO, packet by packet. */
  #flushSlowly(waiting: Buffer | Buffer[]): boolean {
    for (const frames of Array.isArray(waiting) ? waiting : [waiting]) {
      this.handedOver += frames.length;
      for (const packet of packetsOf(frames)) this.engine.write(packet);
    }
    return this.engine.writeBuffer.length > 0;
  }
}
