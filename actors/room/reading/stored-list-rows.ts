/**
 * Rows of the list of rooms for rooms that nobody has in memory: decided as the room decides, on what is stored. A room
 * is answered for only if its checkpoint is its newest entry; its owner answers for the others.
 */
import type { AccountId, Caller } from '#src/domain/accounts/account.js';
import { unknownPart } from '#src/domain/log/fact-formats.js';
import type { ListRow } from '#src/domain/messages/views.js';
import { hasLifetime } from '#src/domain/rooms/expiry.js';
import type { Member, ReadState, RoomId } from '#src/domain/rooms/room.js';
import { logId, memberId } from '#src/store/collections.js';
import type { Doc, LinkedDocs, LinkedStep, Reader } from '#src/store/store.js';
import { dmNeeds, dmRefusal } from '../access/dm-access.js';
import { fillHead, type HeadDoc } from '../log/head-projection.js';
import { guardedIds, shownSeqs } from '../log/listed-rows.js';
import { type EntryDoc, unpackEntry } from '../model/codec.js';
import { deletedRow } from '../model/deleted-counts.js';
import { unlessErased } from '../model/erased-docs.js';
import { Needs } from '../model/needs.js';
import { RoomState } from '../model/room-state.js';
import { viewListRow, viewListRowNeeds } from './read-messages.js';

/** Deleted rows behind the cursors of all rooms whose heads do not name them. Rooms beyond count their own. */
const DELETED_MAX = 1_000;

/** Undefined for a room that has to be asked; null for one that is not in the list. */
export type StoredListRows = Map<RoomId, ListRow | null | undefined>;

/**
 * What the rows are decided from, with the memberships. The heads are not read after anything that they guard: a document
 * that is newer than the head shows an entry after the checkpoint. The cursor is not read after the entry after the head,
 * which it may be behind.
 */
export const storedListSteps = (account: AccountId): LinkedStep[] => [
  { in: 'rooms', keys: [{ of: 0, field: 'room' }] },
  {
    in: 'readers',
    keys: [
      { of: 0, field: '_id' },
      { of: 1, accounts: 'pair', except: account },
    ],
  },
  { in: 'log', keys: [{ of: 1, list: 'listed.ids' }] },
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

type ListReader = Pick<Reader, 'getMany' | 'rangeAfterEach'>;

export async function storedListRows(
  reader: ListReader,
  by: Caller,
  { start, linked }: LinkedDocs,
  now: number,
): Promise<StoredListRows> {
  const [heads, states, named] = linked as unknown as [HeadDoc[], ReadState[], EntryDoc[]];
  const readStates = byId(states);
  const places = heads.flatMap((head): Place[] => {
    const readState = unlessErased(readStates.get(memberId(head._id, by.accountId)));
    return readState && isWhole(head) ? [{ head, readState }] : [];
  });
  const { entries, deletedOf } = await entriesOf(reader, places, named);
  const members = byId(start as unknown as Member[]);
  const stored: Stored = { readStates, members, entries: byId(entries), deletedOf };
  return new Map(places.map((place) => [place.head._id, rowOf(stored, by, place, now)]));
}

const byId = <T extends Doc>(docs: readonly T[]): Map<string, T> => new Map(docs.map((doc) => [doc._id, doc]));

/**
 * The entries that the heads name. Two kinds of rooms take a second round trip: those whose head an earlier version
 * wrote, and those with older deleted rows behind the cursor.
 */
async function entriesOf(reader: ListReader, places: readonly Place[], named: EntryDoc[]) {
  const unnamed = places.filter(({ head }) => head.listed?.seq !== head.seq);
  const further = places.filter(({ head, readState }) => !namesDeleted(head, readState));
  const ids = unnamed.flatMap(({ head }) => guardedIds(head));
  const guarding = ids.length > 0 ? reader.getMany<EntryDoc>('log', ids) : Promise.resolve<EntryDoc[]>([]);
  const [guarded, deleted] = await Promise.all([guarding, deletedBehind(reader, further)]);
  const ofHeads = byRoom(named.filter(({ deletedSeq }) => deletedSeq !== undefined));
  const rooms = new Set(further.map(({ head }) => head._id));
  const deletedOf: DeletedOf = (room) => (rooms.has(room) ? deleted(room) : ofHeads(room));
  const entries = [...named, ...guarded].filter((entry) => entry !== null);
  return { entries, deletedOf };
}

const namesDeleted = ({ seq, listed }: HeadDoc, { cursor }: ReadState): boolean =>
  listed?.seq === seq && listed.deletedFloor <= cursor.seq;

async function deletedBehind(reader: ListReader, places: readonly Place[]): Promise<DeletedOf> {
  if (places.length === 0) return () => null;
  const after = places.map(({ head, readState }) => ({ first: head._id, gt: readState.cursor.seq }));
  const docs = await reader.rangeAfterEach<EntryDoc>('log', { index: 'deleted', after, limit: DELETED_MAX });
  const last = docs.length < DELETED_MAX ? undefined : docs.at(-1)?.room;
  const known = byRoom(docs);
  return (room) => (last !== undefined && room >= last ? null : known(room));
}

function byRoom(docs: readonly EntryDoc[]): (room: RoomId) => EntryDoc[] {
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

function rowOf(stored: Stored, by: Caller, { head, readState }: Place, now: number): ListRow | null | undefined {
  const room = head._id;
  const peers = (head.pair ?? []).filter((account) => account !== by.accountId);
  const shown = shownSeqs(head);
  const me = stored.members.get(memberId(room, by.accountId)) ?? null;
  const peerStates = peers.map((account) => stored.readStates.get(memberId(room, account)) ?? null);
  const rows = shown.map((seq) => stored.entries.get(logId(room, seq)) ?? null);
  const gone = stored.deletedOf(room);
  const guarded = [me, ...peerStates, ...rows, ...(gone ?? [])] as (Guarded | null)[];
  const isNewest = !stored.entries.has(logId(room, head.seq + 1));
  const isCurrent = isNewest && rows.every((row) => row !== null) && !guarded.some((doc) => isAhead(doc, head));
  // A cursor of an earlier membership was read before the joining.
  if (!isCurrent || gone === null || (me && me.joinedSeq > readState.rev)) return undefined;
  const state = stateOf(head, now);
  state.members.set(by.accountId, unlessErased(me));
  state.readStates.set(by.accountId, readState);
  peers.forEach((account, at) => {
    // The row shows nothing of a peer's membership.
    state.members.set(account, null);
    state.readStates.set(account, unlessErased(peerStates[at]));
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
  const { appliedSeq } = doc;
  const state = new RoomState(doc._id);
  state.head = fillHead(doc);
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
