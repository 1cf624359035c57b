import type { Env } from './env.js';

export const pause = (env: Pick<Env, 'after'>, ms: number): Promise<void> =>
  new Promise((resolve) => void env.after(ms, resolve));
