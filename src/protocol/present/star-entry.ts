import type { LedgerEntry } from '#src/domain/tally.js';

export const presentStarEntry = ({ delta, reason, relatedRoom, at }: LedgerEntry) => ({
  delta,
  reason,
  related_room: relatedRoom,
  created_at: new Date(at).toISOString(),
});
