/**
 * Fixed windows shared by all nodes, counted in Redis in one step. Without Redis each node counts alone, so that limits
 * grow by the number of nodes, but never vanish.
 */
import type { Redis } from 'ioredis';
import { withTimeout } from '#src/concurrency/with-timeout.js';
import type { Limits, Taken } from './fixed-window-limits.js';

export interface SharedLimitsOptions {
  redis: Redis;
  prefix: string;
  /** Counts while Redis does not answer. */
  alone: Limits;
  onError: (what: string, error?: unknown) => void;
}

/** KEYS 1 the window. ARGV 1 the limit, 2 the length in ms. Returns the number taken, and the ms until the end. */
const TAKE = `
local taken = tonumber(redis.call('GET', KEYS[1]) or '0')
local left = redis.call('PTTL', KEYS[1])
if taken == 0 or left < 0 then
  redis.call('SET', KEYS[1], 1, 'PX', ARGV[2])
  return { 1, tonumber(ARGV[2]) }
end
if taken >= tonumber(ARGV[1]) then return { taken + 1, left } end
return { redis.call('INCR', KEYS[1]), left }
`;

/** Short, because a message waits for the answer. */
const REDIS_TIMEOUT_MS = 250;

type Scripted = { limitTake(key: string, limit: number, windowMs: number): Promise<[taken: number, leftMs: number]> };

export function createSharedLimits({ redis, prefix, alone, onError }: SharedLimitsOptions): Limits {
  redis.defineCommand('limitTake', { numberOfKeys: 1, lua: TAKE });
  const scripted = redis as unknown as Scripted;
  return {
    async take(scope, key, limit, windowMs) {
      try {
        const request = scripted.limitTake(`{${prefix}}:limit:${scope}:${key}`, limit, windowMs);
        return takenOf(await withTimeout(REDIS_TIMEOUT_MS, request), limit);
      } catch (error) {
        onError('shared rate limits unavailable, counting per node', error);
        return alone.take(scope, key, limit, windowMs);
      }
    },
  };
}

function takenOf([taken, leftMs]: [number, number], limit: number): Taken {
  if (taken > limit) return { ok: false, remaining: 0, retryAfterMs: Math.max(1, leftMs) };
  return { ok: true, remaining: limit - taken, retryAfterMs: 0 };
}
