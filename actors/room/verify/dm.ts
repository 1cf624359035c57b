/** The invariants of a direct chat beside those of every room: two people, nothing that only groups have, paid once. */
import type { Account, AccountId } from '#src/domain/accounts/account.js';
import type { LedgerEntry } from '#src/domain/accounts/tally.js';
import type { Fact, LogEntry } from '#src/domain/log/log.js';
import { type DmDoc, dmRoomId, isOneOf, pairOf } from '#src/domain/rooms/dm.js';
import type { Member, Pair } from '#src/domain/rooms/room.js';
import { pairId } from '#src/store/collections.js';
import type { Reader } from '#src/store/store.js';
import { ledgerIds } from '../direct-chats/dm-payment.js';
import type { HeadDoc } from '../log/head-projection.js';
import type { Findings } from './problem.js';

type Opened = Extract<Fact, { type: 'room_created'; kind: 'dm' }>;

/** Facts of groups only. */
const strange = new Set<Fact['type']>([
  'founder_changed',
  'request_made',
  'request_settled',
  'role_changed',
  'member_tagged',
  'member_banned',
  'member_unbanned',
  'member_muted',
  'member_unmuted',
  'admin_permissions_changed',
  'member_permissions_changed',
  'invite_created',
  'invite_used',
  'invite_cancelled',
]);

export class DmCheck {
  readonly #findings: Findings;
  #opened: Opened | null = null;

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  follow({ seq, facts, row }: LogEntry): void {
    const [first] = facts;
    if (first?.type === 'room_created' && first.kind === 'dm') this.#opened = first;
    if (!this.#opened) return;
    this.#findings.expect(row?.kind !== 'event', seq, 'an event row in a direct chat');
    for (const fact of facts) {
      this.#findings.expect(!strange.has(fact.type), seq, `${fact.type} in a direct chat`);
      if (fact.type === 'member_joined') this.#checkArrival(fact, seq);
    }
  }

  #checkArrival({ account, role, historyFrom }: Extract<Fact, { type: 'member_joined' }>, seq: number): void {
    const { pair } = this.#opened as Opened;
    this.#findings.expect(isOneOf(pair, account), seq, `${account} is none of the two`);
    this.#findings.same([role, historyFrom], ['member', 0], seq, `how ${account} came in`);
  }

  async finish(reader: Reader, head: HeadDoc | null, members: Member[]): Promise<void> {
    if (!head) return;
    const opened = this.#opened;
    this.#findings.same(head.kind, opened ? 'dm' : 'group', head.rev, 'the kind of room');
    this.#findings.same(head.pair, opened?.pair ?? null, head.rev, 'the two of a direct chat');
    if (!opened) return;
    this.#findings.same(opened.pair, pairOf(...opened.pair), 1, 'the order of the two');
    this.#findings.same([head.founder, head.settings.visibility], [null, 'closed'], head.rev, 'founder and visibility');
    for (const { account, rev } of members) {
      this.#findings.expect(isOneOf(opened.pair, account), rev, `${account} is a member and none of the two`);
    }
    const there = await accountsOf(reader, opened.pair);
    if (there.size === opened.pair.length) await this.#checkPlace(reader, head, opened);
    await this.#checkPayment(reader, head, opened, there);
  }

  /** While both are there, the pair has this room. */
  async #checkPlace(reader: Reader, { id, rev }: HeadDoc, { pair, generation }: Opened): Promise<void> {
    const place = await reader.get<DmDoc>('dms', pairId(...pair));
    this.#findings.same([place?.room, place?.generation], [id, generation], rev, 'the room of the two');
    this.#findings.same(id, dmRoomId(pair, generation), 1, 'the id that the two make');
  }

  async #checkPayment(reader: Reader, { id }: HeadDoc, opened: Opened, there: ReadonlySet<AccountId>): Promise<void> {
    const { price, by } = opened;
    const rows = await reader.getMany<LedgerEntry>('ledger', ledgerIds(id));
    const wanted = price === 0 ? [] : [-price, price];
    for (const [at, row] of rows.entries()) {
      const delta = wanted[at];
      const account = at === 0 ? by : (opened.pair.find((one) => one !== by) ?? by);
      // An account that is gone has taken its ledger along.
      if (delta !== undefined && !there.has(account)) continue;
      const moved = row && [row.account, row.delta];
      this.#findings.same(moved, delta === undefined ? null : [account, delta], 1, 'what it cost');
    }
  }
}

async function accountsOf(reader: Reader, pair: Pair): Promise<Set<AccountId>> {
  const accounts = await reader.getMany<Account>('accounts', [...pair]);
  return new Set(accounts.flatMap((account) => (account && account.leavingAt === undefined ? [account._id] : [])));
}
