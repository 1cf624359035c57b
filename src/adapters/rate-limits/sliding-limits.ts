/**
 * Sliding windows, counted in this process: at most `limit` permits within any `windowMs`, exactly. Refused requests do
 * not count.
 */
export interface SlidingLimits {
  take(scope: string, key: string, limit: number, windowMs: number): Promise<SlidingSlot>;
  /** Discards all permits of this key. */
  clear(scope: string, key: string): Promise<void>;
}

export interface SlidingSlot {
  ok: boolean;
  limit: number;
  /** Permits left now. */
  remaining: number;
  /** Time until the next permit; 0 while permits are left. */
  retryAfterMs: number;
  /** Returns the permit. A second call, or a call for a refused request, changes nothing. */
  giveBack(): Promise<void>;
}

export interface SlidingLimitsOptions {
  /** Monotonic time. */
  env: { monotonic(): number };
  /** RATE_LIMITS=off */
  off?: boolean;
  /** Keys kept per scope; beyond it the longest unused key is evicted. */
  keysMax?: number;
}

const KEYS_MAX = 50_000;

/** Times of the permits, in order. */
type Log = { at: number }[];

export function createSlidingLimits({ env, off = false, keysMax = KEYS_MAX }: SlidingLimitsOptions): SlidingLimits {
  // One map per scope, so that a flood of keys in one scope evicts no key of another. Code names the scopes, never
  // clients.
  const scopes = new Map<string, Map<string, Log>>();
  return {
    async take(scope, key, limit, windowMs) {
      if (off) return { ok: true, limit, remaining: limit, retryAfterMs: 0, giveBack: async () => undefined };
      const logs = scopes.get(scope) ?? new Map<string, Log>();
      scopes.set(scope, logs);
      const now = env.monotonic();
      const log = logs.get(key) ?? [];
      const gone = log.findIndex(({ at }) => at > now - windowMs);
      log.splice(0, gone === -1 ? log.length : gone);
      keep(logs, key, log, { keysMax, since: now - windowMs });
      return taken(log, limit, windowMs, now);
    },
    async clear(scope, key) {
      scopes.get(scope)?.delete(key);
    },
  };
}

/** The map is in the order of last use. */
function keep(logs: Map<string, Log>, key: string, log: Log, { keysMax, since }: { keysMax: number; since: number }) {
  logs.delete(key);
  for (const [other, entries] of logs) {
    const isOver = (entries.at(-1)?.at ?? since) <= since;
    if (!isOver && logs.size < keysMax) break;
    logs.delete(other);
  }
  logs.set(key, log);
}

function taken(log: Log, limit: number, windowMs: number, now: number): SlidingSlot {
  if (log.length >= limit) {
    // The next permit is free once only limit - 1 permits remain in the window.
    const leaving = log[log.length - limit]?.at ?? now;
    const retryAfterMs = Math.max(1, Math.ceil(leaving + windowMs - now));
    return { ok: false, limit, remaining: 0, retryAfterMs, giveBack: async () => undefined };
  }
  const entry = { at: now };
  log.push(entry);
  return {
    ok: true,
    limit,
    remaining: limit - log.length,
    retryAfterMs: 0,
    async giveBack() {
      const place = log.indexOf(entry);
      if (place !== -1) log.splice(place, 1);
    },
  };
}
