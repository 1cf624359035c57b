import type { SponsoredItems } from '#actors/sponsored/commands.js';
import type { SponsoredItem } from '#src/domain/sponsored/sponsored.js';
import type { Reader } from '#src/store/store.js';
import { PutOff } from './put-off.js';
import { accepted, duePages, idsOf, sweepEach } from './sweep-each.js';

export interface EndSponsoredDeps {
  sponsored: Pick<SponsoredItems, 'tryAsk'>;
  reader: Reader;
  /** Organizations that failed in earlier runs. */
  putOff?: PutOff;
  now(): number;
}

/**
 * Ends expired sponsored items through their organizations. An expired item is neither shown nor counted before that,
 * because every decision compares its end with the clock. The next run continues with the items that this run did not
 * reach.
 */
export async function endSponsored(deps: EndSponsoredDeps): Promise<number> {
  const { sponsored, reader, now, putOff = new PutOff(now) } = deps;
  const over = duePages<SponsoredItem>(reader, 'sponsoredItems', { index: 'ends', lte: now(), time: 'endsAt' });
  const sweep = async (organization: string) => accepted(await sponsored.tryAsk(organization, { type: 'end_over' }));
  return sweepEach({ pages: idsOf(over, ({ organization }) => organization), sweep, putOff, now });
}
