import type { Caller } from '#src/domain/accounts/account.js';
import { type ErrorCode, RefusalError } from '#src/errors.js';
import type { Place } from '#src/protocol/schema/endpoint.js';
import type { Route } from '../routing/route.js';
import type { RoomFinder } from './room-finder.js';

/** A caller, a room, and the place in it that the request needs. */
interface Visit {
  slug: string;
  by: Caller;
  place: Place;
}

/** Errors of the request itself. The edge finds most of them before it asks the room. */
const ofTheRequest: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'invalid_request',
  'validation_failed',
  'not_found',
  'invalid_attachment',
  'message_too_long',
]);

/**
 * The error to answer: an error of the room, or of the caller's place in it, precedes an error of the request. The room
 * is asked only after an error of the request.
 */
export async function orderedError(finder: RoomFinder, error: unknown, { slug, by, place }: Visit): Promise<unknown> {
  if (!(error instanceof RefusalError) || !ofTheRequest.has(error.refusal.code)) return error;
  try {
    const { isMember, myRole } = await finder.ask(slug, { type: 'view_room', by });
    if (place === 'member') return isMember ? error : new RefusalError('not_member');
    return myRole === 'founder' || myRole === 'admin' ? error : new RefusalError('not_admin');
  } catch (refused) {
    return refused;
  }
}

/** The routes, with this order of errors where the endpoint names a place. */
export const withErrorOrder = (finder: RoomFinder, routes: Route[]): Route[] =>
  routes.map((route) => {
    const { place } = route.endpoint;
    return place === undefined ? route : { ...route, handle: inErrorOrder(finder, place, route.handle) };
  });

function inErrorOrder(finder: RoomFinder, place: Place, handle: Route['handle']): Route['handle'] {
  return async (asked) => {
    try {
      if (asked.unfit.unfit) throw new RefusalError(asked.unfit.unfit.code, asked.unfit.unfit);
      return await handle(asked);
    } catch (error) {
      const by = asked.caller as Caller | undefined;
      if (by === undefined) throw error;
      throw await orderedError(finder, error, { slug: asked.params.slug ?? '', by, place });
    }
  };
}
