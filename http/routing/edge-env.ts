/** The clock and randomness that the HTTP layer needs; the actors' own Env fits. */
export interface EdgeEnv {
  /** ms since epoch. */
  now(): number;
  /** ms that never go back. */
  monotonic(): number;
  uuid(): string;
  /** In [0, 1). */
  random(): number;
}
