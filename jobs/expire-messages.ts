import type { Rooms } from '#actors/room/commands.js';
import type { RoomId } from '#src/domain/rooms/room.js';
import type { Reader } from '#src/store/store.js';
import { PutOff } from './put-off.js';
import { accepted, duePages, idsOf, sweepEach } from './sweep-each.js';

export interface ExpireMessagesDeps {
  rooms: Pick<Rooms, 'tryAsk'>;
  reader: Reader;
  /** Rooms that failed in earlier runs. */
  putOff?: PutOff;
  now(): number;
  /** The number of rooms in one read; 1 000 by default. */
  pageSize?: number;
}

const PAGE_SIZE = 1_000;
/** Time limit of one run; less than the interval of the job. */
const RUN_MAX_MS = 50_000;
/** Batches of one room in one round, so that a long history that expires at once does not delay the other rooms. */
const BATCHES_MAX = 100;

/**
 * Removes expired messages from the store in batches, through their rooms. This only frees space, because every read
 * compares the expiry with the clock. Rounds over the due rooms follow one another until no room has more, or the time
 * is over; the next run continues. Returns the number of batches.
 */
export async function expireMessages(deps: ExpireMessagesDeps): Promise<number> {
  const { reader, now, putOff = new PutOff(now), pageSize = PAGE_SIZE } = deps;
  const until = now() + RUN_MAX_MS;
  const run: Run = { ...deps, unfinished: 0 };
  const failures: unknown[] = [];
  let batches = 0;
  do {
    run.unfinished = 0;
    const range = { index: 'expiry', lte: now(), limit: pageSize, time: 'sweepAt' };
    const due = duePages<{ _id: RoomId; sweepAt: number }>(reader, 'rooms', range);
    const pages = idsOf(due, ({ _id }) => _id);
    const sweep = (room: string) => sweepRoom(run, room);
    try {
      batches += await sweepEach({ pages, sweep, putOff, now, runMaxMs: until - now() });
    } catch (error) {
      failures.push(error);
    }
  } while (run.unfinished > 0 && now() < until);
  if (failures.length > 0) throw failures.at(-1);
  return batches;
}

interface Run extends ExpireMessagesDeps {
  /** Rooms with more expired messages than one round removes. */
  unfinished: number;
}

async function sweepRoom(run: Run, room: RoomId): Promise<number> {
  for (let batches = 1; batches <= BATCHES_MAX; batches += 1) {
    const { more } = accepted(await run.rooms.tryAsk(room, { type: 'expire_rows' }));
    if (!more) return batches;
  }
  run.unfinished += 1;
  return BATCHES_MAX;
}
