/**
 * One decision, four effects: the entry for the log, memory, the room's stream, the reply. Memory changes here,
 * ahead of the store; all outputs wait at the gate.
 */
import type { Output, Turn, Turned } from '#actors/runtime/kind.js';
import type { Fact, HeadAfter, LogEntry } from '#src/domain/log/log.js';
import { countRow } from '#src/domain/log/unread.js';
import type { Row } from '#src/domain/messages/message.js';
import { messageId } from '#src/domain/messages/message-id.js';
import type { Head, RoomKind } from '#src/domain/rooms/room.js';
import { type EntryDoc, packEntry } from '../model/codec.js';
import { ownPageOf } from '../model/own-pages.js';
import type { Original, Plan, ReadStatePlan, RowDraft, WritesPlan } from '../model/plan.js';
import type { RoomState } from '../model/room-state.js';
import { countedAs, isConversation } from '../model/row-counting.js';
import { channelsOf, itemOf } from './announce.js';
import { applyEntry, emptyHead } from './apply.js';
import { markReply } from './mark-reply.js';
import { projectEntry, putReadState } from './project.js';
import { markForPush } from './push-mark.js';

/** Shared by all rows that have none: a row is never changed in place. */
const noEdits: number[] = [];
const noReactions: Record<string, number> = {};
const noFacts: Fact[] = [];

let commits = 0;

export function commitEntry(state: RoomState, given: Plan, turn: Turn): Turned {
  const plan = state.head?.kind === 'dm' ? withoutEventRow(given) : given;
  const entry = entryOf(state, plan, turn);
  applyEntry(state, entry);
  const page = ownPageOf(state, entry);
  if (page) entry.own = page;
  const writes = projectEntry(state, entry);
  const doc = packEntry(entry);
  markReply(state, entry, doc);
  const unit = plan.alongside
    ? {
        transaction: [
          ...plan.alongside,
          { op: 'put' as const, in: 'log' as const, doc, guard: { absent: true as const } },
          ...writes,
        ],
      }
    : { entry: doc, writes };
  const outputs: Output[] = [{ to: 'stream', item: itemOf(state, turn.id, entry) }];
  if (plan.original) packOriginal(doc, plan.original);
  const due = plan.original ? null : markForPush(state, entry, doc);
  if (due) outputs.push(due);
  if (plan.userEvents) for (const event of plan.userEvents(entry)) outputs.push({ to: 'people', event });
  if (plan.follow) for (const command of plan.follow) outputs.push({ to: 'actor', kind: 'room', id: turn.id, command });
  return { kind: 'commit', unit, reply: plan.reply(entry), outputs };
}

/** A direct chat needs no event rows about the acts of its two members. */
function withoutEventRow({ row, ...plan }: Plan): Plan {
  return row && row.kind !== 'event' ? { ...plan, row } : plan;
}

export function commitReadState(state: RoomState, plan: ReadStatePlan): Turned {
  const { readState, userEvents = [] } = plan;
  const outputs = userEvents.map((event): Output => ({ to: 'people', event }));
  state.readStates.set(readState.account, readState);
  state.writing.set(readState.account, readState.v);
  return { kind: 'commit', unit: { transaction: [putReadState(readState)] }, reply: plan.reply(), outputs };
}

export function commitWrites(state: RoomState, { writes, after, push, reply, reload }: WritesPlan): Turned {
  if (push) state.push = push;
  return { kind: 'commit', unit: { writes, ...(after && { after }) }, reply, outputs: [], ...(reload && { reload }) };
}

function entryOf(state: RoomState, plan: Plan, { now, env, owner }: Turn): LogEntry {
  const head = state.head ?? emptyHead;
  const seq = head.seq + 1;
  const at = Math.max(plan.original?.at ?? now, head.lastAt);
  const row = plan.row ? rowOf(plan.row, seq, at, env.uuid()) : null;
  if (row && plan.original) withOriginal(row, plan.original);
  commits += 1;
  return {
    room: state.id,
    seq,
    at,
    row,
    owner,
    commit: `${owner}.${commits.toString(36)}`,
    by: plan.by,
    facts: plan.facts.length === 0 ? noFacts : plan.facts.map((fact) => placed(fact, seq)),
    head: headAfter(head, plan, row, seq, at),
    dedup: plan.dedup ?? null,
    hash: plan.hash ?? null,
  };
}

/** Every field by name: an object that is spread into another is several times as slow to make, and to read later. */
function rowOf(draft: RowDraft, seq: number, at: number, random: string): Row {
  const row: Row = {
    id: messageId(at, seq, random),
    seq,
    rev: seq,
    at,
    kind: draft.kind,
    clientId: draft.clientId,
    sender: draft.sender,
    body: draft.body,
    attachment: draft.attachment,
    mentions: draft.mentions,
    hashtags: draft.hashtags,
    mentioned: draft.mentioned,
    mentionsAll: draft.mentionsAll,
    replyTo: draft.replyTo,
    discussionOf: draft.discussionOf,
    audience: draft.audience,
    event: draft.event,
    owner: draft.owner,
    editedAt: null,
    edits: noEdits,
    deletedAt: null,
    reactions: noReactions,
  };
  if (draft.viewOnce) row.viewOnce = true;
  if (draft.forwardedFrom !== undefined) row.forwardedFrom = draft.forwardedFrom;
  return row;
}

/** The only row that begins with an edit or reactions; everywhere else an entry of its own makes them. */
function withOriginal(row: Row, { editedAt, reactions }: Original): void {
  row.editedAt = editedAt;
  row.reactions = reactions;
}

function packOriginal(doc: EntryDoc, { editedAt, reactions }: Original): void {
  if (editedAt !== null) doc.editedAt = editedAt;
  if (Object.keys(reactions).length > 0) doc.reactions = reactions;
}

/** A newcomer's cut is known only with the entry's seq: the rows before it are hidden, its own row is not. */
function placed(fact: Fact, seq: number): Fact {
  return fact.type === 'member_joined' && fact.historyFrom !== 0 ? { ...fact, historyFrom: seq - 1 } : fact;
}

function headAfter(head: typeof emptyHead, plan: Plan, row: Row | null, seq: number, at: number): HeadAfter {
  const last = row && isConversation(row) ? { seq, at } : plan.lastMessage;
  const { onAll, onAdmins } = channelsOf(kindOf(head, plan.facts), plan.facts, row);
  return {
    counts: row ? countRow(head.counts, countedAs(row), row.mentionsAll) : head.counts,
    memberCount: plan.facts.length === 0 ? head.memberCount : head.memberCount + memberChange(plan.facts),
    lastMessageSeq: last ? last.seq : head.lastMessageSeq,
    lastMessageAt: last ? last.at : head.lastMessageAt,
    prevAll: head.prevAll,
    prevAdmins: head.prevAdmins,
    onAll,
    onAdmins,
  };
}

/** Known before the entry that makes the room is applied. */
function kindOf({ kind }: Pick<Head, 'kind'>, facts: Fact[]): RoomKind {
  const first = facts[0];
  return first?.type === 'room_created' ? first.kind : kind;
}

function memberChange(facts: Fact[]): number {
  let change = 0;
  for (const { type } of facts) change += type === 'member_joined' ? 1 : type === 'member_left' ? -1 : 0;
  return change;
}
