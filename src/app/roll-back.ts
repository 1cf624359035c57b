/** Takes rooms of a restored store back to an entry or to a moment (ADR 0114), before the restore ends. */
import { randomUUID } from 'node:crypto';
import type { LaterChange } from '#actors/room/commands/restore-commands.js';
import { rollBackRoom } from '#actors/room/restore/roll-back.js';
import { roomPages } from '#actors/room/restore/store-pages.js';
import { systemEnv } from '#actors/runtime/system-env.js';
import type { Head, Member, RoomId } from '#src/domain/rooms/room.js';
import { createNode, type Node } from '../node.js';
import { type BackupPlace, BackupProblem, pagesOf } from '../store/backup/backup-format.js';
import { beginChange, docsOf } from '../store/backup/read-backup.js';
import { logId } from '../store/collections.js';
import type { Doc, Reader, Store } from '../store/store.js';

/** The last entry that stays, by its number or by its time (ms). */
export type Until = { seq: number } | { time: number };

export interface RollBack {
  until: Until;
  /** One room; by default all of them. A number is an entry of one room. */
  room?: RoomId | undefined;
}

export interface RolledBack {
  rooms: number;
  /** Changes that could not be undone. */
  repeated: number;
  /** Rooms that were created later. */
  deleted: number;
}

type HeadDoc = Doc & Head;
type Entry = Doc & { seq: number; at: number };

/** Changes of one room on their way at once. */
const ASKED_MAX = 64;

/** A room that was deleted meanwhile stays deleted: its log is swept. */
export async function rollBack(store: Store, { until, room }: RollBack): Promise<RolledBack> {
  const found: RolledBack = { rooms: 0, repeated: 0, deleted: 0 };
  const rooms = room === undefined ? allRooms(store) : [await oneRoom(store, room)];
  await beginChange(store);
  const node = createNode({ store, env: systemEnv, owner: randomUUID(), alone: true, brand: '' });
  try {
    for await (const { _id: id, deleted } of rooms) {
      if (deleted) continue;
      const newest = await newestSeq(store, id);
      const upTo = 'seq' in until ? until.seq : await seqAt(store, id, until.time, newest);
      if (upTo >= newest) continue;
      if (upTo > 0) found.repeated += await rollBackTo(store, node, id, upTo);
      else await node.rooms.ask(id, { type: 'delete_room_as_operator', settles: null });
      if (upTo > 0) found.rooms += 1;
      else found.deleted += 1;
    }
    return found;
  } finally {
    await node.stop();
  }
}

async function* allRooms(reader: Reader): AsyncGenerator<HeadDoc> {
  for await (const heads of pagesOf(reader, 'rooms')) yield* heads as HeadDoc[];
}

/** To be asked before a restore begins: it takes long, and a store that it has filled is of no use for another attempt. */
export async function refuseMissingRoom(place: BackupPlace, room: RoomId): Promise<void> {
  for await (const head of docsOf(place, 'rooms'))
    if (head._id === room) return void presentRoom(head as HeadDoc, room);
  presentRoom(null, room);
}

/** Also asked before: an entry that the room does not have is a mistyped one, and everything would stay. */
export async function refuseMissingEntry(place: BackupPlace, room: RoomId, seq: number): Promise<void> {
  let newest = 0;
  for await (const entry of docsOf(place, 'log'))
    if (entry._id.startsWith(`${room}:`)) newest = Math.max(newest, (entry as Entry).seq);
  if (seq > newest)
    throw new BackupProblem(`room ${room} has no entry ${seq} in the backup: its last one is ${newest}`);
}

const oneRoom = async (reader: Reader, room: RoomId): Promise<HeadDoc> =>
  presentRoom(await reader.get<HeadDoc>('rooms', room), room);

function presentRoom(head: HeadDoc | null, room: RoomId): HeadDoc {
  if (!head) throw new BackupProblem(`the backup has no room ${room}: --room takes the id of a room, not its slug`);
  if (head.deleted) throw new BackupProblem(`room ${room} was deleted before the backup, and its log with it`);
  return head;
}

async function newestSeq(reader: Reader, room: RoomId): Promise<number> {
  const range = { index: '_id', gt: `${room}:`, lt: `${room};`, desc: true, limit: 1 };
  return (await reader.range<Entry>('log', range))[0]?.seq ?? 0;
}

/** The last entry of this time or before; time never goes back within a room. 0 if there is none. */
async function seqAt(reader: Reader, room: RoomId, time: number, newest: number): Promise<number> {
  let [low, high] = [0, newest];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const entry = await reader.get<Entry>('log', logId(room, middle));
    if (!entry) throw new BackupProblem(`entry ${middle} of room ${room} is missing`);
    if (entry.at <= time) low = middle;
    else high = middle - 1;
  }
  return low;
}

async function rollBackTo(store: Store, node: Node, room: RoomId, upTo: number): Promise<number> {
  const changes = await rollBackRoom(store, room, upTo);
  let repeated = 0;
  for (let at = 0; at < changes.length; at += ASKED_MAX) {
    const ask = (change: LaterChange) => node.rooms.ask(room, { type: 'repeat_change', change });
    const made = await Promise.all(changes.slice(at, at + ASKED_MAX).map(ask));
    repeated += made.filter(Boolean).length;
  }
  await departErased(store, node, room);
  return repeated;
}

/** Accounts that were deleted later are members again by the log, and nobody. */
async function departErased(store: Store, node: Node, room: RoomId): Promise<void> {
  for await (const members of roomPages<Member>(store, 'members', room)) {
    const present = members.filter((member) => member.present);
    const accounts = await store.getMany<Doc>(
      'accounts',
      present.map(({ account }) => account),
    );
    for (const [at, { account }] of present.entries()) {
      if (accounts[at] === null) await node.rooms.ask(room, { type: 'depart', account });
    }
  }
}
