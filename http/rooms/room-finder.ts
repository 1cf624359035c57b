import { LRUCache } from 'lru-cache';
import type { RoomCommand, RoomReplies, Rooms } from '#actors/room/commands.js';
import type { AskOptions } from '#actors/runtime/client.js';
import type { RoomId } from '#src/domain/rooms/room.js';
import { foldSlug, isSlug } from '#src/domain/text/slug.js';
import { RefusalError } from '#src/errors.js';
import type { Reader } from '#src/store/store.js';
import { recordedRoom } from '../idempotency/idempotent-client.js';

export interface RoomFinder {
  /** The room that answers to this slug; `room_not_found` when none does. */
  find(slug: string): Promise<RoomId>;
  /** Ask the room of this slug. */
  ask<C extends RoomCommand>(slug: string, command: C, options?: AskOptions): Promise<RoomReplies[C['type']]>;
  /** Do something with the room of this slug. */
  within<T>(slug: string, work: (room: RoomId) => Promise<T>): Promise<T>;
}

/** Reading a slug again costs one point read. */
const REMEMBERED_MAX = 10_000;

/**
 * Slugs never change while their room lives, so they are remembered; a room that answers `room_not_found` is deleted,
 * and its slug may belong to another room.
 */
export function createRoomFinder({ rooms, reader }: { rooms: Rooms; reader: Reader }): RoomFinder {
  const remembered = new LRUCache<string, RoomId>({ max: REMEMBERED_MAX });
  const reads = new Map<string, Promise<RoomId | null>>();

  /** Who asks during a read waits for it, so that the operations of a socket keep their order. */
  async function find(slug: string): Promise<RoomId> {
    const folded = foldSlug(slug);
    const reading = reads.get(folded);
    const known = remembered.get(folded) ?? recordedRoom() ?? (reading && (await reading));
    if (known) return known;
    // A read that found nothing may have begun before the room was created; who waited for it shares the next one.
    const room = isSlug(folded) ? await (reads.get(folded) ?? read(folded)) : null;
    if (room === null) throw new RefusalError('room_not_found');
    return room;
  }

  function read(folded: string): Promise<RoomId | null> {
    const reading = readStored(folded).finally(() => reads.delete(folded));
    reads.set(folded, reading);
    return reading;
  }

  async function readStored(folded: string): Promise<RoomId | null> {
    const stored = await reader.get<{ _id: string; room: RoomId }>('slugs', folded);
    if (stored) remembered.set(folded, stored.room);
    return stored?.room ?? null;
  }

  const ask = <C extends RoomCommand>(
    slug: string,
    command: C,
    options?: AskOptions,
  ): Promise<RoomReplies[C['type']]> => within(slug, (room) => rooms.ask(room, command, options));

  async function within<T>(slug: string, work: (room: RoomId) => Promise<T>): Promise<T> {
    const folded = foldSlug(slug);
    const wasRemembered = remembered.has(folded) || reads.has(folded);
    try {
      return await work(await find(folded));
    } catch (error) {
      const isGone = error instanceof RefusalError && error.refusal.code === 'room_not_found';
      if (isGone) remembered.delete(folded);
      if (!isGone || !wasRemembered) throw error;
      return await work(await find(folded));
    }
  }

  return { find, ask, within };
}
