import { randomUUID } from 'node:crypto';
import type { Env } from './env.js';

/** The world as it is: the only place under actors/ that reads the clock or draws lots. */
export const systemEnv: Env = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  uuid: () => randomUUID(),
  random: () => Math.random(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  soon(run) {
    setImmediate(run);
  },
};
