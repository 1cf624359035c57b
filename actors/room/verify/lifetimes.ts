/** Expired rows: nothing was swept too early, the boundary never moves back, and swept rows are blank. */

import type { Fact, LogEntry } from '#src/domain/log/log.js';
import { goneUpTo } from '#src/domain/rooms/expiry.js';
import type { Head } from '#src/domain/rooms/room.js';
import { logId } from '#src/store/collections.js';
import type { Reader } from '#src/store/store.js';
import { emptyHead } from '../log/apply.js';
import { expiryAfter } from '../log/apply-expiry.js';
import type { HeadDoc } from '../log/head-projection.js';
import type { EntryDoc } from '../model/codec.js';
import type { Findings } from './problem.js';

/** An entry that took the rows up to `upTo`; none of them may be later than `latest`. */
interface Sweep {
  seq: number;
  upTo: number;
  latest: number;
}

export class Lifetimes {
  readonly #findings: Findings;
  readonly #stored: HeadDoc | null;
  #seq = 0;
  /** Sweeps whose last row is still to be read. */
  #sweeps: Sweep[] = [];
  #head = { ...emptyHead } as Head;
  /** The last row that still says something. */
  #speaking = 0;

  constructor(findings: Findings, stored: HeadDoc | null) {
    this.#findings = findings;
    this.#stored = stored;
  }

  follow(entry: LogEntry): void {
    this.#seq = entry.seq;
    for (const fact of entry.facts) this.#followFact(fact, entry);
    const { row, seq } = entry;
    if (row && row.deletedAt === null && !row.expired) this.#speaking = seq;
    if (!row || row.deletedAt !== null || seq > (this.#stored?.sweptSeq ?? 0)) return;
    const isBlank = row.expired === true && row.body === '' && row.attachment === null;
    this.#findings.expect(isBlank, seq, 'a row that was swept still says something');
  }

  #followFact(fact: Fact, { at, seq }: LogEntry): void {
    if (fact.type === 'room_created') this.#head = { ...this.#head, settings: fact.settings };
    else if (fact.type === 'room_settings_changed') {
      const settings = { ...this.#head.settings, ...fact.settings };
      this.#head = { ...this.#head, ...expiryAfter(this.#head, fact.settings, at), settings };
    } else if (fact.type === 'rows_expired') {
      const { upTo } = fact;
      this.#findings.expect(upTo >= this.#head.sweptSeq && upTo < seq, seq, 'the sweep goes back, or ahead of itself');
      if (upTo !== this.#head.sweptSeq) this.#sweeps.push({ seq, upTo, latest: goneUpTo(this.#head, at) });
      this.#head = { ...this.#head, sweptSeq: upTo };
    }
  }

  /** The times of the last rows of the sweeps of a page are read again: all times would be eight bytes for each entry. */
  async checkSweeps(reader: Reader, room: string): Promise<void> {
    const sweeps = this.#sweeps;
    if (sweeps.length === 0) return;
    this.#sweeps = [];
    const ids = sweeps.map(({ upTo }) => logId(room, upTo));
    const docs = await reader.getMany<EntryDoc>('log', ids);
    for (const [place, { seq, upTo, latest }] of sweeps.entries()) {
      const at = docs[place]?.at ?? 0;
      this.#findings.expect(at <= latest, seq, `the sweep took entry ${upTo} before its time`);
    }
  }

  finish(): void {
    const stored = this.#stored;
    // Entries behind the head's checkpoint are replayed when the room is next loaded.
    if (!stored || stored.rev < this.#seq) return;
    const { expiredAt, sweptSeq } = this.#head;
    const found = { expiredAt: stored.expiredAt ?? 0, sweptSeq: stored.sweptSeq ?? 0 };
    this.#findings.same(found, { expiredAt, sweptSeq }, stored.rev, 'the boundary of what has expired');
    const isWaitedFor = this.#speaking === 0 || this.#head.settings.messageTtlHours === null || stored.deleted;
    this.#findings.expect(
      isWaitedFor || typeof stored.sweepAt === 'number',
      this.#speaking,
      'a row expires and is not swept',
    );
  }
}
