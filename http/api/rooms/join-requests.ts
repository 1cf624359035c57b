import type { PeoplePresenter } from '#http/presenters/people-presenter.js';
import type { RoomFinder } from '#http/rooms/room-finder.js';
import { noContent, ok, type Route, route } from '#http/routing/route.js';
import { presentRequest } from '#src/protocol/present/join-request.js';
import { joinRequestEndpoints as endpoints } from '#src/protocol/rooms/join-requests.js';
import { accountOf } from './room-admin.js';

export interface JoinRequestRoutesDeps {
  finder: RoomFinder;
  peoplePresenter: PeoplePresenter;
}

export function joinRequestRoutes({ finder, peoplePresenter }: JoinRequestRoutesDeps): Route[] {
  return [
    route(endpoints.listRequests, async ({ caller, params }) => {
      const { requests } = await finder.ask(params.slug ?? '', { type: 'list_requests', by: caller });
      const people = await peoplePresenter.people(
        caller.accountId,
        requests.map(({ account }) => account),
      );
      return ok({ requests: requests.map((request) => presentRequest(request, people.get(request.account))) });
    }),
    route(endpoints.approveRequest, async ({ caller, params }) => {
      await finder.ask(params.slug ?? '', { type: 'approve_request', by: caller, account: accountOf(params) });
      return ok({ status: 'joined' });
    }),
    route(endpoints.rejectRequest, async ({ caller, params }) => {
      await finder.ask(params.slug ?? '', { type: 'reject_request', by: caller, account: accountOf(params) });
      return noContent();
    }),
  ];
}
