/**
 * Rows of the list of rooms for rooms that nobody has in memory: decided as the room decides, on what is stored. A room
 * is answered for only if its checkpoint is its newest entry; its owner answers for the others.
 */
import type { AccountId, Caller } from '#src/domain/accounts/account.js';
import { unknownPart } from '#src/domain/log/fact-formats.js';
import { seqOfMessageId } from '#src/domain/messages/message-id.js';
import type { ListRow } from '#src/domain/messages/views.js';
import { hasLifetime } from '#src/domain/rooms/expiry.js';
import type { Member, ReadState, RoomId } from '#src/domain/rooms/room.js';
import { logId, memberId } from '#src/store/collections.js';
import type { Doc, Reader } from '#src/store/store.js';
import { dmNeeds, dmRefusal } from '../access/dm-access.js';
import { emptyHead } from '../log/apply.js';
import type { HeadDoc } from '../log/head-projection.js';
import { type EntryDoc, unpackEntry } from '../model/codec.js';
import { deletedRow } from '../model/deleted-counts.js';
import { unlessErased } from '../model/erased-docs.js';
import { Needs } from '../model/needs.js';
import { RoomState } from '../model/room-state.js';
import { viewListRow, viewListRowNeeds } from './read-messages.js';

/** Deleted rows behind the cursors of all rooms. Rooms beyond count their own. */
const DELETED_MAX = 1_000;

/** Undefined for a room that has to be asked; null for one that is not in the list. */
export type StoredListRows = Map<RoomId, ListRow | null | undefined>;

interface Place {
  head: HeadDoc;
  readState: ReadState;
  /** As the list of rooms has it: not newer than the head. */
  listed: Member;
}

/**
 * Two rounds of requests after the memberships, however many rooms there are. The heads are read before everything that
 * they guard: a document that is newer than the head shows an entry after the checkpoint.
 */
export async function storedListRows(
  reader: Reader,
  by: Caller,
  listed: readonly Member[],
  now: number,
): Promise<StoredListRows> {
  const [heads, readStates] = await Promise.all([
    reader.getMany<HeadDoc>(
      'rooms',
      listed.map(({ room }) => room),
    ),
    reader.getMany<ReadState>(
      'readers',
      listed.map(({ room }) => memberId(room, by.accountId)),
    ),
  ]);
  const places = listed.flatMap((member, at): Place[] => {
    const head = heads[at];
    const readState = unlessErased(readStates[at]);
    return head && readState && isWhole(head) ? [{ head, readState, listed: member }] : [];
  });
  const deleted = deletedSince(reader, places);
  const rows = await Promise.all(places.map((place) => rowOf(reader, by, place, deleted, now)));
  return new Map(places.map(({ head }, at) => [head._id, rows[at]]));
}

/** Of a room with a lifetime the place where rows have expired would have to be searched for. */
function isWhole(head: HeadDoc): boolean {
  return head.seq === head.appliedSeq && !head.deleted && !hasLifetime(head) && unknownPart(head) === null;
}

type Deleted = Promise<(room: RoomId) => EntryDoc[] | null>;

/** Deleted rows after the cursor, in rooms where others have said something since; null where there may be more. */
async function deletedSince(reader: Reader, places: readonly Place[]): Deleted {
  const after = places
    .filter(({ head, readState: { cursor }, listed }) => {
      const own = listed.ownCounts.admins - cursor.own.admins;
      return head.counts.admins - cursor.counts.admins > own;
    })
    .map(({ head, readState }) => ({ first: head._id, gt: readState.cursor.seq }));
  const docs =
    after.length === 0
      ? []
      : await reader.rangeAfterEach<EntryDoc>('log', { index: 'deleted', after, limit: DELETED_MAX });
  const last = docs.length < DELETED_MAX ? undefined : docs.at(-1)?.room;
  const byRoom = new Map<RoomId, EntryDoc[]>();
  for (const doc of docs) byRoom.set(doc.room, [...(byRoom.get(doc.room) ?? []), doc]);
  return (room) => (last !== undefined && room >= last ? null : (byRoom.get(room) ?? []));
}

/** The reads of all rooms are made in one tick. */
async function rowOf(
  reader: Reader,
  by: Caller,
  { head, readState }: Place,
  deleted: Deleted,
  now: number,
): Promise<ListRow | null | undefined> {
  const room = head._id;
  const accounts = head.pair ?? [by.accountId];
  const others = accounts.filter((account) => account !== by.accountId);
  const shown = [...new Set([head.lastMessageSeq, ...head.pins.map(seqOfMessageId)])].filter((seq) => seq > 0);
  const [members, otherStates, entries, deletedOf] = await Promise.all([
    reader.getMany<Member>('members', idsIn(room, accounts)),
    reader.getMany<ReadState>('readers', idsIn(room, others)),
    reader.getMany<EntryDoc>(
      'log',
      [head.seq + 1, ...shown].map((seq) => logId(room, seq)),
    ),
    deleted,
  ]);
  const gone = deletedOf(room);
  const [next, ...rows] = entries;
  const me = unlessErased(members[accounts.indexOf(by.accountId)]);
  const guarded = [...members, ...otherStates, ...rows, ...(gone ?? [])] as (Guarded | null)[];
  const isCurrent = next === null && rows.every((row) => row !== null) && !guarded.some((doc) => isAhead(doc, head));
  // A cursor of an earlier membership was read before the joining.
  if (!isCurrent || gone === null || (me && me.joinedSeq > readState.rev)) return undefined;
  const state = stateOf(head, now);
  accounts.forEach((account, at) => {
    state.members.set(account, unlessErased(members[at]));
  });
  state.readStates.set(by.accountId, readState);
  others.forEach((account, at) => {
    state.readStates.set(account, unlessErased(otherStates[at]));
  });
  shown.forEach((seq, at) => {
    state.oldRows.set(seq, unpackEntry(rows[at] as EntryDoc).row);
  });
  state.deleted = gone.map(deletedRow);
  return decide(state, by, now);
}

type Guarded = Doc & { rev?: number };

const isAhead = (doc: Guarded | null, { seq }: HeadDoc): boolean => (doc?.rev ?? 0) > seq;

const idsIn = (room: RoomId, accounts: readonly AccountId[]): string[] =>
  accounts.map((account) => memberId(room, account));

/** Everything that is shown lies before its window. */
function stateOf(doc: HeadDoc, now: number): RoomState {
  const { _id, rev, appliedSeq, toSweep, openSize, ...head } = doc;
  const state = new RoomState(_id);
  state.head = { ...emptyHead, ...head };
  state.appliedSeq = appliedSeq;
  state.durableSeq = appliedSeq;
  state.storedSeq = appliedSeq;
  state.windowFrom = appliedSeq;
  state.now = now;
  return state;
}

/** Undefined when something is missing that only the room reads. */
function decide(state: RoomState, by: Caller, now: number): ListRow | null | undefined {
  const command = { type: 'view_list_row' as const, by };
  const needs = new Needs(state, command);
  if (dmNeeds(needs, command)) viewListRowNeeds(needs, command, now);
  if (!needs.complete) return undefined;
  if (dmRefusal(state, command)) return null;
  const handled = viewListRow(state, command, { now });
  return handled.kind === 'reply' ? (handled.reply as ListRow | null) : undefined;
}
