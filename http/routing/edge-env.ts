/** What the edge needs of the world beyond requests; the actors' own Env fits. */
export interface EdgeEnv {
  /** ms since epoch. */
  now(): number;
  /** ms that never go back. */
  monotonic(): number;
  uuid(): string;
  /** In [0, 1). */
  random(): number;
}
