/** The writes that many facts share: the room's head, and its members. */
import type { Head } from '#src/domain/rooms/room.js';
import type { Doc, Write } from '#src/store/store.js';
import type { RoomState } from '../model/room-state.js';
import { isFindable } from '../model/room-words.js';
import { emptyHead } from './apply.js';
import { type ListedRows, listedRows } from './listed-rows.js';

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
  listed?: ListedRows;
}

/** The head in memory: a checkpoint of an earlier version lacks later fields. */
export function headOf({ _id, rev, appliedSeq, toSweep, openSize, listed, ...head }: HeadDoc): Head {
  return { ...emptyHead, ...head };
}

/**
 * The same without a copy, for a state that lives for one answer: it adds the later fields to the document itself. The
 * fields beside the head do no harm there, and copying takes time.
 */
export function fillHead(doc: HeadDoc): Head {
  for (const [field, value] of emptyFields) if (!(field in doc)) Object.assign(doc, { [field]: value });
  return doc;
}

const emptyFields = Object.entries(emptyHead);

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
  const { appliedSeq } = state;
  const listed = listedRows(head, state);
  const doc: HeadDoc = { ...head, _id: head.id, rev: head.seq, appliedSeq, openSize, listed };
  return { op: 'put', in: 'rooms', doc: doc as unknown as Storable, guard: { olderThan: head.seq } };
}
