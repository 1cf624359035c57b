import type { LogEntry } from '#src/domain/log/log.js';
import { countRow, noOrdinals } from '#src/domain/log/unread.js';
import { logId } from '#src/store/collections.js';
import { channelsOf } from '../log/announce.js';
import type { HeadDoc } from '../log/head-projection.js';
import type { EntryDoc } from '../model/codec.js';
import { reshareKey } from '../model/reshare-keys.js';
import { countedAs } from '../model/row-counting.js';
import type { People } from './people.js';
import type { Findings } from './problem.js';
import { RecentSet } from './recent-set.js';
import type { Rows } from './rows.js';

/**
 * A commit is repeated at once, or after the outcome was unknown. Over the whole log a unique index holds the same for
 * client_ids.
 */
const REPEATS_WINDOW = 50_000;

interface Beside {
  people: People;
  rows: Rows;
  head: HeadDoc | null;
  /** Entries whose counts are asked for later: where cursors and the head stand. */
  wanted: Set<number>;
}

/** The log on its own: order, time, uniqueness, and the running values that every entry carries. */
export class LogCheck {
  seq = 0;
  isDeleted = false;
  readonly countsAt = new Map<number, LogEntry['head']['counts']>();
  #at = 0;
  #counts = { ...noOrdinals };
  #prevAll = 0;
  #prevAdmins = 0;
  readonly #commits = new RecentSet(REPEATS_WINDOW);
  readonly #requests = new RecentSet(REPEATS_WINDOW);
  readonly #findings: Findings;
  readonly #people: People;
  readonly #rows: Rows;
  readonly #head: HeadDoc | null;
  readonly #wanted: Set<number>;

  constructor(findings: Findings, { people, rows, head, wanted }: Beside) {
    this.#findings = findings;
    this.#people = people;
    this.#rows = rows;
    this.#head = head;
    this.#wanted = wanted;
  }

  follow(doc: EntryDoc, entry: LogEntry): void {
    this.#checkOrder(doc, entry);
    this.#checkUnique(entry);
    this.#checkReshare(doc, entry);
    this.#people.follow(entry);
    this.#rows.follow(entry);
    this.#checkRunningValues(entry);
    this.isDeleted ||= entry.facts.some(({ type }) => type === 'room_deleted');
  }

  #checkOrder(doc: EntryDoc, { room, seq, at, facts, row }: LogEntry): void {
    const findings = this.#findings;
    findings.same(seq, this.seq + 1, seq, 'seq (a hole or a double)');
    findings.same(doc._id, logId(room, seq), seq, 'its key');
    findings.expect(at >= this.#at, seq, `time goes back by ${this.#at - at} ms`);
    findings.same(
      facts.some(({ type }) => type === 'room_created'),
      seq === 1,
      seq,
      'being the creation',
    );
    findings.expect(!this.isDeleted, seq, 'an entry after the room was deleted');
    if (row)
      findings.expect(
        row.id.endsWith(seq.toString(16).padStart(10, '0')),
        seq,
        'the id of the row carries another seq',
      );
    this.seq = seq;
    this.#at = at;
  }

  #checkUnique({ commit, dedup, seq }: LogEntry): void {
    this.#findings.expect(this.#commits.add(commit), seq, `commit ${commit} stands twice`);
    if (dedup === null) return;
    this.#findings.expect(this.#requests.add(dedup), seq, 'the same client_id made a second row');
  }

  /** A document of an index collection exists as long as its source. */
  #checkReshare({ reshareOf }: EntryDoc, { row, seq }: LogEntry): void {
    const isThere = row !== null && row.deletedAt === null && !row.expired;
    this.#findings.same(reshareOf, isThere ? reshareKey(row) : undefined, seq, 'whose reshare it is');
  }

  #checkRunningValues({ seq, row, facts, head }: LogEntry): void {
    const findings = this.#findings;
    if (row) this.#counts = countRow(this.#counts, countedAs(row), row.mentionsAll);
    findings.same(head.counts, this.#counts, seq, 'the count of rows');
    findings.same(head.memberCount, this.#people.count, seq, 'member_count');
    const { isKnown, lastSeq, lastAt } = this.#rows.conversation;
    if (isKnown) findings.same([head.lastMessageSeq, head.lastMessageAt], [lastSeq, lastAt], seq, 'last_message');
    findings.same([head.prevAll, head.prevAdmins], [this.#prevAll, this.#prevAdmins], seq, 'prev_seq');
    const { onAll, onAdmins } = channelsOf(this.#head?.kind ?? 'group', facts, row);
    findings.same([head.onAll, head.onAdmins], [onAll, onAdmins], seq, 'being on the two channels');
    if (onAll) this.#prevAll = seq;
    if (onAdmins) this.#prevAdmins = seq;
    if (this.#wanted.has(seq)) this.countsAt.set(seq, this.#counts);
  }

  finish(): void {
    const head = this.#head;
    this.#findings.expect((this.seq === 0) === (head === null), 0, 'a head without a log, or a log without a head');
    if (!head) return;
    this.#findings.expect(head.rev <= this.seq, head.rev, 'the head is ahead of the log');
    this.#findings.expect(head.appliedSeq <= head.rev, head.rev, 'the checkpoint is ahead of the head');
    this.#findings.same(head.counts, this.countsAt.get(head.rev), head.rev, 'the count of rows in the head');
    if (head.rev >= this.seq) this.#findings.same(head.deleted, this.isDeleted, head.rev, 'being deleted');
  }
}
