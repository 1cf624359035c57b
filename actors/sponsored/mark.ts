/** Reports of what was shown or tapped, by the items of an organization. */
import type { SponsoredId } from '#src/domain/sponsored/sponsored.js';

/** One report of an offer: which item, and the random mark that makes it count once. */
export interface Mark {
  action: 'impression' | 'tap';
  item: SponsoredId;
  mark: string;
}

/** What became of it. `spent`: it changed what is shown at all (an item ended, or all were paused). */
export interface Marked {
  counted: boolean;
  spent: boolean;
}
