import { PAGE_DEFAULT, PAGE_MAX } from '#src/domain/limits.js';
import type { RoomOpenPayload } from '#src/protocol/socket/operations.js';

const slug = /^[a-z0-9-]{1,64}$/;
const id = /^[0-9a-f-]{1,64}$/;

/**
 * `room:open` as clients send it, taken without the schema: after a restart all clients send it at the same time.
 * Null for everything else, which the schema then judges.
 */
export function parseRoomOpen(payload: unknown): RoomOpenPayload | null {
  if (typeof payload !== 'object' || payload === null) return null;
  for (const key in payload) if (key !== 'room' && key !== 'after_seq' && key !== 'limit' && key !== 'id') return null;
  const { room, after_seq, limit = PAGE_DEFAULT, id: roomId } = payload as Record<string, unknown>;
  if (typeof room !== 'string' || !slug.test(room)) return null;
  if (!isSeq(limit) || limit < 1 || limit > PAGE_MAX) return null;
  if (after_seq !== undefined && !isSeq(after_seq)) return null;
  if (roomId !== undefined && (typeof roomId !== 'string' || !id.test(roomId))) return null;
  return {
    room,
    limit,
    ...(after_seq === undefined ? {} : { after_seq }),
    ...(roomId === undefined ? {} : { id: roomId }),
  };
}

const isSeq = (value: unknown): value is number =>
  Number.isSafeInteger(value) && ((value as number) > 0 || Object.is(value, 0));
