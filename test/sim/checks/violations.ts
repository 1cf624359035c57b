/** Everything that is promised, held against what people saw and what is stored in the end. */
import { verifyRoom } from '#actors/room/verify/verify-room.js';
import { directStoreChannel, VirtualStore } from '../edges/virtual-store.js';
import { laterFields } from '../two-versions.js';
import type { World } from '../world.js';
import { afterBan } from './after-ban.js';
import { conservation } from './conservation.js';
import { delivery } from './delivery.js';
import { kept } from './kept.js';
import { owners } from './owners.js';
import { recency } from './recency.js';
import { refusals } from './refusals.js';
import { RoomLog } from './room-log.js';
import { streams } from './streams.js';

/** After the end of all troubles, what is asked this much later is answered. */
const GRACE_MS = 12_000;

export async function violations(world: World, calmAt: number, overAt: number): Promise<string[]> {
  const { history, documents } = world;
  const logs = new Map(world.rooms.map((room) => [room, new RoomLog(room, documents)]));
  return [
    ...history.mistakes.map((mistake) => `mistake: ${mistake}`),
    ...kept(history, logs),
    ...recency(history, logs),
    ...afterBan(history, logs),
    ...streams(history, logs),
    ...delivery(history, logs),
    ...refusals(history, logs),
    ...(world.plan.single ? [] : owners(logs)),
    ...laterFields(world, logs),
    ...conservation(world),
    ...unanswered(world, calmAt + GRACE_MS, overAt),
    ...(await verified(world)),
  ];
}

function unanswered({ history }: World, since: number, overAt: number): string[] {
  const late = history.ops.filter(
    ({ begunAt, endedAt, outcome, isCut }) => begunAt > since && endedAt < overAt && isNoAnswer(outcome) && !isCut,
  );
  return late.map(
    ({ id, what, via, outcome }) => `liveness: ${what} (${id}) through ${via} was ${outcome} in the calm`,
  );
}

const isNoAnswer = (outcome: string): boolean => outcome === 'lost' || outcome === 'unavailable';

async function verified({ rooms, documents }: World): Promise<string[]> {
  const store = new VirtualStore(
    documents,
    directStoreChannel(() => 0),
  );
  const found: string[] = [];
  for (const room of rooms) {
    const { problems } = await verifyRoom(store, room);
    for (const { seq, what } of problems) found.push(`verify-log: entry ${seq}: ${what}`);
  }
  return found;
}
