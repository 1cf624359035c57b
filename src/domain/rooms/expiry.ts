/**
 * When rows are gone. Time never goes back within a room, so what has expired is everything up to some entry: one
 * boundary. It never moves back: what a setting once let expire stays gone, whatever the setting says later.
 */
import type { Head } from './room.js';

const HOUR_MS = 3_600_000;

type Lifetime = Pick<Head, 'settings' | 'expiredAt'>;

/** Whether anything in the room may have expired, or ever will under its present setting. */
export const hasLifetime = ({ settings, expiredAt }: Lifetime): boolean =>
  settings.messageTtlHours !== null || expiredAt > 0;

/** Rows written at this instant or before are gone; 0 when none are. */
export function goneUpTo({ settings, expiredAt }: Lifetime, now: number): number {
  const { messageTtlHours } = settings;
  return messageTtlHours === null ? expiredAt : Math.max(expiredAt, now - messageTtlHours * HOUR_MS);
}

/** ms at which something written at `at` is gone, or null. */
export function expiresAt({ settings }: Pick<Head, 'settings'>, at: number): number | null {
  const { messageTtlHours } = settings;
  return messageTtlHours === null ? null : at + messageTtlHours * HOUR_MS;
}

/** Gone by the clock, whether the sweep has been here or not. */
export const isGone = (
  head: Lifetime & Pick<Head, 'sweptSeq'>,
  { seq, at }: { seq: number; at: number },
  now: number,
) => seq <= head.sweptSeq || at <= goneUpTo(head, now);
