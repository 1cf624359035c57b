/**
 * Commands of the job that sends pushes: it views the rows that wait, and settles them. The mark of `log/push-mark.ts`
 * moves on as pushes are settled. A mark left behind by a crash costs a push that is sent twice.
 */
import { reply } from '#actors/runtime/decision.js';
import type { Turn } from '#actors/runtime/kind.js';
import type { Row } from '#src/domain/messages/message.js';
import { pushMark } from '#src/domain/messages/push-marks.js';
import { isGone } from '#src/domain/rooms/expiry.js';
import { logId } from '#src/store/collections.js';
import type { Write } from '#src/store/store.js';
import { exists } from '../access/access.js';
import type { PushRow } from '../commands/push-commands.js';
import type { CommandOf, Handled, Handlers } from '../handler.js';
import { type EntryDoc, unpackEntry } from '../model/codec.js';
import type { Needs } from '../model/needs.js';
import { isWorthPush } from '../model/push-state.js';
import type { RoomState } from '../model/room-state.js';

/** A device with more pending rows than this receives the newest of them. */
const ROWS_MAX = 500;

const firstOf = ({ push }: RoomState, after: number): number =>
  Math.max(after + 1, push.marks[0] ?? Number.POSITIVE_INFINITY);

function viewNeeds(needs: Needs, { after }: CommandOf<'view_pushes'>): void {
  const { state } = needs;
  const first = firstOf(state, after);
  if (!exists(state) || first > state.windowFrom) return;
  const range = { index: '_id', gte: logId(state.id, first), lte: logId(state.id, state.windowFrom) };
  needs.once('pushRows', async (reader) => {
    const docs = await reader.range<EntryDoc>('log', { ...range, desc: true, limit: ROWS_MAX });
    return docs.flatMap((doc) => unpackEntry(doc).row ?? []).reverse();
  });
}

function viewPushes(state: RoomState, command: CommandOf<'view_pushes'>, { now }: Turn): Handled {
  const { head } = state;
  const first = firstOf(state, command.after);
  if (!exists(state) || !head) return reply({ slug: '', rows: [], upTo: head?.seq ?? 0 });
  const older = (state.readsFor(command).pushRows ?? []).map((row) => state.rowAt(row.seq) ?? row);
  const rows = [...older, ...state.window]
    .filter((row) => row.seq >= first && isWorthPush(row))
    .filter((row) => row.deletedAt === null && !row.expired && !isGone(head, row, now));
  return reply({ slug: head.slug, rows: rows.slice(-ROWS_MAX).map(pushRow), upTo: head.seq });
}

const pushRow = ({ id, seq, at, owner, mentioned, mentionsAll }: Row): PushRow => ({
  id,
  seq,
  at,
  owner,
  mentioned,
  mentionsAll,
});

function settlePushes(state: RoomState, command: CommandOf<'push_passed'>, { now }: Turn): Handled {
  const { push } = state;
  const seen = Math.min(command.seen, state.head?.seq ?? 0);
  const settled = Math.min(command.settled, seen);
  const isAwaited = push.last <= seen;
  const passed = push.marks.filter((mark) => mark <= settled);
  const left = push.marks.filter((mark) => mark > settled);
  const answer = { more: !isAwaited };
  if (passed.length === 0) return { kind: 'writes', writes: [], push: { ...push, isAwaited }, reply: answer };
  const next = settled + 1;
  // The new one first: between the two, a crash costs a repetition and no push.
  const moved = push.last > settled && left[0] !== next;
  const writes = [...(moved ? [mark(state, next, now)] : []), ...passed.map((seq) => unmark(state, seq))];
  const marks = moved ? [next, ...left] : left;
  const markedAt = moved ? now : push.markedAt;
  return { kind: 'writes', writes, push: { ...push, isAwaited, marks, markedAt }, reply: answer };
}

const mark = ({ id }: RoomState, seq: number, at: number): Write => ({
  op: 'set',
  in: 'log',
  id: logId(id, seq),
  set: { toPush: pushMark(id, at) },
});

const unmark = ({ id }: RoomState, seq: number): Write => ({
  op: 'set',
  in: 'log',
  id: logId(id, seq),
  unset: ['toPush'],
});

export const pushHandlers: Handlers<'view_pushes' | 'push_passed'> = {
  view_pushes: { needs: viewNeeds, handle: viewPushes },
  push_passed: { needs: () => undefined, handle: settlePushes },
};
