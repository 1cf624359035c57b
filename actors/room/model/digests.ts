/**
 * The words and topics of a span of the log, and the topics of a group of spans, stored so that a search or a count need
 * not read the rows. Topics are made in the background when a span is full, words at the first search. A digest can
 * always be made again: changing a row of the span voids it. Sending never waits for it.
 */
import type { Fact, LogEntry } from '#src/domain/log/log.js';
import type { Row } from '#src/domain/messages/message.js';
import { joined, wordsOfRow } from '#src/domain/messages/search-words.js';
import { isCounted, type Topic, TopicCount } from '#src/domain/messages/topics.js';
import type { Doc, Write } from '#src/store/store.js';
import type { TopicsDigest } from '../commands/search-commands.js';

export const SPAN = 512;
/** Spans of a group: a room of 300 000 entries has 18 groups. */
export const GROUP_SPANS = 32;

/** `groups`: the topics of all spans of a group. */
export type DigestKind = 'words' | 'topics' | 'groups';

/** Void while `words` or `topics` is null. `rev`: the newest entry it knows of, or the one that voided it. */
export interface WordsDigest extends Doc {
  rev: number;
  words: string | null;
}

export const spanOf = (seq: number): number => Math.floor((seq - 1) / SPAN);
export const firstOf = (span: number): number => span * SPAN + 1;
export const lastOf = (span: number): number => (span + 1) * SPAN;

export const groupOf = (span: number): number => Math.floor(span / GROUP_SPANS);

/** The last entry of a span or a group. */
export const lastEntryOf = (kind: DigestKind, at: number): number =>
  lastOf(kind === 'groups' ? at * GROUP_SPANS + GROUP_SPANS - 1 : at);

/** `at`: the number of the span or the group. */
export const digestId = (room: string, kind: DigestKind, at: number): string =>
  `${room}:${kind}:${at.toString(36).padStart(6, '0')}`;

/** Deleted and expired rows say nothing any more. */
export const wordsDigest = (rows: Row[]): string => joined(rows.filter(isCounted).flatMap(wordsOfRow));

export type Topics = Omit<TopicsDigest, '_id' | 'rev'>;

export function topicsDigest(entries: LogEntry[]): Topics {
  const count = new TopicCount();
  for (const { row } of entries) if (row) count.addRow(row);
  return topicsOf(count, entries[0]?.at ?? 0, entries.at(-1)?.at ?? 0);
}

/** The topics of a group, from those of its spans. */
export function sumOf(spans: readonly Topics[]): Topics {
  const count = new TopicCount();
  for (const span of spans) count.addAll(topicsIn(span), span.messages);
  return topicsOf(count, spans[0]?.firstAt ?? 0, spans.at(-1)?.lastAt ?? 0);
}

export const topicsOf = ({ topics, messages }: TopicCount, firstAt: number, lastAt: number): Topics => ({
  topics: topics.map(({ tag, count, lastSeq, lastAt }) => [tag, count, lastSeq, lastAt]),
  messages,
  firstAt,
  lastAt,
});

export const topicsIn = (digest: Pick<TopicsDigest, 'topics'>): Topic[] =>
  (digest.topics ?? []).map(([tag, count, lastSeq, lastAt]) => ({ tag, count, lastSeq, lastAt }));

/** The rows that a fact makes count in another way, or not at all. */
export function recountedRows(fact: Fact): number[] {
  if (fact.type === 'message_edited' || fact.type === 'message_deleted') return [fact.row];
  return fact.type === 'rows_expired' ? fact.rows.map(({ seq }) => seq) : [];
}

/**
 * The writes that void the digests that a fact makes untrue. Removed words do no harm, because each row that a digest
 * finds is checked; new words come by edits alone. A span that is not full yet has no digest.
 */
export function voidDigests(room: string, fact: Fact, { seq }: LogEntry): Write[] {
  const spans = recountedRows(fact).map(spanOf);
  const words = fact.type === 'message_edited' ? voided(room, 'words', spans, seq) : [];
  return [...words, ...voided(room, 'topics', spans, seq), ...voided(room, 'groups', spans.map(groupOf), seq)];
}

function voided(room: string, kind: DigestKind, all: number[], rev: number): Write[] {
  const full = [...new Set(all)].filter((at) => lastEntryOf(kind, at) < rev);
  return full.map((at) => ({
    op: 'put',
    in: 'digests',
    doc: { _id: digestId(room, kind, at), rev, [kind === 'words' ? 'words' : 'topics']: null },
    guard: { olderThan: rev },
  }));
}
