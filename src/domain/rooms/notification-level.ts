/** Which messages of a room a member is notified of. */
import type { ReadState } from './room.js';

export const notificationLevels = ['all', 'mentions', 'none'] as const;
export type NotificationLevel = (typeof notificationLevels)[number];

export const ROOM_MUTE_MINUTES_MAX = 525_600;

/** A mute with an end is over by itself; the stored flag stays until the next change. */
export const isSilent = ({ muted, mutedUntil }: ReadState, now: number): boolean =>
  muted && now < (mutedUntil ?? Number.POSITIVE_INFINITY);

export interface NotificationView {
  muted: boolean;
  mutedUntil: number | null;
  mentionsOnly: boolean;
}

export function notificationView(readState: ReadState, now: number): NotificationView {
  const muted = isSilent(readState, now);
  return {
    muted,
    mutedUntil: muted ? (readState.mutedUntil ?? null) : null,
    mentionsOnly: readState.mentionsOnly === true,
  };
}
