/**
 * The expiry of rows. Time never goes back within a room, so that all rows up to one boundary have expired. The
 * boundary never moves back: an expired row stays expired after a change of the setting.
 */
import type { Head } from './room.js';

const HOUR_MS = 3_600_000;

type Lifetime = Pick<Head, 'settings' | 'expiredAt'>;

/** Whether a row may have expired, or may expire under the present setting. */
export const hasLifetime = ({ settings, expiredAt }: Lifetime): boolean =>
  settings.messageTtlHours !== null || expiredAt > 0;

/** Rows written at this instant or before have expired; 0 if none have. */
export function goneUpTo({ settings, expiredAt }: Lifetime, now: number): number {
  const { messageTtlHours } = settings;
  return messageTtlHours === null ? expiredAt : Math.max(expiredAt, now - messageTtlHours * HOUR_MS);
}

/** ms of the expiry of a row written at `at`, or null. */
export function expiresAt({ settings }: Pick<Head, 'settings'>, at: number): number | null {
  const { messageTtlHours } = settings;
  return messageTtlHours === null ? null : at + messageTtlHours * HOUR_MS;
}

/** Whether the row has expired by the clock, even if the sweep has not processed it. */
export const isGone = (
  head: Lifetime & Pick<Head, 'sweptSeq'>,
  { seq, at }: { seq: number; at: number },
  now: number,
) => seq <= head.sweptSeq || at <= goneUpTo(head, now);
