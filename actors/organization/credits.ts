/** Credits: a balance changes together with its movement, never falls below zero, and a repetition moves it once. */

import { commandRead } from '#actors/runtime/command-read.js';
import { refuse, reply } from '#actors/runtime/decision.js';
import { trackWrite } from '#actors/runtime/in-flight-writes.js';
import type { ActorIo, Output, Turned } from '#actors/runtime/kind.js';
import { type BalancesDoc, noBalances, type UsageEntry } from '#src/domain/organizations/credit.js';
import { asDoc, type Write } from '#src/store/store.js';
import { asOperator, type CommandOf, type Handlers } from './handler.js';
import type { OrganizationState } from './organization-state.js';

/** Under this key units fly that change the balances: see `withoutRows`. */
export const BALANCES = 'balances';

type GrantCredit = CommandOf<'grant_credit'>;

interface CreditRead {
  balances: BalancesDoc;
  entry: UsageEntry | null;
}

/** The movement and the balance after it, in one transaction. Spent credits must be there. */
export function creditMovement(entry: UsageEntry): Write[] {
  const { organization, counter, quantity } = entry;
  const set: Write = { op: 'set', in: 'balances', id: organization, inc: { [counter]: quantity } };
  if (quantity < 0) set.guard = { atLeast: { [counter]: -quantity } };
  return [{ op: 'put', in: 'usage', doc: asDoc(entry), guard: { absent: true } }, set];
}

export async function balancesOf(reader: ActorIo['reader'], id: string): Promise<BalancesDoc> {
  return (await reader.get<BalancesDoc>('balances', id)) ?? { _id: id, ...noBalances };
}

const creditRead = commandRead(async (reader, command: GrantCredit, state: OrganizationState): Promise<CreditRead> => {
  const [balances, entry] = await Promise.all([
    balancesOf(reader, state.id),
    reader.get<UsageEntry>('usage', command.entryId),
  ]);
  return { balances, entry };
}, BALANCES);

const grantCredit = asOperator<GrantCredit>((state, organization, command, { now }): Turned => {
  const { entryId, counter, quantity, note } = command;
  const { balances, entry } = creditRead.of(state, command);
  const made: UsageEntry = {
    _id: entryId,
    organization: organization._id,
    counter,
    quantity,
    source: 'grant:manual',
    note,
    at: now,
  };
  if (entry) return isSame(entry, made) ? reply(entry) : refuse('idempotency_conflict');
  if (balances[counter] + quantity < 0) return refuse('no_credit');
  const unit = trackWrite(state, BALANCES, { transaction: creditMovement(made) });
  return { kind: 'commit', unit, reply: made, outputs: ranOut(balances, made) };
});

/** Items that are paid by impression stop when the last impression is spent. */
export const ranOut = (
  { _id: id, impression }: BalancesDoc,
  { counter, quantity }: Pick<UsageEntry, 'counter' | 'quantity'>,
): Output[] =>
  counter === 'impression' && impression + quantity === 0
    ? [{ to: 'actor', kind: 'sponsored', id, command: { type: 'credit_ran_out' } }]
    : [];

const isSame = (a: UsageEntry, b: UsageEntry): boolean =>
  a.organization === b.organization && a.counter === b.counter && a.quantity === b.quantity && a.note === b.note;

export const creditHandlers: Handlers<'grant_credit'> = {
  grant_credit: { needs: creditRead.load, handle: grantCredit },
};
