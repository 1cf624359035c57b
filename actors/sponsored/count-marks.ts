/** Which of the marks count: a rule without a store, so that it can be held against a model. */

import type { SponsoredId, SponsoredItem } from '#src/domain/sponsored/sponsored.js';
import { isRunning } from '#src/domain/sponsored/sponsored-audience.js';
import type { Mark } from './mark.js';

export interface Counts {
  impressions: number;
  clicks: number;
}

export interface Standing {
  items: ReadonlyMap<SponsoredId, Pick<SponsoredItem, 'status' | 'left' | 'startsAt' | 'endsAt'>>;
  /** `<action> <mark>` of the earlier counts. */
  used: ReadonlySet<string>;
  credit: number;
  /** Nothing of a suspended organization is shown, so nothing of it counts. */
  isShown: boolean;
  now: number;
}

export interface Counted {
  /** In the order of the marks. */
  counted: boolean[];
  counts: Map<SponsoredId, Counts>;
  impressions: number;
  /** The remaining part of it. */
  credit: number;
}

/**
 * In their order, as long as there is budget and credit. A tap counts also when the item has ended since: the last
 * impression may be the one that was tapped.
 */
export function countMarks(marks: readonly Mark[], { items, used, credit, isShown, now }: Standing): Counted {
  const seen = new Set(used);
  const result: Counted = { counted: [], counts: new Map(), impressions: 0, credit };
  for (const { action, item: id, mark } of marks) {
    const item = items.get(id);
    const key = `${action} ${mark}`;
    const so = result.counts.get(id) ?? { impressions: 0, clicks: 0 };
    const counts =
      item !== undefined &&
      !seen.has(key) &&
      (action === 'tap' ||
        (isShown && result.credit > 0 && isRunning({ ...item, left: item.left - so.impressions }, now)));
    result.counted.push(counts);
    if (!counts) continue;
    seen.add(key);
    if (action === 'tap') so.clicks += 1;
    else {
      so.impressions += 1;
      result.impressions += 1;
      result.credit -= 1;
    }
    result.counts.set(id, so);
  }
  return result;
}
