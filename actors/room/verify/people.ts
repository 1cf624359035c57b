/** Who is in the room after each entry, and how many of the rows that count were theirs: read from the facts alone. */
import type { AccountId } from '#src/domain/account.js';
import type { Fact, LogEntry } from '#src/domain/log.js';
import type { Member, Ordinals, ReaderState, Role } from '#src/domain/room.js';
import { countRow, noOrdinals } from '#src/domain/unread.js';
import { countedAs } from '../counting.js';
import type { Findings } from './problem.js';

interface Standing {
  present: boolean;
  role: Role;
  joinedSeq: number;
  historyFrom: number;
  viewSince: number;
  own: Ordinals;
  /** The last entry that changed membership or role. */
  changed: number;
}

export class People {
  readonly standing = new Map<AccountId, Standing>();
  count = 0;
  readonly #findings: Findings;
  /** Own counts to be compared when the log reaches the entry that a document says is its last. */
  readonly #ownAt = new Map<number, { account: AccountId; own: Ordinals; what: string; joinedSeq: number }[]>();

  constructor(findings: Findings, members: Member[], readers: ReaderState[]) {
    this.#findings = findings;
    for (const { account, rev, ownCounts, joinedSeq, present } of members) {
      if (present) this.#watch(rev, { account, own: ownCounts, what: 'own rows of the member', joinedSeq });
    }
    for (const { account, rev, cursor } of readers) {
      this.#watch(cursor.seq, { account, own: cursor.own, what: 'own rows at the cursor', joinedSeq: rev });
    }
  }

  #watch(seq: number, check: { account: AccountId; own: Ordinals; what: string; joinedSeq: number }): void {
    this.#ownAt.set(seq, [...(this.#ownAt.get(seq) ?? []), check]);
  }

  /** Membership as of the entry; a row needs its sender in the room. */
  follow(entry: LogEntry): void {
    const { row, seq } = entry;
    if (row?.sender?.accountId) {
      this.#findings.expect(this.isPresent(row.sender.accountId), seq, 'a row of somebody who is not in the room');
    }
    for (const fact of entry.facts) this.#followFact(fact, seq);
    this.count += entry.facts.reduce(
      (sum, { type }) => sum + (type === 'member_joined' ? 1 : type === 'member_left' ? -1 : 0),
      0,
    );
    const owner = row?.owner ? this.standing.get(row.owner) : undefined;
    if (row && owner?.present) {
      owner.own = countRow(owner.own, countedAs(row), row.mentionsAll);
    }
    for (const { account, own, what, joinedSeq } of this.#ownAt.get(seq) ?? []) {
      const standing = this.standing.get(account);
      if (standing?.joinedSeq === joinedSeq) this.#findings.same(own, standing.own, seq, `${what} ${account}`);
    }
  }

  isPresent(account: AccountId): boolean {
    return this.standing.get(account)?.present === true;
  }

  #followFact(fact: Fact, seq: number): void {
    if (fact.type === 'member_joined') this.#join(fact, seq);
    else if (fact.type === 'member_left') {
      this.#findings.expect(this.isPresent(fact.account), seq, 'somebody left who was not in the room');
      this.#change(fact.account, { present: false, role: 'member', viewSince: seq, changed: seq });
    } else if (fact.type === 'founder_changed') {
      const before = this.standing.get(fact.account);
      const viewSince = before?.role === 'member' ? seq : (before?.viewSince ?? 0);
      this.#change(fact.account, { role: 'founder', viewSince, changed: seq });
    }
  }

  #join({ account, role, historyFrom }: Extract<Fact, { type: 'member_joined' }>, seq: number): void {
    this.#findings.expect(!this.isPresent(account), seq, 'somebody joined who was in the room already');
    const own = { ...noOrdinals };
    this.standing.set(account, { present: true, role, joinedSeq: seq, historyFrom, viewSince: seq, own, changed: seq });
  }

  #change(account: AccountId, change: Partial<Standing>): void {
    const standing = this.standing.get(account);
    if (standing) Object.assign(standing, change);
  }
}
