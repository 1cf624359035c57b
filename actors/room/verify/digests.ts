/**
 * The digests of spans, compared with the log: every topic; of words, every one that still occurs. Those of a page of the log
 * are read before it: what changes a row afterwards stands in the part of the log that is still to be followed.
 */
import type { LogEntry } from '#src/domain/log/log.js';
import { wordsOfRow } from '#src/domain/messages/search-words.js';
import { isCounted, TopicCount } from '#src/domain/messages/topics.js';
import type { Doc, Reader } from '#src/store/store.js';
import type { TopicsDigest } from '../commands/search-commands.js';
import type { HeadDoc } from '../log/head-projection.js';
import {
  type DigestKind,
  digestId,
  firstOf,
  GROUP_SPANS,
  groupOf,
  lastOf,
  spanOf,
  sumOf,
  type Topics,
  topicsOf,
  type WordsDigest,
} from '../model/digests.js';
import { type Findings, isSame } from './problem.js';

/** The digests that the next `count` entries after `seq` can belong to. */
export async function digestsAfter(reader: Reader, room: string, seq: number, count: number): Promise<Doc[]> {
  const ids: string[] = [];
  for (let span = spanOf(seq + 1); span <= spanOf(seq + count); span += 1) {
    ids.push(digestId(room, 'words', span), digestId(room, 'topics', span));
    // That of a group is read before the first row of the group.
    if (span % GROUP_SPANS === 0) ids.push(digestId(room, 'groups', groupOf(span)));
  }
  const docs = await reader.getMany('digests', ids);
  return docs.filter((doc) => doc !== null);
}

export class Digests {
  readonly #findings: Findings;
  readonly #head: HeadDoc | null;
  /** Of the spans and the group at hand. */
  readonly #docs = new Map<string, WordsDigest & TopicsDigest>();
  /** The newest entry that may have voided the digests of a span. */
  readonly #changed = new Map<number, number>();
  /** The span at hand, and its topics so far. */
  #span = -1;
  #topics = new TopicCount();
  /** Its entries, if its words are to be checked. */
  #entries: LogEntry[] | null = null;

  constructor(findings: Findings, head: HeadDoc | null) {
    this.#findings = findings;
    this.#head = head;
  }

  /** The digests of a page, before its entries. */
  add(docs: readonly Doc[]): void {
    for (const doc of docs) this.#docs.set(doc._id, doc as WordsDigest & TopicsDigest);
  }

  /**
   * Spans are compared once the log is read to its end, because later entries change earlier rows. The rows give the
   * topics.
   */
  follow(entry: LogEntry): void {
    for (const fact of entry.facts) {
      if ('row' in fact && typeof fact.row === 'number') this.#changed.set(spanOf(fact.row), entry.seq);
      if (fact.type === 'rows_expired') for (const { seq } of fact.rows) this.#changed.set(spanOf(seq), entry.seq);
    }
    const span = spanOf(entry.seq);
    if (span !== this.#span) this.#begin(entry.room, span);
    if (entry.row) this.#topics.addRow(entry.row);
    this.#entries?.push(entry);
    if (entry.seq === lastOf(span)) this.#compare(entry.room);
  }

  readonly #late: (() => void)[] = [];
  /** The topics of the spans of the group at hand. */
  #group: Topics[] = [];

  #begin(room: string, span: number): void {
    // A hole in the log has taken the last entry of the span before.
    if (this.#span >= 0) this.#compare(room);
    const words = this.#docs.get(digestId(room, 'words', span))?.words;
    this.#entries = typeof words === 'string' ? [] : null;
    this.#topics = new TopicCount();
    this.#span = span;
  }

  #compare(room: string): void {
    const [span, entries] = [this.#span, this.#entries];
    const words = this.#taken('words', room, span);
    if (words && entries) this.#checkWords(words, entries);
    // The times of a span are those of its entries, which the log check compares.
    const made = topicsOf(this.#topics, 0, 0);
    this.#span = -1;
    this.#checkLater('topics', room, span, made, [span]);
    this.#group.push(made);
    if ((span + 1) % GROUP_SPANS !== 0 || this.#group.length !== GROUP_SPANS) return;
    const spans = Array.from({ length: GROUP_SPANS }, (_, at) => span - at);
    this.#checkLater('groups', room, groupOf(span), sumOf(this.#group), spans);
    this.#group = [];
  }

  /** What differs may have been voided by later entries, which change rows of these spans: it is told at the end. */
  #checkLater(kind: DigestKind, room: string, at: number, made: Topics, spans: number[]): void {
    const stored = this.#taken(kind, room, at);
    if (stored?.topics && !isSame(countsOf(stored), countsOf(made)))
      this.#late.push(() => this.#checkTopics(stored, made, spans));
  }

  /** It is needed once. */
  #taken(kind: DigestKind, room: string, at: number): (WordsDigest & TopicsDigest) | undefined {
    const id = digestId(room, kind, at);
    const doc = this.#docs.get(id);
    this.#docs.delete(id);
    return doc;
  }

  #checkWords({ words, rev }: WordsDigest, entries: LogEntry[]): void {
    const missing = entries.find(({ row }) => {
      if (!row || !isCounted(row)) return false;
      // A row whose edit is newer voids the digest when the room is next loaded.
      if (row.rev > rev && row.rev > (this.#head?.appliedSeq ?? 0)) return false;
      return wordsOfRow(row).some((word) => !words?.includes(` ${word} `));
    });
    this.#findings.expect(missing === undefined, missing?.seq ?? 0, 'a row that no search finds');
  }

  #checkTopics(stored: TopicsDigest, made: Topics, spans: number[]): void {
    const changed = Math.max(...spans.map((span) => this.#changed.get(span) ?? 0));
    if (changed > stored.rev && changed > (this.#head?.appliedSeq ?? 0)) return;
    this.#findings.same(countsOf(stored), countsOf(made), firstOf(Math.min(...spans)), 'topics');
  }

  finish(): void {
    for (const check of this.#late) check();
  }
}

const countsOf = ({ topics, messages }: Pick<TopicsDigest, 'topics' | 'messages'>) => ({ topics, messages });
