import type { AccountId } from '#src/domain/accounts/account.js';
import type { SponsoredHide, SponsoredItem } from '#src/domain/sponsored/sponsored.js';
import { eachOf, type OwnReader } from './own-reader.js';
import type { Row } from './pages.js';

/** The sponsored items that the account has hidden. A deleted item has no title any more. */
export async function* ownHidden(reader: OwnReader, id: AccountId): AsyncGenerator<Row> {
  const range = { index: 'byAccount', prefix: [id] };
  for await (const { item } of eachOf<SponsoredHide>(reader, 'sponsoredHidden', range, (it) => it.item)) {
    const title = (await reader.get<SponsoredItem>('sponsoredItems', item))?.title ?? null;
    yield { cells: [title ?? item], data: { item, title } };
  }
}
