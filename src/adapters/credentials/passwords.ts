/**
 * Passwords are hashed with argon2id on the thread pool. Hashing is expensive by design, so that only a few run at a
 * time and the rest of the process is not delayed. If the queue is full, the caller is refused at once.
 */
import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { Semaphore } from '#src/concurrency/semaphore.js';

export interface Passwords {
  hash(password: string): Promise<string>;
  /**
   * With null it does the same work and answers false, so that the response time does not show whether the account
   * exists.
   */
  matches(password: string, hashed: string | null): Promise<boolean>;
  /** Whether the hash has weaker parameters than the present ones. */
  isWeak(hashed: string): boolean;
}

export interface PasswordOptions {
  /** KiB and passes of argon2id. */
  memoryCost?: number;
  timeCost?: number;
  /** Hashes in progress. */
  concurrency?: number;
  /** Callers that wait for a hash; the next one is refused. */
  waitingMax?: number;
}

/** The minimum that OWASP recommends: 19 MiB, two passes, one lane. */
const MEMORY_COST = 19_456;
const TIME_COST = 2;
/** Leaves one core to other work, and one of libuv's four threads to files and names. */
const CONCURRENCY = Math.max(1, Math.min(3, availableParallelism() - 1));
const WAITING_MAX = 200;

export function createPasswords(options: PasswordOptions = {}): Passwords {
  const { memoryCost = MEMORY_COST, timeCost = TIME_COST } = options;
  const { concurrency = CONCURRENCY, waitingMax = WAITING_MAX } = options;
  const cost = { memoryCost, timeCost, parallelism: 1 };
  const semaphore = new Semaphore(concurrency, { waitingMax });
  // Made in advance, so that even the first unknown address takes the usual time.
  const decoy = hash('decoy', cost);
  // A failure is thrown where the hash is awaited, so that it is not an unhandled rejection before.
  decoy.catch(() => undefined);
  return {
    hash: (password) => semaphore.run(() => hash(password, cost)),
    matches(password, hashed) {
      return semaphore.run(async () => {
        const isSame = await verify(hashed ?? (await decoy), password);
        return hashed !== null && isSame;
      });
    },
    isWeak(hashed) {
      const used = parseOptions(hashed);
      return used.memoryCost < memoryCost || used.timeCost < timeCost;
    },
  };
}
