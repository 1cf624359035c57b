/**
 * Fixed windows, counted in this process. A window begins with the first request of its key and lasts as told;
 * the first request at its very end begins the next one.
 */
export interface Limits {
  take(scope: string, key: string, limit: number, windowMs: number): Promise<Taken>;
}

/** The same in this process alone, at once: for what costs less than asking Redis. */
export interface LocalLimits {
  takeNow(scope: string, key: string, limit: number, windowMs: number): Taken;
  /** Whether nothing more fits into the current window of this key. Takes nothing. */
  isUsedUp(scope: string, key: string, limit: number): boolean;
}

export interface Taken {
  ok: boolean;
  /** How many more fit into this window. */
  remaining: number;
  /** How long this window still lasts; 0 while something fits. */
  retryAfterMs: number;
}

export interface LimitsOptions {
  /** Time that never goes back: moving the wall clock opens no window. */
  env: { monotonic(): number };
  /** RATE_LIMITS=off */
  off: boolean;
  /** Windows kept per scope; when more keys than this are active at once, the oldest window is forgotten. */
  keysMax?: number;
}

interface Window {
  endsAt: number;
  taken: number;
}

const KEYS_MAX = 50_000;
const UNLIMITED: Taken = { ok: true, remaining: Number.MAX_SAFE_INTEGER, retryAfterMs: 0 };

export function createLimits(options: LimitsOptions): Limits {
  const { takeNow } = createLocalLimits(options);
  return { take: async (...asked) => takeNow(...asked) };
}

export function createLocalLimits({ env, off, keysMax = KEYS_MAX }: LimitsOptions): LocalLimits {
  // One map per scope: a flood of keys in one cannot make another forget. Scopes are named by code, never by clients.
  const scopes = new Map<string, Map<string, Window>>();
  return {
    takeNow(scope, key, limit, windowMs) {
      if (off) return UNLIMITED;
      const windows = scopes.get(scope) ?? new Map<string, Window>();
      scopes.set(scope, windows);
      const now = env.monotonic();
      const window = current(windows, key, now) ?? begin(windows, key, now + windowMs, now, keysMax);
      return count(window, limit, now);
    },
    isUsedUp(scope, key, limit) {
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
  // Windows of a scope are equally long, so the map is in the order of their ends.
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
