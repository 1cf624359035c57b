/**
 * What a socket has sent beyond a turn is read in later rounds of the event loop, in turns with the other sockets that have.
 * A burst of thousands of frames, each of which costs some microseconds to read and to refuse, would otherwise
 * keep everybody waiting for a tenth of a second.
 */
import type { Env } from '../gateway-deps.js';

/** A turn of a socket, beyond which it waits: some twenty messages of a line each. */
export const TURN_BYTES = 4_096;
/** For so long a round goes on with those that wait. */
const ROUND_MS = 2;

export class ReadingTurns {
  readonly #env: Pick<Env, 'monotonic' | 'soon'>;
  #waiting: (() => void)[] = [];
  #isScheduled = false;

  constructor(env: Pick<Env, 'monotonic' | 'soon'>) {
    this.#env = env;
  }

  /** Reads on after those that wait already. `readTurn` comes back when that was not all. */
  wait(readTurn: () => void): void {
    this.#waiting.push(readTurn);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#env.soon(this.#round);
  }

  /** Nobody has two turns before another one has had the first. */
  readonly #round = (): void => {
    this.#isScheduled = false;
    const startedAt = this.#env.monotonic();
    const before = this.#waiting;
    this.#waiting = [];
    let taken = 0;
    for (const readTurn of before) {
      if (this.#env.monotonic() - startedAt >= ROUND_MS) break;
      taken += 1;
      readTurn();
    }
    this.#waiting = [...before.slice(taken), ...this.#waiting];
    if (this.#waiting.length > 0) this.#schedule();
  };
}
