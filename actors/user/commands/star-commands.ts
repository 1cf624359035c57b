/** Commands about the stars of an account, from operators. */
import type { LedgerEntry } from '#src/domain/accounts/tally.js';

export type StarCommand =
  /** `entryId` names the movement: the same one again moves nothing. */
  { type: 'grant_stars'; entryId: string; delta: number; reason: string };

export interface StarReplies {
  grant_stars: LedgerEntry;
}
