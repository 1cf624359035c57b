/**
 * Recomputes every number that an organization sees: balances from the movements of credit, impressions from those that
 * were spent on an item, clicks from the taps. It reads everything, and changes nothing.
 */
import {
  type Balances,
  type BalancesDoc,
  counters,
  noBalances,
  type UsageEntry,
} from '#src/domain/organizations/credit.js';
import type {
  ImpressionEntry,
  SponsoredItem,
  SponsoredTap,
  SummedImpressions,
  SummedTaps,
} from '#src/domain/sponsored/sponsored.js';
import type { CollectionName } from '#src/store/collections.js';
import type { Doc, Reader } from '#src/store/store.js';

export interface CreditProblem {
  organization: string;
  what: string;
}

export interface CreditCheck {
  movements: number;
  organizations: number;
  items: number;
  problems: CreditProblem[];
}

const PAGE = 1_000;

interface Sums {
  balances: Map<string, Balances>;
  impressions: Map<string, number>;
  clicks: Map<string, number>;
  movements: number;
}

export async function verifyCredits(reader: Reader): Promise<CreditCheck> {
  const sums = await sumsOf(reader);
  const problems: CreditProblem[] = [];
  const balanced = new Set<string>();
  for await (const balances of allOf<BalancesDoc>(reader, 'balances')) {
    balanced.add(balances._id);
    problems.push(...balanceProblems(balances, sums.balances.get(balances._id) ?? noBalances));
  }
  for (const [organization, sum] of sums.balances) {
    if (!balanced.has(organization)) problems.push(...balanceProblems({ _id: organization, ...noBalances }, sum));
  }
  let items = 0;
  for await (const item of allOf<SponsoredItem>(reader, 'sponsoredItems')) {
    items += 1;
    problems.push(...itemProblems(item, sums.impressions.get(item._id) ?? 0, sums.clicks.get(item._id) ?? 0));
  }
  return { movements: sums.movements, organizations: balanced.size, items, problems };
}

async function sumsOf(reader: Reader): Promise<Sums> {
  const sums: Sums = { balances: new Map(), impressions: new Map(), clicks: new Map(), movements: 0 };
  for await (const entry of allOf<UsageEntry | ImpressionEntry | SummedImpressions>(reader, 'usage')) {
    sums.movements += 1;
    const sum = sums.balances.get(entry.organization) ?? { ...noBalances };
    sum[entry.counter] += entry.quantity;
    sums.balances.set(entry.organization, sum);
    if ('item' in entry) add(sums.impressions, entry.item, -entry.quantity);
    else if ('summedItem' in entry) add(sums.impressions, entry.summedItem, -entry.quantity);
  }
  for await (const tap of allOf<SponsoredTap | SummedTaps>(reader, 'sponsoredTaps')) {
    if ('item' in tap) add(sums.clicks, tap.item, 1);
    else add(sums.clicks, tap.summedItem, tap.count);
  }
  return sums;
}

const add = (to: Map<string, number>, key: string, count: number): unknown => to.set(key, (to.get(key) ?? 0) + count);

async function* allOf<T extends Doc>(reader: Reader, from: CollectionName): AsyncGenerator<T> {
  for (let edge = ''; ; ) {
    const docs = await reader.range<T>(from, { index: '_id', gt: edge, limit: PAGE });
    yield* docs;
    const last = docs.at(-1);
    if (!last || docs.length < PAGE) return;
    edge = last._id;
  }
}

function balanceProblems(balances: BalancesDoc, sum: Balances): CreditProblem[] {
  const told = (what: string): CreditProblem => ({ organization: balances._id, what });
  return counters.flatMap((counter) => [
    ...(balances[counter] === sum[counter]
      ? []
      : [told(`balance ${counter} is ${balances[counter]}, its movements make ${sum[counter]}`)]),
    ...(balances[counter] < 0 ? [told(`balance ${counter} is below nothing`)] : []),
  ]);
}

function itemProblems(item: SponsoredItem, impressions: number, clicks: number): CreditProblem[] {
  const { _id, organization, budget, left, status, live } = item;
  const isShown = status === 'live';
  const checks: [boolean, string][] = [
    [item.impressions === impressions, `impressions are ${item.impressions}, ${impressions} were spent`],
    [item.clicks === clicks, `clicks are ${item.clicks}, ${clicks} taps are kept`],
    [left === budget - item.impressions, `left is ${left} of ${budget} after ${item.impressions} impressions`],
    [
      item.impressions <= budget || status !== 'live',
      `${item.impressions} impressions are over the budget of ${budget}`,
    ],
    [isShown ? live === _id : live === undefined, `is ${status} and ${live === undefined ? 'not ' : ''}among the live`],
  ];
  return checks.flatMap(([holds, what]) => (holds ? [] : [{ organization, what: `item ${_id}: ${what}` }]));
}
