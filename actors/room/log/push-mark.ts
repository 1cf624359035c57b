/**
 * The first row after everything was settled carries a mark in its own entry: the write that makes the row durable
 * makes its push findable after a crash. The rows behind it cost nothing. A mark that nothing settles is renewed, because
 * marks are removed when the rows behind them are too old for a push.
 */
import type { Output } from '#actors/runtime/kind.js';
import type { LogEntry } from '#src/domain/log/log.js';
import { PUSH_MARK_RENEWED_MS, pushMark } from '#src/domain/messages/push-marks.js';
import type { RoomId } from '#src/domain/rooms/room.js';
import type { Reader } from '#src/store/store.js';
import type { EntryDoc } from '../model/codec.js';
import { isWorthPush, nothingToPush, type PushState } from '../model/push-state.js';
import type { RoomState } from '../model/room-state.js';

/** More than one is the result of crashes, or of a room in which nobody has a device. */
const MARKS_MAX = 1_000;

/** Marks the entry when it is the first, and tells the follower when it waits. */
export function markForPush({ id, push }: RoomState, { row, seq, at }: LogEntry, doc: EntryDoc): Output | null {
  if (!row || !isWorthPush(row)) return null;
  push.last = seq;
  if (push.marks.length === 0 || at - push.markedAt >= PUSH_MARK_RENEWED_MS) {
    push.marks = [...push.marks.slice(1 - MARKS_MAX), seq];
    push.markedAt = at;
    doc.toPush = pushMark(id, at);
  }
  return push.isAwaited ? toldFollower(id, push) : null;
}

function toldFollower(room: RoomId, push: PushState): Output {
  push.isAwaited = false;
  return { to: 'people', event: { to: room, type: 'push:due' }, isLocal: true };
}

/**
 * After a load the follower is told again of entries that it may have forgotten. The first row is marked, whatever marks
 * there are: the earlier owner may still remove them, because the log does not guard these writes.
 */
export async function loadPush(state: RoomState, reader: Reader, newest: number): Promise<void> {
  const range = { index: 'push', prefix: [state.id], limit: MARKS_MAX };
  const marks = (await reader.range<EntryDoc>('log', range)).map(({ seq }) => seq);
  state.push = { ...nothingToPush(), marks, last: marks.length > 0 ? newest : 0 };
}

/**
 * An entry that no checkpoint covers may have become durable after the follower looked for marks of this slot, while
 * its writer heard nothing more and told nobody.
 */
export function unnoticedPushes({ id, push, appliedSeq }: RoomState): Output[] {
  const isUnnoticed = push.marks.length > 0 && push.last > appliedSeq;
  return isUnnoticed ? [toldFollower(id, push)] : [];
}
