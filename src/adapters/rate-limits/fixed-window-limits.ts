/**
 * Fixed windows, counted in this process. A window begins with the first request of its key and lasts `windowMs`. A
 * request exactly at its end begins the next one.
 */
import { type RateWindowName, type RateWindows, rateWindows } from '#src/config/config.js';

export type { RateWindowName, RateWindows };

export interface Limits {
  take(scope: string, key: string, limit: number, windowMs: number): Promise<Taken>;
}

/** Counts in this process alone, synchronously, where a Redis request would cost more than the limited work. */
export interface LocalLimits {
  readonly windows: RateWindows;
  takeNow(name: RateWindowName, key: string): Taken;
  /** Whether the current window of this key is full. It takes no permit. */
  isUsedUp(name: RateWindowName, key: string): boolean;
}

export interface Taken {
  ok: boolean;
  /** Permits left in this window. */
  remaining: number;
  /** Time until the window ends; 0 while permits are left. */
  retryAfterMs: number;
}

export interface LimitsOptions {
  /** Monotonic time, so that a change of the wall clock starts no window. */
  env: { monotonic(): number };
  /** RATE_LIMITS=off */
  off: boolean;
  /** Windows kept per scope; beyond it the oldest window is evicted. */
  keysMax?: number;
}

interface Window {
  endsAt: number;
  taken: number;
}

const KEYS_MAX = 50_000;
const UNLIMITED: Taken = { ok: true, remaining: Number.MAX_SAFE_INTEGER, retryAfterMs: 0 };

export function createLimits(options: LimitsOptions): Limits {
  const { take } = createFixedWindows(options);
  return { take: async (...asked) => take(...asked) };
}

export function createLocalLimits(options: LimitsOptions, windows: RateWindows = rateWindows): LocalLimits {
  const { take, isUsedUp } = createFixedWindows(options);
  return {
    windows,
    takeNow: (name, key) => take(name, key, windows[name].limit, windows[name].windowMs),
    isUsedUp: (name, key) => isUsedUp(name, key, windows[name].limit),
  };
}

function createFixedWindows({ env, off, keysMax = KEYS_MAX }: LimitsOptions) {
  // One map per scope, so that a flood of keys in one scope evicts no key of another. Code names the scopes, never
  // clients.
  const scopes = new Map<string, Map<string, Window>>();
  return {
    take(scope: string, key: string, limit: number, windowMs: number): Taken {
      if (off) return UNLIMITED;
      const windows = scopes.get(scope) ?? new Map<string, Window>();
      scopes.set(scope, windows);
      const now = env.monotonic();
      const window = current(windows, key, now) ?? begin(windows, key, now + windowMs, now, keysMax);
      return count(window, limit, now);
    },
    isUsedUp(scope: string, key: string, limit: number): boolean {
      const windows = scopes.get(scope);
      const window = windows && current(windows, key, env.monotonic());
      return (window?.taken ?? 0) >= limit;
    },
  };
}

function current(windows: Map<string, Window>, key: string, now: number): Window | null {
  const window = windows.get(key);
  return window && now < window.endsAt ? window : null;
}

function begin(windows: Map<string, Window>, key: string, endsAt: number, now: number, keysMax: number): Window {
  windows.delete(key);
  // The windows of a scope have the same length, so that the map is ordered by their ends.
  for (const [other, { endsAt: end }] of windows) {
    if (end > now && windows.size < keysMax) break;
    windows.delete(other);
  }
  const window = { endsAt, taken: 0 };
  windows.set(key, window);
  return window;
}

function count(window: Window, limit: number, now: number): Taken {
  if (window.taken >= limit) return { ok: false, remaining: 0, retryAfterMs: Math.ceil(window.endsAt - now) };
  window.taken += 1;
  return { ok: true, remaining: limit - window.taken, retryAfterMs: 0 };
}
