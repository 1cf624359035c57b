/** Guarded writes about shared articles, and the mark by which the job reports reactions to the dictionary. */
import type { LogEntry } from '#src/domain/log/log.js';
import type { ShareFact, ToReport } from '#src/domain/log/share-facts.js';
import type { Row } from '#src/domain/messages/message.js';
import { logId } from '#src/store/collections.js';
import type { Write } from '#src/store/store.js';
import type { RoomState } from '../model/room-state.js';
import { entryIdAfter } from './apply-sharing.js';

export function projectSharing(state: RoomState, fact: ShareFact, { seq }: LogEntry): Write[] {
  const set = { entryId: entryIdAfter(fact), rev: seq, ...reportMarkOf(fact, seq) };
  return [{ op: 'set', in: 'log', id: logId(state.id, fact.row), set, guard: { olderThan: seq } }];
}

/** For the fact of an entry that changes how many have reacted to a row. */
export const reportOf = ({ entryId }: Pick<Row, 'entryId'>): ToReport =>
  typeof entryId === 'number' ? { toReport: true } : {};

/**
 * The mark by which the reporter finds the row; it lies in the row's own document, so that many reactions are one
 * report. It is the entry's seq, so that the report of an earlier one does not remove it.
 */
export const reportMarkOf = ({ toReport }: object & ToReport, seq: number): { toReport?: number } =>
  toReport ? { toReport: seq } : {};
