/**
 * Sliding windows shared by all nodes: a sorted set of times in Redis, read and extended in one step, by the shared
 * clock. Without Redis each node counts alone, so that limits grow by the number of nodes, but never vanish.
 */
import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { withTimeout } from '#src/concurrency/with-timeout.js';
import type { SlidingLimits, SlidingSlot } from './sliding-limits.js';

export interface SharedSlidingLimitsOptions {
  redis: Redis;
  prefix: string;
  /** The shared clock. */
  env: { now(): number };
  /** Counts while Redis does not answer. */
  alone: SlidingLimits;
  onError: (what: string, error?: unknown) => void;
}

/**
 * KEYS 1 the window. ARGV 1 the limit, 2 the length in ms, 3 the time, 4 the name of this permit. Returns the number
 * taken before, and the time at which the next permit is free.
 */
const TAKE = `
local now = tonumber(ARGV[3])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - tonumber(ARGV[2]))
local count = redis.call('ZCARD', KEYS[1])
local limit = tonumber(ARGV[1])
if count >= limit then
  local leaving = redis.call('ZRANGE', KEYS[1], count - limit, count - limit, 'WITHSCORES')
  return { count, leaving[2] }
end
redis.call('ZADD', KEYS[1], now, ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return { count, '0' }
`;

/**
 * Long enough that a short stall of this process is not mistaken for a dead Redis; an unreachable Redis fails at once.
 */
const REDIS_TIMEOUT_MS = 1_000;

interface Scripted {
  slidingTake(key: string, limit: number, windowMs: number, now: number, name: string): Promise<[number, string]>;
}

export function createSharedSlidingLimits(options: SharedSlidingLimitsOptions): SlidingLimits {
  const { redis, prefix, env, alone, onError } = options;
  redis.defineCommand('slidingTake', { numberOfKeys: 1, lua: TAKE });
  const scripted = redis as unknown as Scripted;
  const trouble = (error: unknown) => onError('shared /v1 rate limits unavailable, counting per node', error);
  return {
    async take(scope, key, limit, windowMs) {
      const place = `{${prefix}}:sliding:${scope}:${key}`;
      const name = randomUUID();
      const now = Math.floor(env.now());
      try {
        const request = scripted.slidingTake(place, limit, windowMs, now, name);
        const [count, leaving] = await withTimeout(REDIS_TIMEOUT_MS, request);
        const giveBack = async () => {
          await withTimeout(REDIS_TIMEOUT_MS, redis.zrem(place, name)).catch(trouble);
        };
        return slotOf({ count, leaving: Number(leaving), limit, windowMs, now, giveBack });
      } catch (error) {
        trouble(error);
        return alone.take(scope, key, limit, windowMs);
      }
    },
    async clear(scope, key) {
      await alone.clear(scope, key);
      await withTimeout(REDIS_TIMEOUT_MS, redis.del(`{${prefix}}:sliding:${scope}:${key}`)).catch(trouble);
    },
  };
}

interface Counted {
  count: number;
  leaving: number;
  limit: number;
  windowMs: number;
  now: number;
  giveBack(): Promise<void>;
}

function slotOf({ count, leaving, limit, windowMs, now, giveBack }: Counted): SlidingSlot {
  if (count < limit) return { ok: true, limit, remaining: limit - count - 1, retryAfterMs: 0, giveBack };
  const retryAfterMs = Math.max(1, leaving + windowMs - now);
  return { ok: false, limit, remaining: 0, retryAfterMs, giveBack: async () => undefined };
}
