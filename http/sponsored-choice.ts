/**
 * Which of the items that are meant for somebody they are offered: each has the same chance, whatever its budget and
 * whoever else pays. Only the one they were offered last stands back as long as there is another.
 */
import type { SponsoredId } from '#src/domain/sponsored.js';
import { isRunning, isWanted, type Viewer } from '#src/domain/sponsored-audience.js';
import type { ShelvedItem } from './sponsored-shelf.js';

export interface ChoosingFor extends Viewer {
  hidden: ReadonlySet<SponsoredId>;
  /** What was offered before this. */
  last: SponsoredId | undefined;
  now: number;
}

/** Blind draws before everything is looked at: most items are meant for most people. */
const DRAWS = 12;

/** Out of those that may reach the viewer at all. A draw that misses is drawn again, so that whatever is hit is hit as likely as any other. */
export function chooseItem(
  items: readonly ShelvedItem[],
  viewer: ChoosingFor,
  random: () => number,
): ShelvedItem | null {
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

const at = (items: readonly ShelvedItem[], chance: number): ShelvedItem =>
  items[Math.min(Math.floor(chance * items.length), items.length - 1)] as ShelvedItem;

const isFor = ({ item }: ShelvedItem, viewer: ChoosingFor): boolean =>
  isRunning(item, viewer.now) && !viewer.hidden.has(item._id) && isWanted(item, viewer);
