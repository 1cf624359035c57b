/** The state of each row by the entries about it, compared with its document. */
import type { LogEntry } from '#src/domain/log/log.js';
import type { TalkFact } from '#src/domain/log/talk-facts.js';
import { type Content, type Discussion, noContent, type Opening, type Row } from '#src/domain/messages/message.js';
import { IMPORTER } from '#src/domain/rooms/imported-room.js';
import { entryIdAfter, isAboutSharing } from '../log/apply-sharing.js';
import { isTalk } from '../log/apply-talk.js';
import { Conversation } from './conversation.js';
import type { Findings } from './problem.js';

/** A row that a later entry changed: as its document has it, and as the entries make it. */
interface Changed {
  stored: Row;
  made: {
    rev: number;
    content: Content | null;
    editedAt: number | null;
    deletedAt: number | null;
    reactions: Record<string, number>;
    expired?: true;
    discussion?: Discussion;
    votes?: number[] | undefined;
    openings?: Opening[];
    goneFiles?: string[];
    entryId?: number | null;
  };
}

const untouched = { editedAt: null, reactions: {} };

export class Rows {
  /** Rows that could be last_message. */
  readonly conversation = new Conversation();
  /** Rows of which a change is still to come, by seq: a row's document names its last one. */
  readonly #changed = new Map<number, Changed>();
  /** Rows whose last change is in the entry at hand. */
  #complete: Changed[] = [];
  readonly #lastSeq: number;
  readonly #findings: Findings;

  /** `lastSeq`: entries behind it may not be projected yet. */
  constructor(findings: Findings, lastSeq: number) {
    this.#findings = findings;
    this.#lastSeq = lastSeq;
  }

  follow(entry: LogEntry): void {
    const { row, seq } = entry;
    if (row) {
      if (row.kind !== 'event' && row.discussionOf === null) this.conversation.add(seq, row.at);
      if (row.rev !== seq) this.#remember(row, entry.by === IMPORTER);
    }
    for (const fact of entry.facts) {
      if (fact.type === 'message_edited') this.#edit(fact.row, entry, fact.content);
      if (fact.type === 'message_deleted') this.#delete(fact.row, entry);
      if (fact.type === 'rows_expired') for (const { seq: row } of fact.rows) this.#expire(row, entry);
      if (fact.type === 'view_once_opened') this.#change(fact.row, entry, { openings: fact.openings });
      if (fact.type === 'file_removed') this.#change(fact.row, entry, { goneFiles: fact.gone });
      if (isTalk(fact)) this.#talk(fact, entry);
      if (isAboutSharing(fact)) this.#change(fact.row, entry, { entryId: entryIdAfter(fact) });
      if (fact.type === 'reaction_changed') this.#change(fact.row, entry, { reactions: fact.reactions });
    }
    this.#finishComplete();
  }

  #finishComplete(): void {
    for (const changed of this.#complete) {
      this.#compare(changed);
      this.#changed.delete(changed.stored.seq);
    }
    if (this.#complete.length > 0) this.#complete = [];
  }

  #talk(fact: TalkFact, entry: LogEntry): void {
    if (fact.type === 'survey_voted') this.#change(fact.row, entry, { votes: fact.votes });
    else if ('discussion' in fact) this.#change(fact.row, entry, { discussion: fact.discussion });
  }

  /** An imported row may begin with an edit and reactions, which no entry tells. */
  #remember(row: Row, isImported: boolean): void {
    const { editedAt, reactions } = isImported ? row : untouched;
    this.#changed.set(row.seq, {
      stored: row,
      made: { rev: row.seq, content: null, editedAt, deletedAt: null, reactions },
    });
  }

  #edit(row: number, entry: LogEntry, content: Content | null): void {
    this.#change(row, entry, { content, editedAt: entry.at });
  }

  #delete(row: number, entry: LogEntry): void {
    this.#change(row, entry, { content: noContent, reactions: {}, votes: undefined, deletedAt: entry.at });
    this.conversation.remove(row);
  }

  #expire(row: number, entry: LogEntry): void {
    this.#change(row, entry, { content: noContent, reactions: {}, votes: undefined, expired: true });
  }

  #change(row: number, { seq }: LogEntry, change: Partial<Changed['made']>): void {
    this.#findings.expect(row < seq, seq, `it changes row ${row}, which comes later`);
    const changed = this.#changed.get(row);
    if (changed) this.#make(changed, change, seq);
    // Changes that a crash kept from the row's document are written when the room is next loaded.
    else this.#findings.expect(seq > this.#lastSeq, seq, `its change of row ${row} is not in the row`);
  }

  #make(changed: Changed, change: Partial<Changed['made']>, rev: number): void {
    const isFirst = changed.made.rev !== rev;
    Object.assign(changed.made, change, { rev });
    if (isFirst && changed.stored.rev === rev) this.#complete.push(changed);
  }

  /** What is left lacks its last change. */
  finish(): void {
    for (const changed of this.#changed.values()) {
      const { stored, made } = changed;
      if (made.rev <= this.#lastSeq || stored.rev >= made.rev) this.#compare(changed);
    }
  }

  #compare({ stored, made }: Changed): void {
    const { seq } = stored;
    this.#findings.same(stored.rev, made.rev, seq, 'rev of the row');
    this.#findings.same(stored.deletedAt, made.deletedAt, seq, 'deleted_at');
    this.#findings.same(stored.expired, made.expired, seq, 'being expired');
    this.#findings.same(stored.discussion, made.discussion, seq, 'discussion');
    this.#findings.same(stored.votes, made.votes, seq, 'votes');
    this.#findings.same(stored.openings, made.openings, seq, 'who has opened it');
    this.#findings.same(stored.goneFiles, made.goneFiles, seq, 'the files that were removed');
    this.#findings.same(stored.entryId, made.entryId, seq, 'its number in the dictionary');
    this.#findings.same(stored.reactions, made.reactions, seq, 'reactions');
    if (stored.deletedAt === null) this.#findings.same(stored.editedAt, made.editedAt, seq, 'edited_at');
    if (made.content) this.#findings.same(contentOf(stored), contentOf(made.content), seq, 'content');
  }
}

const contentOf = ({ body, attachment, mentions, hashtags }: Content): Content => ({
  body,
  attachment,
  mentions,
  hashtags,
});
