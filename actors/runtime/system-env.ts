import { randomFillSync } from 'node:crypto';
import type { Env } from './env.js';

const codesOf = (text: string): number[] => Array.from(text, (character) => character.charCodeAt(0));
const DIGITS = codesOf('0123456789abcdef');
const HYPHEN = '-'.charCodeAt(0);
const codes = codesOf('00000000-0000-4000-8000-000000000000');

const ID_BYTES = 16;
const pool = new Uint8Array(ID_BYTES * 256);
let used = pool.length;

/** Of version 4. Every entry takes one: Node's own are joined of twenty pieces, with ten times the memory of the id. */
function randomUuid(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  pool[used + 6] = 0x40 | ((pool[used + 6] as number) & 0x0f);
  pool[used + 8] = 0x80 | ((pool[used + 8] as number) & 0x3f);
  for (let place = 0; place < codes.length; place += 2) {
    if (codes[place] === HYPHEN) place += 1;
    const byte = pool[used++] as number;
    codes[place] = DIGITS[byte >> 4] as number;
    codes[place + 1] = DIGITS[byte & 0xf] as number;
  }
  return String.fromCharCode(...codes);
}

/** The world as it is: the only place under actors/ that reads the clock or draws lots. */
export const systemEnv: Env = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  uuid: randomUuid,
  random: () => Math.random(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  soon(run) {
    setImmediate(run);
  },
};
