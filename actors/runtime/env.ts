/**
 * Everything an actor may know of the world beyond its messages: time, chance, ids, timers.
 * One implementation runs for real (system-env.ts); another runs on virtual time in the simulator.
 */
export interface Env {
  /** ms since epoch. */
  now(): number;
  /** ms that never go back, from an arbitrary start. */
  monotonic(): number;
  /** A random UUID, version 4. */
  uuid(): string;
  /** In [0, 1). */
  random(): number;
  /** Run once after `ms`; the returned function cancels. */
  after(ms: number, run: () => void): () => void;
  /** Run once this round of work is done, before any timer. */
  soon(run: () => void): void;
}
