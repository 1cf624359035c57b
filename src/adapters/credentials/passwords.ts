/**
 * Passwords are hashed with argon2id on the thread pool, a few at a time: hashing is meant to be expensive, and must not
 * keep anything else of this process waiting. A caller that finds the queue full is refused at once.
 */
import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { Semaphore } from '#src/concurrency/semaphore.js';

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Against null, the same work is done for nothing: whether there is an account must not show in the time it takes. */
  matches(password: string, hashed: string | null): Promise<boolean>;
  /** Hashed with less than what is asked today. */
  isWeak(hashed: string): boolean;
}

export interface PasswordOptions {
  /** KiB and passes of argon2id. */
  memoryCost?: number;
  timeCost?: number;
  /** At once. */
  concurrency?: number;
  /** More than that many waiting are refused. */
  waitingMax?: number;
}

/** What OWASP asks at the least: 19 MiB, two passes, one lane. */
const MEMORY_COST = 19_456;
const TIME_COST = 2;
/** One core stays for everything else, and one of libuv's four threads for files and names. */
const CONCURRENCY = Math.max(1, Math.min(3, availableParallelism() - 1));
const WAITING_MAX = 200;

export function createPasswords(options: PasswordOptions = {}): Passwords {
  const { memoryCost = MEMORY_COST, timeCost = TIME_COST } = options;
  const { concurrency = CONCURRENCY, waitingMax = WAITING_MAX } = options;
  const cost = { memoryCost, timeCost, parallelism: 1 };
  const semaphore = new Semaphore(concurrency, { waitingMax });
  // Made beforehand: even the first unknown address costs what a known one costs.
  const nobody = hash('nobody', cost);
  // A failure is thrown where the hash is awaited; until then it is no unhandled rejection.
  nobody.catch(() => undefined);
  return {
    hash: (password) => semaphore.run(() => hash(password, cost)),
    matches(password, hashed) {
      return semaphore.run(async () => {
        const isSame = await verify(hashed ?? (await nobody), password);
        return hashed !== null && isSame;
      });
    },
    isWeak(hashed) {
      const used = parseOptions(hashed);
      return used.memoryCost < memoryCost || used.timeCost < timeCost;
    },
  };
}
