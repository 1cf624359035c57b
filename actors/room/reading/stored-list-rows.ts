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
import type { Doc, LinkedDocs, LinkedStep, Reader } from '#src/store/store.js';
import { dmNeeds, dmRefusal } from '../access/dm-access.js';
import { emptyHead } from '../log/apply.js';
import type { HeadDoc } from '../log/head-projection.js';
import { type EntryDoc, unpackEntry } from '../model/codec.js';
import { deletedRow } from '../model/deleted-counts.js';
import { unlessErased } from '../model/erased-docs.js';
import { Needs } from '../model/needs.js';
import { RoomState } from '../model/room-state.js';
import { viewListRow, viewListRowNeeds } from './read-messages.js';

/** Deleted rows of all rooms that are read at once. Where there are more, those behind the cursors are read. */
const DELETED_AT_ONCE_MAX = 256;
/** Deleted rows behind the cursors of all rooms. Rooms beyond count their own. */
const DELETED_MAX = 1_000;

/** Undefined for a room that has to be asked; null for one that is not in the list. */
export type StoredListRows = Map<RoomId, ListRow | null | undefined>;

/**
 * What the rows are decided from. The heads are read before everything that they guard: a document that is newer than the
 * head shows an entry after the checkpoint. The cursor is read before the entry after the head, which it may be behind.
 */
export const storedListSteps = (account: AccountId): LinkedStep[] => [
  { in: 'rooms', of: 0, keys: [{ kind: 'field', field: 'room' }] },
  { in: 'readers', of: 0, keys: [{ kind: 'field', field: '_id' }] },
  {
    in: 'members',
    of: 1,
    keys: [
      { kind: 'member', account },
      { kind: 'members', accounts: 'pair' },
    ],
  },
  { in: 'readers', of: 1, keys: [{ kind: 'members', accounts: 'pair' }] },
  {
    in: 'log',
    of: 1,
    keys: [
      { kind: 'entry', seq: 'seq', plus: 1 },
      { kind: 'entry', seq: 'lastMessageSeq' },
      { kind: 'messages', ids: 'pins' },
    ],
  },
  { in: 'log', of: 1, index: 'deleted', limit: DELETED_AT_ONCE_MAX },
];

/** The documents of these steps, by their ids. */
interface Stored {
  readStates: Map<string, ReadState>;
  members: Map<string, Member>;
  entries: Map<string, EntryDoc>;
  deletedOf: DeletedOf;
}

/** Deleted rows of a room after the cursor; null where there may be more. */
type DeletedOf = (room: RoomId) => EntryDoc[] | null;

interface Place {
  head: HeadDoc;
  readState: ReadState;
}

export async function storedListRows(
  reader: Pick<Reader, 'rangeAfterEach'>,
  by: Caller,
  { linked }: LinkedDocs,
  now: number,
): Promise<StoredListRows> {
  const [heads, readStates, members, peerStates, entries, deleted] = linked as unknown as [
    HeadDoc[],
    ReadState[],
    Member[],
    ReadState[],
    EntryDoc[],
    EntryDoc[],
  ];
  const stateOfReader = byId([...peerStates, ...readStates]);
  const places = heads.flatMap((head): Place[] => {
    const readState = unlessErased(stateOfReader.get(memberId(head._id, by.accountId)));
    return readState && isWhole(head) ? [{ head, readState }] : [];
  });
  const stored: Stored = {
    readStates: stateOfReader,
    members: byId(members),
    entries: byId(entries),
    deletedOf: deleted.length < DELETED_AT_ONCE_MAX ? byRoom(deleted) : await deletedBehind(reader, places),
  };
  return new Map(places.map((place) => [place.head._id, rowOf(stored, by, place, now)]));
}

const byId = <T extends Doc>(docs: readonly T[]): Map<string, T> => new Map(docs.map((doc) => [doc._id, doc]));

function byRoom(docs: readonly EntryDoc[]): DeletedOf {
  const found = new Map<RoomId, EntryDoc[]>();
  for (const doc of docs) {
    const known = found.get(doc.room);
    if (known) known.push(doc);
    else found.set(doc.room, [doc]);
  }
  return (room) => found.get(room) ?? [];
}

/** Of a room with a lifetime the place where rows have expired would have to be searched for. */
function isWhole(head: HeadDoc): boolean {
  return head.seq === head.appliedSeq && !head.deleted && !hasLifetime(head) && unknownPart(head) === null;
}

async function deletedBehind(reader: Pick<Reader, 'rangeAfterEach'>, places: readonly Place[]): Promise<DeletedOf> {
  const after = places.map(({ head, readState }) => ({ first: head._id, gt: readState.cursor.seq }));
  const docs = await reader.rangeAfterEach<EntryDoc>('log', { index: 'deleted', after, limit: DELETED_MAX });
  const last = docs.length < DELETED_MAX ? undefined : docs.at(-1)?.room;
  const known = byRoom(docs);
  return (room) => (last !== undefined && room >= last ? null : known(room));
}

function rowOf(stored: Stored, by: Caller, { head, readState }: Place, now: number): ListRow | null | undefined {
  const room = head._id;
  const accounts = head.pair ?? [by.accountId];
  const others = accounts.filter((account) => account !== by.accountId);
  const shown = [...new Set([head.lastMessageSeq, ...head.pins.map(seqOfMessageId)])].filter((seq) => seq > 0);
  const members = accounts.map((account) => stored.members.get(memberId(room, account)) ?? null);
  const otherStates = others.map((account) => stored.readStates.get(memberId(room, account)) ?? null);
  const rows = shown.map((seq) => stored.entries.get(logId(room, seq)) ?? null);
  const gone = stored.deletedOf(room);
  const me = unlessErased(members[accounts.indexOf(by.accountId)]);
  const guarded = [...members, ...otherStates, ...rows, ...(gone ?? [])] as (Guarded | null)[];
  const isNewest = !stored.entries.has(logId(room, head.seq + 1));
  const isCurrent = isNewest && rows.every((row) => row !== null) && !guarded.some((doc) => isAhead(doc, head));
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
