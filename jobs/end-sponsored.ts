import type { SponsoredItems } from '#actors/sponsored/commands.js';
import type { SponsoredItem } from '#src/domain/sponsored/sponsored.js';
import type { Reader } from '#src/store/store.js';

export interface EndSponsoredDeps {
  sponsored: SponsoredItems;
  reader: Reader;
  now(): number;
}

const BATCH_MAX = 500;

/**
 * Ends expired sponsored items through their organizations. An expired item is neither shown nor counted before that,
 * because every decision compares its end with the clock. The next run continues with the items that this run did not
 * reach.
 */
export async function endSponsored({ sponsored, reader, now }: EndSponsoredDeps): Promise<number> {
  const over = await reader.range<SponsoredItem>('sponsoredItems', { index: 'ends', lte: now(), limit: BATCH_MAX });
  let ended = 0;
  for (const organization of new Set(over.map((item) => item.organization))) {
    const answer = await sponsored.tryAsk(organization, { type: 'end_over' });
    if (answer.ok) ended += answer.value;
  }
  return ended;
}
