import type { RoomPresenter } from '#http/presenters/room-presenter.js';
import { accountByUsername } from '#http/rooms/account-by-username.js';
import type { DirectChats } from '#http/rooms/direct-chats.js';
import { ok, type Route, route } from '#http/routing/route.js';
import type { Account, AccountId } from '#src/domain/accounts/account.js';
import { RefusalError } from '#src/errors.js';
import { dmEndpoints } from '#src/protocol/rooms/dm.js';
import type { Reader } from '#src/store/store.js';

export interface DmRoutesDeps {
  dms: DirectChats;
  reader: Reader;
  presenter: RoomPresenter;
}

export function dmRoutes({ dms, reader, presenter }: DmRoutesDeps): Route[] {
  return [
    route(dmEndpoints.openDm, async ({ caller, params }) => {
      const { accountId } = caller;
      const peer = await accountNamed(reader, params.username);
      if (peer === accountId) throw new RefusalError('invalid_request', { message: 'That is you.' });
      return ok({ room: await presenter.room(caller, await dms.open(caller, peer)) });
    }),
  ];
}

/** An account that is being deleted counts as not found. */
async function accountNamed(reader: Reader, username = ''): Promise<AccountId> {
  const id = await accountByUsername(reader, username);
  const account = id && (await reader.get<Account>('accounts', id));
  if (!account || account.leavingAt !== undefined) throw new RefusalError('not_found');
  return account._id;
}
