/** The writes that many facts share: the room's head, and its members. */
import type { Head } from '#src/domain/rooms/room.js';
import type { Doc, Write } from '#src/store/store.js';
import type { RoomState } from '../model/room-state.js';
import { isFindable } from '../model/room-words.js';

export type Storable = Doc & Record<string, unknown>;

/** The head as it lies in `rooms`. */
export interface HeadDoc extends Head {
  _id: string;
  rev: number;
  appliedSeq: number;
  /** Once deleted: true while its documents are still here, then the time (ms) of the second sweep. */
  toSweep?: true | number | null;
  /** How many are in it, while everybody may find it. */
  openSize?: number | null;
}

export function putMembers(state: RoomState, accounts: Iterable<string>): Write[] {
  const writes: Write[] = [];
  for (const account of accounts) {
    const member = state.members.get(account);
    if (member) writes.push({ op: 'put', in: 'members', doc: { ...member }, guard: { olderThan: member.rev } });
  }
  return writes;
}

export function putHead(state: RoomState): Write {
  const head = state.head as Head;
  const openSize = isFindable(head) ? head.memberCount : null;
  const doc: HeadDoc = { ...head, _id: head.id, rev: head.seq, appliedSeq: state.appliedSeq, openSize };
  return { op: 'put', in: 'rooms', doc: doc as unknown as Storable, guard: { olderThan: head.seq } };
}
