/**
 * Chooses one of the items that are meant for a viewer: each has the same chance, with any budget. The item that
 * was offered last is skipped as long as there is another.
 */
import type { SponsoredId } from '#src/domain/sponsored/sponsored.js';
import { isRunning, isWanted, type Viewer } from '#src/domain/sponsored/sponsored-audience.js';
import type { LiveItem } from './live-items-cache.js';

export interface ChoosingFor extends Viewer {
  hidden: ReadonlySet<SponsoredId>;
  /** The previous offer. */
  last: SponsoredId | undefined;
  now: number;
}

/** Blind draws before everything is looked at: most items are meant for most people. */
const DRAWS = 12;

/**
 * Draws from all live items. A draw that the viewer may not see is repeated, so that every suitable item is equally
 * likely.
 */
export function chooseItem(items: readonly LiveItem[], viewer: ChoosingFor, random: () => number): LiveItem | null {
  if (items.length > DRAWS) {
    for (let draw = 0; draw < DRAWS; draw += 1) {
      const drawn = at(items, random());
      if (drawn.item._id !== viewer.last && isFor(drawn, viewer)) return drawn;
    }
  }
  const eligible = items.filter((each) => isFor(each, viewer));
  const others = eligible.filter(({ item }) => item._id !== viewer.last);
  if (others.length > 0) return at(others, random());
  return eligible[0] ?? null;
}

const at = (items: readonly LiveItem[], chance: number): LiveItem =>
  items[Math.min(Math.floor(chance * items.length), items.length - 1)] as LiveItem;

const isFor = ({ item }: LiveItem, viewer: ChoosingFor): boolean =>
  isRunning(item, viewer.now) && !viewer.hidden.has(item._id) && isWanted(item, viewer);
