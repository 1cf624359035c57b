/** Makes every document of a room again from its log, a page at a time, by the code that repairs a room after a crash. */
import type { Head, RoomId } from '#src/domain/rooms/room.js';
import type { Store, Write } from '#src/store/store.js';
import { applyEntry } from '../log/apply.js';
import { putHead, putMembers } from '../log/head-projection.js';
import { loadReactions, loadTouched, refuseUnknown } from '../log/load-touched.js';
import { projectEntry } from '../log/project.js';
import { type EntryDoc, unpackEntry } from '../model/codec.js';
import { RoomState } from '../model/room-state.js';
import { entryPages, writeAll } from './store-pages.js';

/** Uses of files are as they are: what an entry has begun to use may be over for other reasons than entries. */
const isOfRoom = ({ in: into }: Write): boolean => into !== 'fileUses' && into !== 'files';

/** The log is in the store, and no document that is derived from it. Returns the head after the last entry. */
export async function replayLog(store: Store, room: RoomId): Promise<Head> {
  let head: Head | null = null;
  for await (const docs of entryPages(store, room)) head = await replayPage(store, room, head, docs);
  if (!head) throw new Error(`room ${room} has no log`);
  return head;
}

async function replayPage(store: Store, room: RoomId, head: Head | null, docs: EntryDoc[]): Promise<Head> {
  for (const doc of docs) refuseUnknown(room, doc.seq, doc);
  const entries = docs.map(unpackEntry);
  const state = new RoomState(room);
  state.head = head;
  state.appliedSeq = head?.seq ?? 0;
  state.windowFrom = state.appliedSeq;
  await Promise.all([loadTouched(state, store, entries), loadReactions(state, store, entries)]);
  const derived: Write[] = [];
  for (const entry of entries) {
    applyEntry(state, entry);
    derived.push(...projectEntry(state, entry).filter(isOfRoom));
  }
  const { seq } = state.head as unknown as Head;
  state.appliedSeq = seq;
  await writeAll(store, derived);
  await writeAll(store, putMembers(state, state.dirty));
  // The entry's own projection may have put this head already, with the page before as its checkpoint.
  await writeAll(store, [{ ...(putHead(state) as Extract<Write, { op: 'put' }>), guard: {} }]);
  return state.head as unknown as Head;
}
