/** The memory of a room in bytes; measured against the heap of a process (`npm run bench:warm-rooms`). */
import type { Row } from '#src/domain/messages/message.js';
import type { RoomState } from './room-state.js';

const ROOM_BYTES = 14_000;
const ENTRY_BYTES = 300;
const ROW_BYTES = 750;
const VIEW_BYTES = 150;
const MEMBER_BYTES = 500;
const READER_BYTES = 250;
/** A request, a reaction, a vote, a ban: something small in a map. */
const SMALL_BYTES = 200;
const DELETED_BYTES = 100;
/** Most texts hold a letter that takes two bytes, and then all of them do. */
const CHARACTER_BYTES = 2;

export function sizeOfRoom(state: RoomState): number {
  const small = state.dedup.size + state.reactions.size + state.votes.size + state.spanTopics.size;
  const records = state.bans.size + state.requests.size + state.invites.size;
  return (
    ROOM_BYTES +
    bytesOfRows(state) +
    state.recent.length * ENTRY_BYTES +
    state.views.size * VIEW_BYTES +
    state.members.size * MEMBER_BYTES +
    state.readStates.size * READER_BYTES +
    (small + records) * SMALL_BYTES +
    state.deleted.length * DELETED_BYTES
  );
}

function bytesOfRows({ window, windowFrom, oldRows, counted }: RoomState): number {
  if (counted.from !== windowFrom) Object.assign(counted, { from: windowFrom, upTo: windowFrom, bytes: 0 });
  for (let at = window.length - 1; at >= 0; at -= 1) {
    const row = window[at] as Row;
    if (row.seq <= counted.upTo) break;
    counted.bytes += bytesOf(row);
  }
  counted.upTo = window.at(-1)?.seq ?? counted.upTo;
  if (counted.old !== oldRows.size) {
    counted.old = oldRows.size;
    counted.oldBytes = 0;
    for (const row of oldRows.values()) counted.oldBytes += row ? bytesOf(row) : SMALL_BYTES;
  }
  return counted.bytes + counted.oldBytes;
}

function bytesOf({ body, attachment, mentions, hashtags }: Row): number {
  const characters = body.length + (attachment ? JSON.stringify(attachment).length : 0);
  return ROW_BYTES + characters * CHARACTER_BYTES + (mentions.length + hashtags.length) * SMALL_BYTES;
}
