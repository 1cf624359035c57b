/** What facts about shared articles do to memory and to the row's document. */
import type { Fact, LogEntry } from '#src/domain/log/log.js';
import type { ShareFact, ToReport } from '#src/domain/log/share-facts.js';
import type { Row } from '#src/domain/messages/message.js';
import { logId } from '#src/store/collections.js';
import type { Write } from '#src/store/store.js';
import type { RoomState } from '../model/room-state.js';
import { changeRow } from './apply-rows.js';

export const isAboutSharing = (fact: Fact): fact is ShareFact =>
  fact.type === 'article_offered' || fact.type === 'article_shared';

/** Null: offered, and not known to be in the dictionary. */
export const entryIdAfter = (fact: ShareFact): number | null => (fact.type === 'article_shared' ? fact.entryId : null);

export function applySharing(state: RoomState, fact: ShareFact, { seq }: LogEntry): void {
  changeRow(state, fact.row, seq, (row) => ({ ...row, entryId: entryIdAfter(fact) }));
}

export function projectSharing(state: RoomState, fact: ShareFact, { seq }: LogEntry): Write[] {
  const set = { entryId: entryIdAfter(fact), rev: seq, ...reportMarkOf(fact, seq) };
  return [{ op: 'set', in: 'log', id: logId(state.id, fact.row), set, guard: { olderThan: seq } }];
}

/** For the fact of an entry that changes how many have reacted to a row. */
export const reportOf = ({ entryId }: Pick<Row, 'entryId'>): ToReport =>
  typeof entryId === 'number' ? { toReport: true } : {};

/**
 * The mark by which the reporter finds the row; it lies in the row's own document, so that many reactions are one
 * report. It is the entry's seq: whoever reported an earlier one does not take it away.
 */
export const reportMarkOf = ({ toReport }: object & ToReport, seq: number): { toReport?: number } =>
  toReport ? { toReport: seq } : {};

/** By what the reshares of an article are counted: cards by the entry, forwards by the message they come from. */
export function reshareKey({ kind, attachment, forwardedFrom }: Row): string | undefined {
  if (kind === 'entry' && attachment) return cardKey(attachment.entry_id as number);
  return kind === 'article' && forwardedFrom ? forwardKey(forwardedFrom.messageId) : undefined;
}

export const cardKey = (entryId: number): string => `e:${entryId}`;
export const forwardKey = (messageId: string): string => `m:${messageId}`;
