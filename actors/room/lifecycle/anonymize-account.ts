/**
 * The deletion of an account in one room: the account leaves, and then its identity is removed from the room's
 * documents, one batch a turn. After a batch with changes memory is loaded anew from the store, so that it has no trace
 * of the account either; other commands run in between.
 */
import { reply } from '#actors/runtime/decision.js';
import { containsAccount, withTombstone } from '#src/domain/accounts/erasure.js';
import type { Fact, LogEntry } from '#src/domain/log/log.js';
import { pairOf } from '#src/domain/rooms/dm.js';
import type { Head } from '#src/domain/rooms/room.js';
import type { Doc, Write } from '#src/store/store.js';
import { exists } from '../access/access.js';
import type { AnonymizeCommand } from '../commands/anonymize-commands.js';
import type { CommandOf, Handled, Handlers } from '../handler.js';
import { putHead, putMembers } from '../log/head-projection.js';
import type { EntryDoc } from '../model/codec.js';
import { isErased } from '../model/erased-docs.js';
import { eventRow } from '../model/event-rows.js';
import type { Needs } from '../model/needs.js';
import type { RoomState } from '../model/room-state.js';
import { anonymizeDoc, anonymizeEntry } from './anonymize.js';
import { leftoversFrom, start } from './leftovers.js';

type Depart = CommandOf<'depart'>;
type AnonymizeAccount = CommandOf<'anonymize_account'>;

function departNeeds(needs: Needs, { account }: Depart): void {
  needs.member(account);
  needs.request(account);
  needs.ban(account);
}

/** A group goes with its founder. A direct chat goes when nobody has it in their list any more. */
function depart(state: RoomState, { account }: Depart): Handled {
  if (!exists(state)) return reply({ deleted: state.head?.deleted === true });
  const { head } = state;
  const member = state.memberOf(account);
  const ended = endedWith(state, account);
  const done = { kind: 'commit' as const, by: null, reply: () => ({ deleted: state.head?.deleted === true }) };
  if (!member) return ended.length > 0 ? { ...done, facts: ended } : reply({ deleted: false });
  if (member.role === 'founder') return { ...done, facts: [{ type: 'room_deleted' }] };
  const left: Fact = { type: 'member_left', account, username: member.username, reason: 'deleted' };
  if (head.memberCount === 1) return { ...done, facts: [left, { type: 'room_deleted' }] };
  return { ...done, facts: [...ended, left], row: eventRow(head, 'member_left', account, null, null) };
}

/** Nobody could lift the ban of an account that is no more, nor answer its request. */
function endedWith(state: RoomState, account: string): Fact[] {
  const ended: Fact[] = [];
  if (state.requests.get(account)?.active) ended.push({ type: 'request_settled', account });
  if (state.bans.get(account)?.active) ended.push({ type: 'member_unbanned', account });
  return ended;
}

function anonymizeNeeds(needs: Needs, { account, from, isLast }: AnonymizeAccount): void {
  const { state } = needs;
  const { storedSeq } = state;
  const isLeft = (doc: Doc) => isLast || !isErased(doc);
  needs.once('leftovers', async (reader) => ({
    ...(await leftoversFrom(reader, { room: state.id, account, storedSeq, isLeft }, from ?? start)),
    storedSeq,
  }));
}

function anonymize(state: RoomState, command: AnonymizeAccount): Handled {
  const read = state.readsFor(command).leftovers;
  if (!state.head || !read) return reply({ next: null, found: 0 });
  if (command.from?.in === 'rooms') return anonymizeHead(state, state.head, command);
  const { docs, next } = read;
  if (docs.length === 0) return reply({ next, found: 0 });
  const moving = changedSince(state, read.storedSeq);
  const { seq } = state.head;
  const writes = docs.flatMap((doc): Write[] => {
    if (isErased(doc)) return [{ op: 'del', in: read.in, id: doc._id, guard: { equals: { erased: true } } }];
    if (read.in !== 'log') return anonymizeDoc(read.in, doc, { ...command, seq });
    const entry = doc as unknown as EntryDoc;
    return moving.has(entry.seq) ? [] : [anonymizeEntry(entry, command)];
  });
  return rewritten(state, writes, { next, found: docs.length });
}

/** Memory's checkpoint goes first, so that a later replay has nothing about the deleted account. */
function rewritten(state: RoomState, writes: Write[], answer: object): Handled {
  const { members, head } = checkpoint(state);
  return { kind: 'writes', writes: members, after: [...head, ...writes], reply: answer, reload: true };
}

function checkpoint(state: RoomState): { members: Write[]; head: Write[] } {
  const head = state.head as Head;
  if (head.deleted) return { members: [], head: [] };
  state.appliedSeq = head.seq;
  const guard = { equals: { rev: head.seq } };
  const applied: Write = { op: 'set', in: 'rooms', id: state.id, set: { appliedSeq: head.seq }, guard };
  return { members: putMembers(state, state.dirty), head: [putHead(state), applied] };
}

function anonymizeHead(state: RoomState, head: Head, { account, tombstone }: AnonymizeAccount): Handled {
  const { founder, pair } = head;
  if (!containsAccount({ founder, pair }, account)) return reply({ next: null, found: 0 });
  const forgotten = withTombstone({ founder, pair }, account, tombstone);
  // A gravestone needs nobody: nothing would lead to it for the other one of a pair, once this one is gone.
  const set = head.deleted
    ? { founder: null, pair: null }
    : { ...forgotten, pair: forgotten.pair && pairOf(...forgotten.pair) };
  return rewritten(state, [{ op: 'set', in: 'rooms', id: state.id, set }], { next: null, found: 1 });
}

/** Rows changed by entries that were not stored when the batch was read: the read may be older. */
function changedSince({ recent }: RoomState, storedSeq: number): Set<number> {
  return new Set(recent.filter(({ seq }) => seq > storedSeq).flatMap(rowsOf));
}

function rowsOf({ seq, facts }: LogEntry): number[] {
  const named = facts.flatMap((fact) => [
    ...('row' in fact ? [fact.row] : []),
    ...('edits' in fact ? fact.edits : []),
    ...(fact.type === 'rows_expired' ? fact.rows.flatMap((row) => [row.seq, ...row.edits]) : []),
  ]);
  return [seq, ...named];
}

export const anonymizeHandlers: Handlers<AnonymizeCommand['type']> = {
  depart: { needs: departNeeds, handle: depart },
  anonymize_account: { needs: anonymizeNeeds, handle: anonymize },
};
