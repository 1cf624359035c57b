/** One set for each life of a node; it expires soon after the node's death. */
import type { Redis } from 'ioredis';
import type { SharedPresence } from '../shared-presence.js';

export interface RedisPresenceOptions {
  redis: Redis;
  prefix: string;
  /** The token of this node's life, and those of all live nodes. */
  me: () => string;
  living: () => string[];
  /** A set that is not renewed for this long expires. */
  keepMs: number;
  onError: (what: string, error?: unknown) => void;
}

const ACCOUNTS_PER_COMMAND = 1_000;

export class RedisPresence implements SharedPresence {
  readonly #options: RedisPresenceOptions;
  readonly #here = new Set<string>();
  /** The token and the connection of the last complete publication. */
  #publishedToken = '';
  #isBroken = false;

  constructor(options: RedisPresenceOptions) {
    this.#options = options;
    options.redis.on('close', () => {
      this.#isBroken = true;
    });
  }

  arrived(account: string): void {
    this.#here.add(account);
    this.#run(this.#options.redis.sadd(this.#key(this.#options.me()), account));
  }

  left(account: string): void {
    this.#here.delete(account);
    this.#run(this.#options.redis.srem(this.#key(this.#options.me()), account));
  }

  repeat(): void {
    const { redis, me, keepMs } = this.#options;
    const token = me();
    if (this.#publishedToken !== token || this.#isBroken) this.#publishAll(token);
    if (this.#here.size > 0) this.#run(redis.pexpire(this.#key(token), keepMs));
  }

  async among(accounts: readonly string[]): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    if (accounts.length === 0) return found;
    const { redis, me, living, onError } = this.#options;
    const others = living().filter((token) => token !== me());
    try {
      const answers = await Promise.all(others.map((token) => redis.smismember(this.#key(token), ...accounts)));
      for (const flags of answers)
        for (const [at, flag] of flags.entries()) if (flag === 1) found.add(accounts[at] as string);
    } catch (error) {
      onError('remote presence read failed', error);
    }
    return found;
  }

  #publishAll(token: string): void {
    this.#publishedToken = token;
    this.#isBroken = false;
    const all = [...this.#here];
    for (let at = 0; at < all.length; at += ACCOUNTS_PER_COMMAND) {
      this.#run(this.#options.redis.sadd(this.#key(token), ...all.slice(at, at + ACCOUNTS_PER_COMMAND)));
    }
  }

  #key(token: string): string {
    return `{${this.#options.prefix}}:online:${token}`;
  }

  #run(command: Promise<unknown>): void {
    command.catch((error: unknown) => this.#options.onError('presence publish failed', error));
  }
}
