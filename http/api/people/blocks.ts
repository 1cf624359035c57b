import type { Block, Users } from '#actors/user/commands.js';
import type { PeoplePresenter } from '#http/presenters/people-presenter.js';
import type { DirectChats } from '#http/rooms/direct-chats.js';
import { noContent, ok, type Route, route } from '#http/routing/route.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import { RefusalError } from '#src/errors.js';
import { blockEndpoints as endpoints } from '#src/protocol/accounts/blocks.js';
import { isUuid } from '#src/protocol/schema/kinds.js';
import type { Reader } from '#src/store/store.js';

export interface BlockRoutesDeps {
  users: Users;
  reader: Reader;
  peoplePresenter: PeoplePresenter;
  dms: Pick<DirectChats, 'noteBlock'>;
}

const BLOCKS_MAX = 10_000;

export function blockRoutes({ users, reader, peoplePresenter, dms }: BlockRoutesDeps): Route[] {
  return [
    route(endpoints.listBlocks, async ({ caller }) => {
      const range = { index: 'byAccount', prefix: [caller.accountId], desc: true, limit: BLOCKS_MAX };
      const blocks = await reader.range<Block>('blocks', range);
      const others = blocks.map(({ other }) => other);
      const people = await peoplePresenter.people(caller.accountId, others);
      return ok({ people: others.flatMap((other) => people.get(other) ?? []) });
    }),
    route(endpoints.block, async ({ caller, params }) => {
      const other = await knownAccount(reader, params.account_id);
      if (other === caller.accountId) throw new RefusalError('invalid_request');
      await set(caller.accountId, other, true);
      return noContent();
    }),
    route(endpoints.unblock, async ({ caller, params }) => {
      const other = await knownAccount(reader, params.account_id);
      await set(caller.accountId, other, false);
      return noContent();
    }),
  ];

  /** The direct chat applies the block before the request is answered. */
  async function set(account: AccountId, other: AccountId, on: boolean): Promise<void> {
    await users.ask(account, { type: 'set_block', other, on });
    await dms.noteBlock(account, other);
  }
}

async function knownAccount(reader: Reader, named = ''): Promise<AccountId> {
  const id = named.toLowerCase();
  const account = isUuid(id) ? await reader.get('accounts', id) : null;
  if (!account) throw new RefusalError('not_found');
  return id;
}
