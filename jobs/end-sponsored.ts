import type { SponsoredItems } from '#actors/sponsored/commands.js';
import type { SponsoredItem } from '#src/domain/sponsored/sponsored.js';
import type { Reader } from '#src/store/store.js';

export interface EndSponsoredDeps {
  sponsored: SponsoredItems;
  reader: Reader;
  now(): number;
}

const BATCH = 500;

/**
 * Sponsored items whose time is over end, through their organizations. Nothing of them is shown or counted meanwhile:
 * that is judged by the clock wherever it is decided. What one run leaves behind is there for the next.
 */
export async function endSponsored({ sponsored, reader, now }: EndSponsoredDeps): Promise<number> {
  const over = await reader.range<SponsoredItem>('sponsoredItems', { index: 'ends', lte: now(), limit: BATCH });
  let ended = 0;
  for (const organization of new Set(over.map((item) => item.organization))) {
    const answer = await sponsored.tryAsk(organization, { type: 'end_over' });
    if (answer.ok) ended += answer.value;
  }
  return ended;
}
