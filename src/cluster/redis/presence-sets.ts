/**
 * The connected accounts as nodes of the previous version publish them: one set for each life of a node, which expires
 * soon after the node's death. While one of them lives, this node keeps such a set too.
 */
import type { Redis } from 'ioredis';

export interface PresenceSetsOptions {
  redis: Redis;
  prefix: string;
  /** The token of this node's life, and those of the live nodes of the previous version. */
  me: () => string;
  previous: () => string[];
  /** A set that is not renewed for this long expires. */
  keepMs: number;
  onError: (what: string, error?: unknown) => void;
}

const ACCOUNTS_PER_COMMAND = 1_000;

export class PresenceSets {
  readonly #options: PresenceSetsOptions;
  readonly #here = new Set<string>();
  /** The token of the last complete publication; empty when the set has to be published anew. */
  #publishedToken = '';

  constructor(options: PresenceSetsOptions) {
    this.#options = options;
    options.redis.on('close', () => {
      this.#publishedToken = '';
    });
  }

  arrived(account: string): void {
    this.#here.add(account);
    if (this.#isPublished) this.#run(this.#options.redis.sadd(this.#key(this.#options.me()), account));
  }

  left(account: string): void {
    this.#here.delete(account);
    if (this.#isPublished) this.#run(this.#options.redis.srem(this.#key(this.#options.me()), account));
  }

  repeat(): void {
    const { redis, me, previous, keepMs } = this.#options;
    const token = me();
    if (previous().length === 0) {
      // It expires by itself.
      this.#publishedToken = '';
      return;
    }
    if (this.#publishedToken !== token) this.#publishAll(token);
    if (this.#here.size > 0) this.#run(redis.pexpire(this.#key(token), keepMs));
  }

  async among(accounts: readonly string[]): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    const { redis, previous, onError } = this.#options;
    const others = previous();
    if (accounts.length === 0 || others.length === 0) return found;
    try {
      const answers = await Promise.all(others.map((token) => redis.smismember(this.#key(token), ...accounts)));
      for (const flags of answers)
        for (const [at, flag] of flags.entries()) if (flag === 1) found.add(accounts[at] as string);
    } catch (error) {
      onError('remote presence read failed', error);
    }
    return found;
  }

  get #isPublished(): boolean {
    return this.#publishedToken !== '' && this.#publishedToken === this.#options.me();
  }

  #publishAll(token: string): void {
    this.#publishedToken = token;
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
