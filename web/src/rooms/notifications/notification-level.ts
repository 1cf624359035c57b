/** Which messages of a room notify the person, on all devices. */
import type { Room } from '#page/api-types.js';
import { app } from '#page/app/app-state.js';
import { done } from '#page/app/ask.js';
import { locale } from '#page/app/text/language.js';
import { changed } from '../room-list-updates.js';

export type Level = 'all' | 'mentions' | 'none';

/** Offered lengths of a mute; null = until it is switched off. */
export const muteMinutes: readonly (number | null)[] = [60, 480, 1_440, 10_080, null];

const units = [
  [10_080, 'week'],
  [1_440, 'day'],
  [60, 'hour'],
] as const;

/** "8 hours", in the language of the page. */
export function lengthName(minutes: number): string {
  const [size, unit] = units.find(([least]) => minutes % least === 0) ?? [1, 'minute'];
  return new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long' }).format(minutes / size);
}

export async function setNotifications(slug: string, level: Level, minutes: number | null = null): Promise<void> {
  const body = minutes === null ? { level } : { level, minutes };
  if (!(await done('PUT /api/rooms/{slug}/notifications', { path: { slug }, body }))) return;
  const muted = level === 'none';
  const muted_until = muted && minutes !== null ? Date.now() + minutes * 60_000 : null;
  const patch = muted ? { muted, muted_until } : { muted, muted_until, mentions_only: level === 'mentions' };
  app.set(({ rooms }) => ({ rooms: changed(rooms, slug, patch) }));
}

export const levelOf = ({ muted, mentions_only }: Room): Level => {
  if (muted) return 'none';
  return mentions_only ? 'mentions' : 'all';
};
