/** Search in a room: spans whose words cannot match are passed over, the rows of the others are looked at. */
import type { LogEntry } from '#src/domain/log/log.js';
import { fits, mayFit, type RowFilter } from '#src/domain/messages/row-filter.js';
import { logId } from '#src/store/collections.js';
import type { Doc, Reader } from '#src/store/store.js';
import type { SearchScope } from '../commands/search-commands.js';
import { lastOf } from '../model/digests.js';
import type { Spans } from './spans.js';

export interface RowSearch {
  filter: RowFilter;
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
  { filter, before, limit, isOver }: RowSearch,
): Promise<FoundRows> {
  const seqs: number[] = [];
  const whole: FoundRows = { seqs, endedBefore: null };
  if (Math.min(before - 1, seq) <= after) return whole;
  let isFirst = true;
  for await (const { span, words } of spans.words(before, after)) {
    if (!isFirst && isOver()) return { seqs, endedBefore: lastOf(span) + 1 };
    isFirst = false;
    if (words !== null && !mayFit(words, filter)) continue;
    const entries = await spans.entries(span);
    if (words === null) await spans.keepWords(span, entries);
    for (let at = entries.length - 1; at >= 0; at -= 1) {
      const entry = entries[at] as LogEntry;
      if (entry.seq <= after || entry.at <= gone) return whole;
      if (entry.seq < before && entry.row && fits(entry.row, filter)) seqs.push(entry.seq);
      if (seqs.length === limit) return whole;
    }
  }
  return whole;
}

/** The first entry from that time on, which is where a search for what was before begins. Time never goes back along a log. */
export async function entryFrom(reader: Reader, { room, after, seq }: SearchScope, at: number): Promise<number> {
  let low = after + 1;
  let high = seq + 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    const doc = await reader.get<Doc & { at: number }>('log', logId(room, middle));
    if (doc !== null && doc.at < at) low = middle + 1;
    else high = middle;
  }
  return high;
}
