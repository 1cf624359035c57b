/**
 * The entries from which a row of the list of rooms is made, by their ids beside the head: one read of the head leads to
 * them. An earlier version keeps the field as it finds it, so `seq` says for which head it is.
 */
import { seqOfMessageId } from '#src/domain/messages/message-id.js';
import type { Head } from '#src/domain/rooms/room.js';
import { logId } from '#src/store/collections.js';

/** Deleted rows that are named. They are read for each member, also for those whose cursor is behind them. */
const DELETED_MAX = 4;

export interface ListedRows {
  seq: number;
  /** The entry after the head, which does not exist while the checkpoint is the newest one; then those that exist. */
  ids: string[];
  /** All deleted rows after this place are among them. */
  deletedFloor: number;
}

interface DeletedRows {
  deleted: readonly { seq: number }[];
  /** Every deleted row after it is in the list. */
  deletedFloor: number;
}

export function listedRows(head: Head, { deleted, deletedFloor }: DeletedRows): ListedRows {
  const seqs = newestOf(deleted, DELETED_MAX + 1);
  const named = seqs.slice(0, DELETED_MAX).map((seq) => logId(head.id, seq));
  const ids = [...new Set([...guardedIds(head), ...named])];
  return { seq: head.seq, ids, deletedFloor: Math.max(deletedFloor, seqs[DELETED_MAX] ?? 0) };
}

/** The entry after the head, and the rows that are shown. */
export const guardedIds = (head: Head): string[] =>
  [head.seq + 1, ...shownSeqs(head)].map((seq) => logId(head.id, seq));

/** The places of the last message and of pinned messages. */
export const shownSeqs = ({ lastMessageSeq, pins }: Head): number[] =>
  [...new Set([lastMessageSeq, ...pins.map(seqOfMessageId)])].filter((seq) => seq > 0);

/** Newest first. Memory holds hundreds of them, in the order of their deletion. */
function newestOf(deleted: readonly { seq: number }[], count: number): number[] {
  const newest: number[] = [];
  for (const { seq } of deleted) {
    if (newest.length === count && seq < (newest.at(-1) as number)) continue;
    newest.splice(newest.findLastIndex((known) => known > seq) + 1, 0, seq);
    newest.length = Math.min(newest.length, count);
  }
  return newest;
}
