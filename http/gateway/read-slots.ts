import type { Connection } from './connection.js';
import type { Env } from './deps.js';
import { unsentBytes } from './engine.js';

/** Long answers that one socket may have in the making. */
const WIDTH = 4;
/** With more than this on its way to a socket, it waits for its next long answer. */
const UNSENT_BYTES_MAX = 262_144;
const LOOK_EVERY_MS = 20;

interface Slots {
  taken: number;
  waiting: (() => void)[];
}

/** Pages of rows are made as fast as their reader takes them, so that one socket cannot fill the memory. */
export class ReadSlots {
  readonly #env: Pick<Env, 'after' | 'soon'>;
  readonly #slots = new WeakMap<Connection, Slots>();

  constructor(env: Pick<Env, 'after' | 'soon'>) {
    this.#env = env;
  }

  /** Runs `read` when it is its turn. */
  async use<T>(connection: Connection, read: () => Promise<T>): Promise<T> {
    const slots = this.#slots.get(connection) ?? { taken: 0, waiting: [] };
    this.#slots.set(connection, slots);
    const admitted = new Promise<void>((resolve) => slots.waiting.push(resolve));
    this.#admit(connection, slots);
    await admitted;
    try {
      return await read();
    } finally {
      slots.taken -= 1;
      // By then the answer is on its way, and the next one is judged with it.
      if (slots.waiting.length > 0) this.#env.soon(() => this.#admit(connection, slots));
    }
  }

  #admit(connection: Connection, slots: Slots): void {
    while (slots.waiting.length > 0 && isFree(slots, connection)) {
      slots.taken += 1;
      slots.waiting.shift()?.();
    }
    // While one is being read, its end asks again.
    const isStuck = slots.waiting.length > 0 && slots.taken === 0;
    if (isStuck) this.#env.after(LOOK_EVERY_MS, () => this.#admit(connection, slots));
  }
}

const isFree = (slots: Slots, { engine, isClosed }: Connection): boolean =>
  isClosed || (slots.taken < WIDTH && unsentBytes(engine) <= UNSENT_BYTES_MAX);
