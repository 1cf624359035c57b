/**
 * Rows that concern an account, in all rooms: replies to its rows, and its discussions. An index gives the rows, and each
 * room has the last word on those that the caller may see.
 */
import { mapLimit } from '#src/concurrency/map-limit.js';
import type { Caller } from '#src/domain/accounts/account.js';
import { RefusalError } from '#src/errors.js';
import type { Reader } from '#src/store/store.js';
import type { Inbox, InboxPage, InboxQuery } from '../commands/search-commands.js';
import type { Rooms, RowView } from '../commands.js';
import { pageLength, rowBytes } from '../reading/page-bytes.js';
import { discussionsBefore } from './discussion-places.js';
import type { Place, PlacesBefore } from './places.js';
import { repliesBefore } from './reply-places.js';

/** Rows that the caller may not see any more are passed over; a page looks no further than this. */
const ROUNDS_MAX = 4;
const ROOMS_CONCURRENCY = 8;

export function createInbox(rooms: Rooms, reader: Reader): Inbox {
  const pageOf = async (by: Caller, query: InboxQuery, next: PlacesBefore, isListed: (view: RowView) => boolean) => {
    const found: { place: Place; view: RowView }[] = [];
    let before = query.before;
    for (let round = 0; round < ROUNDS_MAX && found.length < query.limit; round += 1) {
      const wanted = query.limit - found.length;
      const places = await next(before, wanted);
      found.push(...(await visible(rooms, by, places)).filter(({ view }) => isListed(view)));
      before = places.length < wanted ? undefined : places.at(-1)?.cursor;
      if (before === undefined) break;
    }
    return cut(found, before ?? null);
  };
  return {
    replies: (by, query) => pageOf(by, query, repliesBefore(reader, by.accountId), () => true),
    discussions: (by, query) =>
      pageOf(by, query, discussionsBefore(reader, by.accountId), ({ row }) => (row.discussion?.count ?? 0) > 0),
  };
}

/** A page ends at a number of bytes, too. */
function cut(found: readonly { place: Place; view: RowView }[], next: string | null): InboxPage {
  const length = pageLength(found, found.length, ({ view }) => rowBytes(view.row));
  const messages = found.slice(0, length).map(({ view }) => view);
  return { messages, next: length < found.length ? (found[length - 1]?.place.cursor ?? null) : next };
}

/** Those of these rows that the caller may see, in their order. A room that the caller is not in shows none. */
async function visible(rooms: Rooms, by: Caller, places: readonly Place[]) {
  const ids = [...new Set(places.map(({ room }) => room))];
  const answers = await mapLimit(ids, ROOMS_CONCURRENCY, async (room): Promise<[string, RowView][]> => {
    const seqs = places.filter((place) => place.room === room).map(({ seq }) => seq);
    const answer = await rooms.tryAsk(room, { type: 'view_rows', by, seqs, events: false });
    if (answer.ok) return answer.value.messages.map((view) => [`${room}:${view.row.seq}`, view]);
    if (answer.code === 'room_not_found' || answer.code === 'not_member') return [];
    throw new RefusalError(answer.code, answer);
  });
  const views = new Map(answers.flat());
  return places.flatMap((place) => {
    const view = views.get(`${place.room}:${place.seq}`);
    return view ? [{ place, view }] : [];
  });
}
