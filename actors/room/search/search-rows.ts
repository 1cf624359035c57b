/** Full-text search: spans whose words cannot match are passed over, the rows of the others are looked at. */
import type { LogEntry } from '#src/domain/log/log.js';
import type { Row } from '#src/domain/messages/message.js';
import { joined, matches, type Query, wordsOfRow } from '#src/domain/messages/search-words.js';
import { isCounted } from '#src/domain/messages/topics.js';
import type { SearchScope } from '../commands/search-commands.js';
import { lastOf } from '../model/digests.js';
import type { Spans } from './spans.js';

export interface RowSearch {
  query: Query;
  before: number;
  limit: number;
  /** Asked before each span but the first: a search that is continued comes further. */
  isOver(): boolean;
}

export interface FoundRows {
  /** Newest first, at most `limit`. */
  seqs: number[];
  /** Rows before it were not looked at, because the search was over. */
  endedBefore: number | null;
}

export async function searchRows(
  spans: Spans,
  { after, gone, seq }: SearchScope,
  { query, before, limit, isOver }: RowSearch,
): Promise<FoundRows> {
  const seqs: number[] = [];
  const whole: FoundRows = { seqs, endedBefore: null };
  if (Math.min(before - 1, seq) <= after) return whole;
  let isFirst = true;
  for await (const { span, words } of spans.words(before, after)) {
    if (!isFirst && isOver()) return { seqs, endedBefore: lastOf(span) + 1 };
    isFirst = false;
    if (words !== null && !matches(words, query)) continue;
    const entries = await spans.entries(span);
    if (words === null) await spans.keepWords(span, entries);
    for (let at = entries.length - 1; at >= 0; at -= 1) {
      const entry = entries[at] as LogEntry;
      if (entry.seq <= after || entry.at <= gone) return whole;
      if (entry.seq < before && entry.row && rowMatches(entry.row, query)) seqs.push(entry.seq);
      if (seqs.length === limit) return whole;
    }
  }
  return whole;
}

export const rowMatches = (row: Row, query: Query): boolean =>
  isCounted(row) && matches(joined(wordsOfRow(row)), query);
