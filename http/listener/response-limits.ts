import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Limits of answers that a client does not read. */
export interface ResponseLimits {
  /** A connection that takes nothing of its answer for this long is cut. */
  stallMs: number;
  /** An answer that was handed over whole is taken within this time, however slowly. */
  wholeMs: number;
  /** Unsent bytes of all connections: with more, those that have taken nothing for longest are cut. */
  bytes: number;
  /** Requests of one connection that are not answered yet; one that sends more at once is cut. */
  perConnection: number;
  lookEveryMs: number;
}

const LIMITS: ResponseLimits = {
  stallMs: 15_000,
  wholeMs: 120_000,
  bytes: 67_108_864,
  perConnection: 16,
  lookEveryMs: 1_000,
};

/**
 * Bounds the memory of responses. `onCut` is called for each connection that is closed, with the reason. Every
 * answer of this server emits `close`, also one that was never begun.
 */
export function limitResponses(
  server: Server,
  onCut: (why: string) => void = () => undefined,
  limits: Partial<ResponseLimits> = {},
): void {
  const watch = new ResponseWatch({ ...LIMITS, ...limits }, onCut);
  server.prependListener('request', ({ socket }, response: ServerResponse) => watch.begin(socket, response));
  server.on('close', () => watch.stop());
}

/** One connection with answers that have not left. */
interface Unsent {
  readonly responses: Set<ServerResponse>;
  bytes: number;
  /** The bytes that the operating system has accepted so far, and the time of the last progress. */
  taken: number;
  takenAt: number;
  /** Since when something has been waiting without a break. */
  waitingSince: number;
}

class ResponseWatch {
  readonly #limits: ResponseLimits;
  readonly #onCut: (why: string) => void;
  readonly #known = new WeakMap<Socket, Unsent>();
  /** Those of them that have something to answer. */
  readonly #connections = new Map<Socket, Unsent>();
  #timer: NodeJS.Timeout | null = null;

  constructor(limits: ResponseLimits, onCut: (why: string) => void) {
    this.#limits = limits;
    this.#onCut = onCut;
  }

  begin(socket: Socket, response: ServerResponse): void {
    // Bytes that arrived with the request for which it was cut.
    if (socket.destroyed) return;
    const unsent = this.#known.get(socket) ?? this.#connect(socket);
    if (unsent.responses.size >= this.#limits.perConnection) return this.#cut(socket, 'too many requests at once');
    if (unsent.responses.size === 0) this.#awake(socket, unsent);
    unsent.responses.add(response);
    response.once('close', () => {
      unsent.responses.delete(response);
      if (unsent.responses.size === 0) this.#connections.delete(socket);
    });
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  #awake(socket: Socket, unsent: Unsent): void {
    unsent.takenAt = performance.now();
    unsent.waitingSince = unsent.takenAt;
    this.#connections.set(socket, unsent);
    this.#timer ??= setInterval(() => this.#look(), this.#limits.lookEveryMs).unref();
  }

  #connect(socket: Socket): Unsent {
    const unsent = { responses: new Set<ServerResponse>(), bytes: 0, taken: 0, takenAt: 0, waitingSince: 0 };
    this.#known.set(socket, unsent);
    socket.once('close', () => {
      this.#connections.delete(socket);
      // At the end of a connection Node emits an event on the answer being written, not on those behind it.
      setImmediate(() => {
        for (const response of unsent.responses) response.emit('close');
      });
    });
    return unsent;
  }

  #look(): void {
    const now = performance.now();
    let bytes = 0;
    for (const [socket, unsent] of this.#connections) {
      observe(socket, unsent, now);
      if (this.#isTooSlow(unsent, now)) this.#cut(socket, 'its answer was not read');
      else bytes += unsent.bytes;
    }
    if (bytes > this.#limits.bytes) this.#shed(bytes);
    if (this.#connections.size === 0) this.stop();
  }

  #isTooSlow({ responses, bytes, takenAt, waitingSince }: Unsent, now: number): boolean {
    if (bytes === 0) return false;
    if (now - takenAt >= this.#limits.stallMs) return true;
    // A response that is still being written, such as a file, waits for its reader and costs nothing meanwhile.
    const isWhole = [...responses].every(({ writableEnded }) => writableEnded);
    return isWhole && now - waitingSince >= this.#limits.wholeMs;
  }

  #shed(bytes: number): void {
    const slowest = [...this.#connections].filter(([, unsent]) => unsent.bytes > 0);
    slowest.sort(([, a], [, b]) => a.takenAt - b.takenAt);
    let left = bytes;
    for (const [socket, unsent] of slowest) {
      if (left <= this.#limits.bytes) return;
      left -= unsent.bytes;
      this.#cut(socket, 'too much was not read');
    }
  }

  #cut(socket: Socket, why: string): void {
    this.#connections.delete(socket);
    socket.destroy();
    this.#onCut(why);
  }
}

function observe(socket: Socket, unsent: Unsent, now: number): void {
  unsent.bytes = socket.writableLength;
  for (const response of unsent.responses) if (response.socket !== socket) unsent.bytes += response.writableLength;
  const taken = takenBytes(socket);
  if (unsent.bytes === 0 || taken > unsent.taken) unsent.takenAt = now;
  if (unsent.bytes === 0) unsent.waitingSince = now;
  unsent.taken = taken;
}

/** Node's private handle of a TCP socket: the operating system takes one large write a little at a time. */
type Inside = Socket & { _handle?: { bytesWritten?: number; writeQueueSize?: number } | null };

/** Bytes that the operating system has taken. Without Node's own count, whole writes are counted. */
function takenBytes(socket: Socket): number {
  const { bytesWritten, writeQueueSize } = (socket as Inside)._handle ?? {};
  if (bytesWritten === undefined || writeQueueSize === undefined) return socket.bytesWritten - socket.writableLength;
  return bytesWritten - writeQueueSize;
}
