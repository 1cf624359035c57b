/** Full-text search: spans whose words cannot match are passed over, the rows of the others are looked at. */
import type { LogEntry } from '#src/domain/log/log.js';
import { joined, matches, type Query, wordsOfRow } from '#src/domain/messages/search-words.js';
import { isCounted } from '#src/domain/messages/topics.js';
import type { SearchScope } from '../commands/search-commands.js';
import type { Spans } from './spans.js';

/** Seqs of the rows that match, newest first, at most `limit`. */
export async function searchRows(
  spans: Spans,
  { after, gone, seq }: SearchScope,
  query: Query,
  before: number,
  limit: number,
): Promise<number[]> {
  const found: number[] = [];
  if (Math.min(before - 1, seq) <= after) return found;
  for await (const { span, words } of spans.words(before, after)) {
    if (words !== null && !matches(words, query)) continue;
    const entries = await spans.entries(span);
    if (words === null) await spans.keepWords(span, entries);
    for (let at = entries.length - 1; at >= 0; at -= 1) {
      const entry = entries[at] as LogEntry;
      if (entry.seq <= after || entry.at <= gone) return found;
      if (entry.seq < before && rowMatches(entry, query)) found.push(entry.seq);
      if (found.length === limit) return found;
    }
  }
  return found;
}

function rowMatches({ row }: LogEntry, query: Query): boolean {
  return row !== null && isCounted(row) && matches(joined(wordsOfRow(row)), query);
}
