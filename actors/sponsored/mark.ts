/** Reports of shown or tapped items, by organization. */
import type { SponsoredId } from '#src/domain/sponsored/sponsored.js';

/** One report of an offer: which item, and the random mark that makes it count once. */
export interface Mark {
  action: 'impression' | 'tap';
  item: SponsoredId;
  mark: string;
}

/** The outcome. `spent`: the set of shown items has changed (an item ended, or all were paused). */
export interface Marked {
  counted: boolean;
  spent: boolean;
}
