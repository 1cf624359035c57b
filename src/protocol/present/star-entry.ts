import type { LedgerEntry } from '#src/domain/accounts/tally.js';

export const presentStarEntry = ({ delta, reason, relatedRoom, at }: LedgerEntry) => ({
  delta,
  reason,
  related_room: relatedRoom,
  created_at: new Date(at).toISOString(),
});
