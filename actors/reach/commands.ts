/** How many people are in each segment of readers, as it was last counted. */
import type { SegmentReach } from '#src/domain/interest-profile.js';

export interface Reach {
  /** Whoever has just counted. A count that is older than the one there is changes nothing. */
  note(counts: readonly SegmentReach[]): Promise<void>;
}
