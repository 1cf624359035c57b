/** The members after each entry, and the number of their counted rows: read from the facts alone. */
import type { AccountId } from '#src/domain/accounts/account.js';
import type { Fact, LogEntry } from '#src/domain/log/log.js';
import { countRow, noOrdinals } from '#src/domain/log/unread.js';
import { IMPORTER } from '#src/domain/rooms/imported-room.js';
import type { Member, Ordinals, ReadState, Role } from '#src/domain/rooms/room.js';
import { countedAs } from '../model/row-counting.js';
import type { Findings } from './problem.js';

interface Standing {
  present: boolean;
  role: Role;
  joinedSeq: number;
  historyFrom: number;
  viewSince: number;
  granted: string[];
  tag: string | null;
  mutedUntil: number | null;
  own: Ordinals;
  /** The last entry that changed membership, role, grants, tag or mute. */
  changed: number;
}

export class People {
  readonly standing = new Map<AccountId, Standing>();
  count = 0;
  readonly #findings: Findings;
  /** Own counts to be compared when the log reaches the entry that a document says is its last. */
  readonly #ownAt = new Map<number, { account: AccountId; own: Ordinals; what: string; joinedSeq: number }[]>();

  constructor(findings: Findings, members: Member[], readers: ReadState[]) {
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
    // The authors of an import join when it is published.
    if (row?.sender?.accountId && entry.by !== IMPORTER) {
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
    if (entry.own && owner) this.#findings.same(entry.own.counts, owner.own, seq, 'own rows on the page of an entry');
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
      this.#change(fact.account, {
        present: false,
        granted: [],
        tag: null,
        viewSince: seq,
        changed: seq,
        role: 'member',
      });
    } else if (fact.type === 'founder_changed') {
      this.#become(fact.account, 'founder', [], seq);
      this.#alter(fact.account, { mutedUntil: null }, seq);
      if (fact.fromGranted) this.#become(fact.from, 'admin', fact.fromGranted, seq);
    } else if (fact.type === 'role_changed') this.#become(fact.account, fact.role, [], seq);
    else this.#followDetail(fact, seq);
  }

  #followDetail(fact: Fact, seq: number): void {
    if (fact.type === 'admin_permissions_changed') this.#alter(fact.account, { granted: fact.granted }, seq);
    if (fact.type === 'member_tagged') this.#alter(fact.account, { tag: fact.tag }, seq);
    if (fact.type === 'member_muted') this.#alter(fact.account, { mutedUntil: fact.until }, seq);
    if (fact.type === 'member_unmuted') this.#alter(fact.account, { mutedUntil: null }, seq);
  }

  /** Moving between members and admins begins another view of the room. */
  #become(account: AccountId, role: Role, granted: string[], seq: number): void {
    const before = this.standing.get(account);
    const changesSides = (before?.role === 'member') !== (role === 'member');
    this.#alter(account, { role, granted, ...(changesSides ? { viewSince: seq } : {}) }, seq);
  }

  #alter(account: AccountId, change: Partial<Standing>, seq: number): void {
    this.#findings.expect(this.isPresent(account), seq, 'it is about somebody who is not in the room');
    this.#change(account, { ...change, changed: seq });
  }

  #join({ account, role, historyFrom, mutedUntil }: Extract<Fact, { type: 'member_joined' }>, seq: number): void {
    this.#findings.expect(!this.isPresent(account), seq, 'somebody joined who was in the room already');
    const own = { ...noOrdinals };
    const plain = { granted: [], tag: null, mutedUntil, own };
    this.standing.set(account, {
      ...plain,
      present: true,
      role,
      joinedSeq: seq,
      historyFrom,
      viewSince: seq,
      changed: seq,
    });
  }

  #change(account: AccountId, change: Partial<Standing>): void {
    const standing = this.standing.get(account);
    if (standing) Object.assign(standing, change);
  }
}
