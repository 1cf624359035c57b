/**
 * Loading a room into memory: the head's checkpoint, then every later entry, replayed. Projections that a crash kept
 * from the store are written again; if the newest entry is another owner's, a claim is appended before any answer.
 */
import type { ActorIo, CommitUnit, Loaded, Output, Unsettled } from '#actors/runtime/kind.js';
import type { LogEntry } from '#src/domain/log/log.js';
import type { Head, Member } from '#src/domain/rooms/room.js';
import { logId } from '#src/store/collections.js';
import type { Reader, Write } from '#src/store/store.js';
import { isBlocked, isDm } from './access/dm-access.js';
import type { RoomItem } from './commands.js';
import { itemOf } from './log/announce.js';
import { applyEntry, emptyHead, recordRequest } from './log/apply.js';
import { type HeadDoc, headOf } from './log/head-projection.js';
import { loadOldRows } from './log/load-old-rows.js';
import { loadReactions, loadTouched, refuseUnknown } from './log/load-touched.js';
import { projectEntry } from './log/project.js';
import { loadPush, unnoticedPushes } from './log/push-mark.js';
import { type EntryDoc, packEntry, unpackEntry } from './model/codec.js';
import { deletedRow } from './model/deleted-counts.js';
import { type RoomBounds, roomBounds } from './model/room-bounds.js';
import { RoomState } from './model/room-state.js';

const ADMINS_MAX = 1_000;
const REPLAY_PAGE = 2_000;

export async function loadRoom(
  id: string,
  io: ActorIo,
  unsettled: Unsettled | null = null,
  bounds: Readonly<RoomBounds> = roomBounds,
): Promise<Loaded<RoomState>> {
  const state = new RoomState(id, bounds);
  const doc = await io.reader.get<HeadDoc>('rooms', id);
  if (!doc) return { state };
  refuseUnknown(id, doc.seq, doc);
  const { appliedSeq } = doc;
  state.head = headOf(doc);
  state.appliedSeq = appliedSeq;
  const rows = io.isTight ? bounds.rowsWhenTight : bounds.rowsAtStart;
  await Promise.all([loadAdmins(state, io.reader), loadDeleted(state, io.reader), loadRows(state, io.reader, rows)]);
  if (isDm(state)) state.isBlocked = await isBlocked(io.reader, state.head.pair);
  // Last: everything that a projection shows already must not be missing here.
  const entries = await entriesAfter(io.reader, id, appliedSeq);
  await Promise.all([
    loadTouched(state, io.reader, entries),
    loadReactions(state, io.reader, entries),
    loadOldRows(state, io.reader, entries),
    loadPush(state, io.reader, entries.at(-1)?.seq ?? appliedSeq),
  ]);
  const pushes = unnoticedPushes(state);
  const repairs = replay(state, entries);
  state.durableSeq = state.head.seq;
  state.storedSeq = repairs.length > 0 ? appliedSeq : state.head.seq;
  const unannounced = io.alone ? unannouncedItems(state, unsettled?.announcedTo ?? null) : [];
  const loaded = withClaim(state, io, repairs, unsettled?.isUnknown === true);
  const isClaimed = loaded.claim?.entry !== undefined;
  return { ...loaded, outputs: [...pushes, ...unannounced, { to: 'stream', item: placeOf(state, isClaimed) }] };
}

/**
 * Entries that became durable after their answers had timed out. Followers on other nodes request them by the room's
 * position; within one node nothing else would announce them. A checkpoint may cover some of them by now: then the
 * position comes first, and followers request what they lack here, too.
 */
function unannouncedItems(state: RoomState, announcedTo: number | null): Output[] {
  const { seq: newest } = state.head as Head;
  if (announcedTo === null || announcedTo >= newest) return [];
  const unannounced = state.recent.filter(({ seq }) => seq > announcedTo);
  if (unannounced[0]?.seq !== announcedTo + 1) return [{ to: 'stream', item: placeOf(state, false) }];
  return unannounced.map((entry) => ({ to: 'stream', item: itemOf(state, state.id, entry) }));
}

/**
 * The position of the room: a follower with a lower position has missed items. A claim is an entry without
 * announcements; without a claim the newest entry may be unannounced, and this item must not be taken for its
 * announcement.
 */
function placeOf({ id, head }: RoomState, isClaimed: boolean): RoomItem {
  const { slug, seq } = head as Head;
  return { room: id, slug, seq, moves: [], announcements: [], activity: null, ...(!isClaimed && { isPlace: true }) };
}

async function loadAdmins(state: RoomState, reader: Reader): Promise<void> {
  const withRole = (role: string) =>
    reader.range<Member>('members', { index: 'byRole', prefix: [state.id, role], limit: ADMINS_MAX });
  const found = await Promise.all([withRole('founder'), withRole('admin')]);
  for (const member of found.flat()) state.members.set(member.account, member);
}

async function loadDeleted(state: RoomState, reader: Reader): Promise<void> {
  const range = { index: 'deleted', prefix: [state.id], desc: true, limit: state.bounds.deleted };
  const docs = await reader.range<EntryDoc>('log', range);
  state.deleted = docs.map(deletedRow).reverse();
  state.deletedFloor = docs.length < state.bounds.deleted ? 0 : (state.deleted[0]?.seq ?? 0);
}

/** The newest rows up to the checkpoint; replay adds those after it. */
async function loadRows(state: RoomState, reader: Reader, limit: number): Promise<void> {
  const range = {
    index: '_id',
    gt: logId(state.id, 0),
    lte: logId(state.id, state.appliedSeq),
    desc: true,
    limit,
  };
  const docs = await reader.range<EntryDoc>('log', range);
  const entries = docs.map(unpackEntry).reverse();
  state.window = entries.flatMap(({ row }) => row ?? []);
  state.windowFrom = docs.length < limit ? 0 : (entries[0]?.seq ?? 1) - 1;
  state.recent = entries;
  for (const entry of entries) recordRequest(state, entry);
}

async function entriesAfter(reader: Reader, room: string, seq: number): Promise<LogEntry[]> {
  const entries: LogEntry[] = [];
  for (let edge = logId(room, seq); ; ) {
    const docs = await reader.range<EntryDoc>('log', { index: '_id', gt: edge, lt: `${room};`, limit: REPLAY_PAGE });
    for (const doc of docs) {
      refuseUnknown(room, doc.seq, doc);
      entries.push(unpackEntry(doc));
    }
    const last = docs.at(-1);
    if (!last || docs.length < REPLAY_PAGE) return entries;
    edge = last._id;
  }
}

/** Applies the entries behind the checkpoint; answers the projections to write again (guarded, so mostly no-ops). */
function replay(state: RoomState, entries: LogEntry[]): Write[] {
  return entries.flatMap((entry) => {
    applyEntry(state, entry);
    return projectEntry(state, entry);
  });
}

/**
 * Where an append of this owner may still land, its token on the newest entry proves nothing: a claim takes that seq
 * first, or meets it there.
 */
function withClaim(state: RoomState, io: ActorIo, repairs: Write[], isUnknown: boolean): Loaded<RoomState> {
  const newest = state.recent.at(-1);
  const isForeign = !io.alone && newest !== undefined && newest.owner !== io.owner;
  const mustClaim = (isForeign || (isUnknown && newest !== undefined)) && !state.head?.deleted;
  if (!mustClaim) return repairs.length > 0 ? { state, claim: { writes: repairs } } : { state };
  const entry = claimEntry(state, io);
  applyEntry(state, entry);
  const claim: CommitUnit = { entry: packEntry(entry), writes: repairs };
  return { state, claim };
}

function claimEntry(state: RoomState, { env, owner }: ActorIo): LogEntry {
  const head = state.head ?? { ...emptyHead, id: state.id };
  const { counts, memberCount, lastMessageSeq, lastMessageAt, prevAll, prevAdmins } = head;
  return {
    room: state.id,
    seq: head.seq + 1,
    commit: `${owner}.${env.uuid()}`,
    owner,
    at: Math.max(env.now(), head.lastAt),
    by: null,
    facts: [{ type: 'claimed' }],
    row: null,
    head: { counts, memberCount, lastMessageSeq, lastMessageAt, prevAll, prevAdmins, onAll: false, onAdmins: false },
    dedup: null,
    hash: null,
  };
}
