/** The table of the windows that each node counts by itself, and `RATE_WINDOWS`: limits of an operator in place of its own. */
import { type Bounds, type NamedNumbers, namedNumbers } from './named-numbers.js';

export interface RateWindow {
  limit: number;
  windowMs: number;
}

export type RateWindows = Record<RateWindowName, RateWindow>;
export type RateWindowName = keyof typeof rateWindows;

/**
 * Rate limits in addition to the specified ones (ADR 0048). Each node counts by itself.
 * - `network`: requests of a network (an IPv4 address, an IPv6 /64) to `/api`, without the health probe.
 * - `read`, `write`: requests of an account over REST and sockets together. Sending messages has its own limit.
 * - `failed_handshake`: sockets of a network that ended before they were accepted.
 * Operators may choose other limits from `rateLimitBounds`.
 */
export const rateWindows = {
  network: { limit: 3_000, windowMs: 60_000 },
  failed_handshake: { limit: 3_000, windowMs: 60_000 },
  panel_claim: { limit: 120, windowMs: 60_000 },
  wrong_console_key: { limit: 20, windowMs: 60_000 },
  read: { limit: 1_000, windowMs: 10_000 },
  write: { limit: 200, windowMs: 10_000 },
  create_room: { limit: 100, windowMs: 3_600_000 },
  incoming_webhook: { limit: 60, windowMs: 60_000 },
  test_webhook: { limit: 10, windowMs: 60_000 },
  create_bot: { limit: 20, windowMs: 3_600_000 },
  export: { limit: 10, windowMs: 3_600_000 },
} satisfies Record<string, RateWindow>;

/**
 * The smallest and the largest limit of each window. A page needs the smallest ones; guesses at keys and claims are kept
 * rare.
 */
export const rateLimitBounds: Bounds<RateWindowName> = {
  network: [300, 1_000_000],
  failed_handshake: [300, 1_000_000],
  panel_claim: [10, 1_200],
  wrong_console_key: [3, 100],
  read: [200, 100_000],
  write: [50, 20_000],
  create_room: [1, 100_000],
  incoming_webhook: [10, 6_000],
  test_webhook: [1, 100],
  create_bot: [1, 1_000],
  export: [1, 1_000],
};

export type RateLimits = NamedNumbers<RateWindowName>;

const names = Object.keys(rateWindows) as RateWindowName[];

export const rateWindowSetting = namedNumbers(rateLimitBounds, 'network=12000,create_room=500');

export function rateWindowsWith(limits: RateLimits = {}): RateWindows {
  const windows: RateWindows = { ...rateWindows };
  for (const name of names) windows[name] = { ...rateWindows[name], limit: limits[name] ?? rateWindows[name].limit };
  return windows;
}
