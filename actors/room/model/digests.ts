/**
 * The words and topics of a span of the log, stored so that a search or a count need not read the rows. A digest is
 * made at the first request, of a span that is full, and can always be made again: changing a row of the span voids it.
 * A room that is never searched pays nothing for it, and sending never waits for it.
 */
import type { Fact, LogEntry } from '#src/domain/log/log.js';
import type { Row } from '#src/domain/messages/message.js';
import { joined, wordsOfRow } from '#src/domain/messages/search-words.js';
import { isCounted, type Topic, TopicCount } from '#src/domain/messages/topics.js';
import type { Doc, Write } from '#src/store/store.js';
import type { TopicsDigest } from '../commands/search-commands.js';

export const SPAN = 512;

export type DigestKind = 'words' | 'topics';

/** Void while `words` or `topics` is null. `rev`: the newest entry it knows of, or the one that voided it. */
export interface WordsDigest extends Doc {
  rev: number;
  words: string | null;
}

export const spanOf = (seq: number): number => Math.floor((seq - 1) / SPAN);
export const firstOf = (span: number): number => span * SPAN + 1;
export const lastOf = (span: number): number => (span + 1) * SPAN;

export const digestId = (room: string, kind: DigestKind, span: number): string =>
  `${room}:${kind}:${span.toString(36).padStart(6, '0')}`;

/** Deleted and expired rows say nothing any more. */
export const wordsDigest = (rows: Row[]): string => joined(rows.filter(isCounted).flatMap(wordsOfRow));

export function topicsDigest(entries: LogEntry[]): Omit<TopicsDigest, '_id' | 'rev'> {
  const count = new TopicCount();
  for (const { row } of entries) if (row) count.addRow(row);
  return {
    topics: count.topics.map(({ tag, count, lastSeq, lastAt }) => [tag, count, lastSeq, lastAt]),
    messages: count.messages,
    firstAt: entries[0]?.at ?? 0,
    lastAt: entries.at(-1)?.at ?? 0,
  };
}

export const topicsIn = (digest: Pick<TopicsDigest, 'topics'>): Topic[] =>
  (digest.topics ?? []).map(([tag, count, lastSeq, lastAt]) => ({ tag, count, lastSeq, lastAt }));

/**
 * The writes that void the digests that a fact makes untrue. Removed words do no harm, because each row that a digest
 * finds is checked; new words come by edits alone. A span that is not full yet has no digest.
 */
export function voidDigests(room: string, fact: Fact, { seq }: LogEntry): Write[] {
  switch (fact.type) {
    case 'message_edited':
      return [...voided(room, 'words', [fact.row], seq), ...voided(room, 'topics', [fact.row], seq)];
    case 'message_deleted':
      return voided(room, 'topics', [fact.row], seq);
    case 'rows_expired':
      return voided(
        room,
        'topics',
        fact.rows.map(({ seq: row }) => row),
        seq,
      );
    default:
      return [];
  }
}

function voided(room: string, kind: DigestKind, rows: number[], rev: number): Write[] {
  const spans = [...new Set(rows.map(spanOf))].filter((span) => lastOf(span) < rev);
  return spans.map((span) => ({
    op: 'put',
    in: 'digests',
    doc: { _id: digestId(room, kind, span), rev, [kind]: null },
    guard: { olderThan: rev },
  }));
}
