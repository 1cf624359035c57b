import type { RoomView } from '#actors/room/commands.js';
import type { PeoplePresenter } from '#http/presenters/people-presenter.js';
import type { RoomPresenter } from '#http/presenters/room-presenter.js';
import type { DirectChats } from '#http/rooms/direct-chats.js';
import { ok, type Route, route } from '#http/routing/route.js';
import type { Account, AccountId } from '#src/domain/accounts/account.js';
import type { Follow } from '#src/domain/accounts/follow.js';
import { emptyTally, type Tally } from '#src/domain/accounts/tally.js';
import { RefusalError } from '#src/errors.js';
import { peopleEndpoints as endpoints } from '#src/protocol/accounts/people.js';
import { presentCard } from '#src/protocol/present/person-card.js';
import { followId } from '#src/store/collections.js';
import type { Reader } from '#src/store/store.js';
import { type CommonRoomsDeps, commonRooms } from './common-rooms.js';
import { contactsOf } from './contacts.js';
import { personNamed } from './people-finder.js';

export interface PeopleRoutesDeps extends CommonRoomsDeps {
  reader: Reader;
  peoplePresenter: PeoplePresenter;
  dms: DirectChats;
  presenter: RoomPresenter;
}

export function peopleRoutes(deps: PeopleRoutesDeps): Route[] {
  const { reader, peoplePresenter, dms, presenter } = deps;
  return [
    route(endpoints.viewPerson, async ({ caller, params }) => {
      const person = await personNamed(reader, params.username);
      const [user, common, dm] = await Promise.all([
        cardOf(deps, caller.accountId, person),
        commonRooms(deps, caller, person._id),
        dms.find(caller, person._id),
      ]);
      const present = (view: RoomView) => presenter.room(caller, view);
      return ok({
        user,
        common_rooms: await Promise.all(common.map(present)),
        dm: dm?.isMember ? await present(dm) : null,
      });
    }),
    route(endpoints.listContacts, async ({ caller }) => ok({ people: await contactsOf(deps, caller) })),
    route(endpoints.listPeople, async ({ caller, query }) => {
      const people = await peoplePresenter.people(caller.accountId, query.ids);
      return ok({ people: query.ids.flatMap((id) => people.get(id) ?? []) });
    }),
  ];
}

async function cardOf({ reader, peoplePresenter }: PeopleRoutesDeps, readBy: AccountId, account: Account) {
  const { _id } = account;
  const [people, tally, follows] = await Promise.all([
    peoplePresenter.among(readBy, [account]),
    reader.get<Tally>('tallies', _id),
    reader.getMany<Follow>('follows', [followId(readBy, _id), followId(_id, readBy)]),
  ]);
  const person = people.get(_id);
  if (!person) throw new RefusalError('not_found');
  const [mine, theirs] = follows;
  return presentCard(person, account, tally ?? emptyTally, { following: Boolean(mine), followsMe: Boolean(theirs) });
}
