/**
 * The first row after everything was settled carries a mark in its own entry: the write that makes the row durable
 * makes its push findable after a crash. The rows behind it cost nothing.
 */
import type { Output } from '#actors/runtime/kind.js';
import type { LogEntry } from '#src/domain/log/log.js';
import type { Reader } from '#src/store/store.js';
import type { EntryDoc } from '../model/codec.js';
import { isWorthPush, nothingToPush } from '../model/push-state.js';
import type { RoomState } from '../model/room-state.js';

/** More than one is the result of crashes. */
const MARKS_MAX = 1_000;

/** Marks the entry when it is the first, and tells the follower when it waits. */
export function markForPush({ id, push }: RoomState, { row, seq, at }: LogEntry, doc: EntryDoc): Output[] {
  if (!row || !isWorthPush(row)) return [];
  push.last = seq;
  if (push.marks.length === 0) {
    push.marks = [seq];
    doc.toPush = at;
  }
  if (!push.isAwaited) return [];
  push.isAwaited = false;
  return [{ to: 'people', event: { to: id, type: 'push:due' } }];
}

/** After a load the follower is told again of entries that it may have forgotten. */
export async function loadPush(state: RoomState, reader: Reader, newest: number): Promise<void> {
  const range = { index: 'push', prefix: [state.id], limit: MARKS_MAX };
  const marks = (await reader.range<EntryDoc>('log', range)).map(({ seq }) => seq);
  state.push = { ...nothingToPush(), marks, last: marks.length > 0 ? newest : 0 };
}
