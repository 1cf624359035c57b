/** The room's part in looking things up: how far somebody may read, the rows that were found, and digests to keep. */
import { reply } from '#actors/runtime/decision.js';
import type { Row } from '#src/domain/messages/message.js';
import { shownMemberCount } from '#src/domain/rooms/dm.js';
import { goneUpTo, isGone } from '#src/domain/rooms/expiry.js';
import { isAdmin } from '#src/domain/rooms/permissions.js';
import type { Head, Member } from '#src/domain/rooms/room.js';
import type { Doc, Write } from '#src/store/store.js';
import { exists, isRefused, memberOr } from '../access/access.js';
import type { SearchScope } from '../commands/search-commands.js';
import type { CommandOf, Handled, Handlers } from '../handler.js';
import { digestId, lastEntryOf } from '../model/digests.js';
import type { Needs } from '../model/needs.js';
import type { RoomState } from '../model/room-state.js';
import { isVisible, rowView } from '../model/row-views.js';

function viewScope(state: RoomState, { by, counts }: CommandOf<'view_scope'>, turn: { now: number }): Handled {
  const member = memberOr(state, by);
  if (isRefused(member)) return member;
  const head = state.head as Head;
  const unfinished = counts ? state.spanTopics.upTo(head.seq) : null;
  return reply({
    room: state.id,
    seq: head.seq,
    swept: head.sweptSeq,
    after: Math.max(member.historyFrom, head.sweptSeq),
    gone: goneUpTo(head, turn.now),
    createdAt: head.createdAt,
    memberCount: shownMemberCount(head),
    ...(unfinished && { unfinished }),
  } satisfies SearchScope);
}

function viewRowsNeeds(needs: Needs, { by, seqs }: CommandOf<'view_rows'>): void {
  if (needs.member(by.accountId)?.present) for (const seq of seqs) needs.row(seq);
}

function viewRows(state: RoomState, { by, seqs, events }: CommandOf<'view_rows'>, turn: { now: number }): Handled {
  const member = memberOr(state, by);
  if (isRefused(member)) return member;
  const head = state.head as Head;
  // A row that was deleted since it was found is no result any more.
  const mayShow = (row: Row) =>
    row.deletedAt === null &&
    (isVisible(head, member, row, turn.now) || (events && isHiddenFromRows(head, member, row, turn.now)));
  const rows = seqs.flatMap((seq) => state.rowAt(seq) ?? []).filter(mayShow);
  return reply({ messages: rows.map((row) => rowView(state, row)) });
}

/** Event rows that are in no stream are for admins to look at. */
const isHiddenFromRows = (head: Head, member: Member, row: Row, now: number): boolean =>
  row.audience === 'hidden' && isAdmin(member) && row.seq > member.historyFrom && !isGone(head, row, now);

/** Kept only when nothing has changed the span since it was read, which the guard sees. */
function keepDigest(state: RoomState, command: CommandOf<'keep_digest'>): Handled {
  const { kind, span, rev } = command;
  if (!exists(state) || lastEntryOf(kind, span) > rev || rev > state.head.seq) return reply(null);
  const digest = kind === 'words' ? { words: command.words } : command.topics;
  const write = putDigest({ _id: digestId(state.id, kind, span), rev, ...digest });
  return { kind: 'writes', writes: [write], reply: null };
}

/** Memory knows of every change of the span: nothing may have voided it since. */
function keepCountedTopics(state: RoomState, { span }: CommandOf<'keep_counted_topics'>): Handled {
  const topics = exists(state) ? state.spanTopics.of(span) : null;
  if (topics === null) return reply({ isKept: false });
  const { seq: rev } = state.head as Head;
  const write = putDigest({ _id: digestId(state.id, 'topics', span), rev, ...topics });
  return { kind: 'writes', writes: [write], reply: { isKept: true } };
}

const putDigest = (doc: Doc & Record<string, unknown> & { rev: number }): Write => ({
  op: 'put',
  in: 'digests',
  doc,
  guard: { olderThan: doc.rev },
});

export const searchHandlers: Handlers<'view_scope' | 'view_rows' | 'keep_digest' | 'keep_counted_topics'> = {
  view_scope: { needs: (needs, { by }) => void needs.member(by.accountId), handle: viewScope },
  view_rows: { needs: viewRowsNeeds, handle: viewRows },
  keep_digest: { needs: () => undefined, handle: keepDigest },
  keep_counted_topics: { needs: () => undefined, handle: keepCountedTopics },
};
