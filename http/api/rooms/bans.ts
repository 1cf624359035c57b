import type { PeoplePresenter } from '#http/presenters/people-presenter.js';
import type { RoomFinder } from '#http/rooms/room-finder.js';
import { ok, type Route, route } from '#http/routing/route.js';
import { presentBan } from '#src/protocol/present/ban.js';
import { banEndpoints as endpoints } from '#src/protocol/rooms/bans.js';

export interface BanRoutesDeps {
  finder: RoomFinder;
  peoplePresenter: PeoplePresenter;
}

export function banRoutes({ finder, peoplePresenter }: BanRoutesDeps): Route[] {
  return [
    route(endpoints.listBans, async ({ caller, params }) => {
      const { bans } = await finder.ask(params.slug ?? '', { type: 'list_bans', by: caller });
      const people = await peoplePresenter.people(
        caller.accountId,
        bans.map(({ account }) => account),
      );
      return ok({ bans: bans.map((ban) => presentBan(ban, people.get(ban.account))) });
    }),
  ];
}
