/** Pins, discussions and votes, counted again from the entries: each fact must follow from those before it. */
import type { LogEntry } from '#src/domain/log/log.js';
import type { TalkFact } from '#src/domain/log/talk-facts.js';
import type { Row } from '#src/domain/messages/message.js';
import { isTalk } from '../log/apply-talk.js';
import type { HeadDoc } from '../log/head-projection.js';
import type { Findings } from './problem.js';

export class Talk {
  readonly #findings: Findings;
  #pins: string[] = [];
  /** Replies that were not deleted, by the id of their root row; and the root of each reply. */
  readonly #replies = new Map<string, number>();
  readonly #rootOf = new Map<number, string>();
  /** The choices of each account, by survey. */
  readonly #chosen = new Map<number, Map<string, number[]>>();

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  follow({ row, facts, seq }: LogEntry): void {
    if (row?.discussionOf) this.#reply(row, row.discussionOf);
    for (const fact of facts) {
      if (fact.type === 'message_deleted') this.#unreply(fact.row);
      else if (fact.type === 'rows_expired') this.#unpin(fact.rows);
      else if (isTalk(fact)) this.#followFact(fact, seq);
    }
  }

  #reply({ seq }: Row, root: string): void {
    this.#rootOf.set(seq, root);
    this.#replies.set(root, (this.#replies.get(root) ?? 0) + 1);
  }

  #unreply(row: number): void {
    const root = this.#rootOf.get(row);
    if (root !== undefined) this.#replies.set(root, (this.#replies.get(root) ?? 0) - 1);
  }

  #followFact(fact: TalkFact, seq: number): void {
    if (fact.type === 'survey_voted') this.#vote(fact, seq);
    else if ('pins' in fact) this.#pin(fact, seq);
    else this.#findings.same(fact.discussion.count, this.#replies.get(fact.id) ?? 0, seq, 'the count of a discussion');
  }

  /** Expired rows may leave the list without an entry of their own. */
  #pin({ type, id, pins }: Extract<TalkFact, { pins: string[] }>, seq: number): void {
    const others = new Set(this.#pins.filter((pin) => pin !== id));
    const rest = type === 'message_pinned' ? pins.slice(1) : pins;
    if (type === 'message_pinned') this.#findings.same(pins[0], id, seq, 'the newest pin');
    this.#findings.expect(
      rest.every((pin) => others.has(pin)),
      seq,
      'the pins hold one that was not pinned',
    );
    this.#pins = pins;
  }

  /** The sweep takes rows out of the list without a fact about pins. */
  #unpin(rows: readonly { id: string }[]): void {
    const gone = new Set(rows.map(({ id }) => id));
    this.#pins = this.#pins.filter((pin) => !gone.has(pin));
  }

  #vote({ row, account, options, votes }: Extract<TalkFact, { type: 'survey_voted' }>, seq: number): void {
    const chosen = this.#chosen.get(row) ?? new Map<string, number[]>();
    this.#chosen.set(row, chosen.set(account, options));
    const counted = votes.map((_, option) => [...chosen.values()].filter((mine) => mine.includes(option)).length);
    this.#findings.same(votes, counted, seq, 'the votes of a survey');
  }

  finish(head: HeadDoc | null, lastSeq: number): void {
    if (head && head.rev >= lastSeq) this.#findings.same(head.pins, this.#pins, head.rev, 'the pins in the head');
  }
}
