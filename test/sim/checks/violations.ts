/** Everything that is promised, held against what people saw and what is stored in the end. */
import { verifyRoom } from '#actors/room/verify/verify-room.js';
import { outboxes } from '../devices/outboxes.js';
import { directStoreChannel, VirtualStore } from '../edges/virtual-store.js';
import { exported } from '../exports/exports.js';
import { forwarded } from '../forwards/forwarded.js';
import { lists } from '../lists/lists.js';
import { mails } from '../mails/mails.js';
import { mentions } from '../mentions/mentions.js';
import { repeats } from '../repeats/repeats.js';
import { sessions } from '../sessions/sessions.js';
import { laterFields } from '../two-versions.js';
import type { World } from '../world.js';
import { acknowledged } from './acknowledged.js';
import { afterBan } from './after-ban.js';
import { conservation } from './conservation.js';
import { deletedRooms } from './deleted-rooms.js';
import { delivery } from './delivery.js';
import { erased } from './erased.js';
import { kept } from './kept.js';
import { lifetimes } from './lifetimes.js';
import { owners } from './owners.js';
import { permitted } from './permitted.js';
import { pictures } from './pictures.js';
import { pushes } from './pushes.js';
import { recency } from './recency.js';
import { refusals } from './refusals.js';
import { entriesOf, RoomLog } from './room-log.js';
import { searches } from './searches.js';
import { streams } from './streams.js';
import { ties } from './ties.js';
import { unreadCounts } from './unread.js';
import { viewedOnce } from './view-once.js';
import { visibility } from './visibility.js';

/** After the end of all troubles, what is asked this much later is answered. */
const GRACE_MS = 12_000;

export async function violations(world: World, calmAt: number, overAt: number): Promise<string[]> {
  const { history, documents } = world;
  const logs = new Map(
    world.allRooms.map((room) => {
      const entries = world.sweptLogs.get(room) ?? entriesOf(documents, room);
      return [room, new RoomLog(room, entries, history.tombstones)];
    }),
  );
  return [
    ...history.mistakes.map((mistake) => `mistake: ${mistake}`),
    ...kept(history, logs),
    ...recency(history, logs),
    ...afterBan(history, logs),
    ...streams(history, logs),
    ...delivery(world, logs),
    ...refusals(history, logs),
    ...(world.plan.single ? [] : owners(logs)),
    ...permitted(logs),
    ...lifetimes(history, logs, overAt),
    ...unreadCounts(history, logs),
    ...visibility(history, logs),
    ...laterFields(world, logs),
    ...conservation(world),
    ...ties(world),
    ...sessions(world),
    ...mentions(world, logs),
    ...lists(history, logs),
    ...repeats(world, logs),
    ...exported(world, logs),
    ...mails(world),
    ...outboxes(history, logs),
    ...acknowledged(history, logs),
    ...erased(world, calmAt),
    ...deletedRooms(world, logs),
    ...pushes(world, logs),
    ...searches(history, logs),
    ...forwarded(history, logs),
    ...pictures(world, logs, overAt),
    ...viewedOnce(history),
    ...unanswered(world, Math.max(calmAt, lastFailedStart(world)) + GRACE_MS, overAt),
    ...(await verified(world)),
  ];
}

function unanswered({ history }: World, since: number, overAt: number): string[] {
  const late = history.ops.filter(
    ({ begunAt, endedAt, outcome, isCut, what }) =>
      begunAt > since && endedAt < overAt && isNoAnswer(outcome) && !isCut && !isAskedOnce(what),
  );
  return late.map(
    ({ id, what, via, outcome }) => `liveness: ${what} (${id}) through ${via} was ${outcome} in the calm`,
  );
}

/** Of a node whose first answer from the table was lost, in the calm too: it begins anew, and waits for its own lease. */
function lastFailedStart({ history }: World): number {
  const last = history.faults.findLast((fault) => fault.includes('did not start'));
  return last === undefined ? 0 : Number(last.split(' ')[0]);
}

/** The service asks the table for it once: an answer that comes late is the operator's to repeat. */
const isAskedOnce = (what: string): boolean => what === 'place_slot';

const isNoAnswer = (outcome: string): boolean => outcome === 'lost' || outcome === 'unavailable';

/** Direct chats too. */
async function verified({ documents }: World): Promise<string[]> {
  const store = new VirtualStore(
    documents,
    directStoreChannel(() => 0),
  );
  const found: string[] = [];
  for (const { _id: room } of documents.range('rooms', { index: '_id', limit: 10_000 })) {
    const { problems } = await verifyRoom(store, room);
    for (const { seq, what } of problems) found.push(`verify-log: entry ${seq}: ${what}`);
  }
  return found;
}
