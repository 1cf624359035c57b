/**
 * Which room two people have. A direct chat that was deleted for good is followed by another one, in another room:
 * the store says which is theirs now, the room itself whether it still is.
 */
import type { Rooms, RoomView } from '#actors/room/commands.js';
import type { AccountId, Caller } from '#src/domain/accounts/account.js';
import { type DmDoc, dmRoomId, pairOf } from '#src/domain/rooms/dm.js';
import type { RoomId } from '#src/domain/rooms/room.js';
import { RefusalError } from '#src/errors.js';
import { pairId } from '#src/store/collections.js';
import type { Reader } from '#src/store/store.js';

export interface DirectChats {
  /** Theirs, opened if there is none. */
  open(by: Caller, peer: AccountId): Promise<RoomView>;
  /** Theirs as the caller has it; null when there is none, or not in the caller's list. */
  find(by: Caller, peer: AccountId): Promise<RoomView | null>;
  /** A block between the two has changed: their room knows when this resolves. */
  noteBlock(one: AccountId, other: AccountId): Promise<void>;
}

/** Retries of one request while the other participant deletes and reopens the chat. */
const TRIES_MAX = 8;

export function createDirectChats({ rooms, reader }: { rooms: Rooms; reader: Reader }): DirectChats {
  const placeOf = (one: AccountId, other: AccountId) => reader.get<DmDoc>('dms', pairId(one, other));

  return {
    async open(by, peer) {
      const pair = pairOf(by.accountId, peer);
      let generation = (await placeOf(...pair))?.generation ?? 0;
      for (let tried = 0; tried < TRIES_MAX; tried += 1) {
        const { room } = await rooms.ask(dmRoomId(pair, generation), { type: 'open_dm', by, peer, generation });
        if (room) return room;
        generation += 1;
      }
      throw new RefusalError('unavailable', { retryAfterMs: 1_000 });
    },
    async find(by, peer) {
      const place = await placeOf(by.accountId, peer);
      const answer = place && (await rooms.tryAsk(place.room, { type: 'view_room', by }));
      if (!answer || answer.ok) return answer?.value ?? null;
      if (answer.code === 'room_not_found') return null;
      throw new RefusalError(answer.code, answer);
    },
    async noteBlock(one, other) {
      const pair = pairOf(one, other);
      const place = await placeOf(...pair);
      // The next one may be on its way to the store, decided before the block was there: it is sent the block as well.
      const generations = place ? [place.generation, place.generation + 1] : [0];
      const targets = generations.map((generation): RoomId => dmRoomId(pair, generation));
      await Promise.all(targets.map((room) => rooms.ask(room, { type: 'note_block', between: [...pair] })));
    },
  };
}
