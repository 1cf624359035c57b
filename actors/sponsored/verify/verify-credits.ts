/**
 * Recomputes every number that an organization sees: balances from the movements of credit, impressions from those that
 * were spent on an item, clicks from the taps. It reads everything, an organization at a time, and changes nothing.
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
import type { Doc, Range, Reader } from '#src/store/store.js';

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

/** The most that a store answers at once: so many documents may share a millisecond. */
const PAGE = 10_000;

export async function verifyCredits(reader: Reader): Promise<CreditCheck> {
  const check: CreditCheck = { movements: 0, organizations: 0, items: 0, problems: [] };
  for (let id = await nextOrganization(reader, ''); id !== null; id = await nextOrganization(reader, id)) {
    await checkOrganization(reader, id, check);
  }
  return check;
}

/** The first one after `edge` that has a movement, a balance or an item. */
async function nextOrganization(reader: Reader, edge: string): Promise<string | null> {
  const first = { gt: edge, limit: 1 };
  const [[movement], [balance], [item]] = await Promise.all([
    reader.range<UsageEntry>('usage', { index: 'byOrganization', ...first }),
    reader.range<BalancesDoc>('balances', { index: '_id', ...first }),
    reader.range<SponsoredItem>('sponsoredItems', { index: 'byOrganization', ...first }),
  ]);
  const ids = [movement?.organization, balance?._id, item?.organization].filter((id) => id !== undefined);
  return ids.sort()[0] ?? null;
}

async function checkOrganization(reader: Reader, id: string, check: CreditCheck): Promise<void> {
  const sum: Balances = { ...noBalances };
  const impressions = new Map<string, number>();
  const movements = { index: 'byOrganization', prefix: [id] };
  for await (const entry of eachByTime<UsageEntry | ImpressionEntry | SummedImpressions>(reader, 'usage', movements)) {
    check.movements += 1;
    sum[entry.counter] += entry.quantity;
    if ('item' in entry) add(impressions, entry.item, -entry.quantity);
    else if ('summedItem' in entry) add(impressions, entry.summedItem, -entry.quantity);
  }
  const balances = await reader.get<BalancesDoc>('balances', id);
  if (balances) check.organizations += 1;
  check.problems.push(...balanceProblems(balances ?? { _id: id, ...noBalances }, sum));
  const items = { index: 'byOrganization', prefix: [id] };
  for await (const item of eachByTime<SponsoredItem & { at?: never }>(reader, 'sponsoredItems', items, 'createdAt')) {
    check.items += 1;
    check.problems.push(...itemProblems(item, impressions.get(item._id) ?? 0, await clicksOf(reader, item._id)));
  }
}

const add = (to: Map<string, number>, key: string, count: number): unknown => to.set(key, (to.get(key) ?? 0) + count);

/** Single taps, and the sums of old ones. */
async function clicksOf(reader: Reader, item: string): Promise<number> {
  let clicks = 0;
  for await (const _ of eachByTime<SponsoredTap>(reader, 'sponsoredTaps', { index: 'byItem', prefix: [item] }))
    clicks += 1;
  const days = { index: '_id', gt: `${item}:`, lt: `${item};`, limit: PAGE };
  for (let edge = days.gt; ; ) {
    const sums = await reader.range<SummedTaps>('sponsoredTaps', { ...days, gt: edge });
    for (const { count } of sums) clicks += count;
    const last = sums.at(-1);
    if (!last || sums.length < PAGE) return clicks;
    edge = last._id;
  }
}

/** A range in pages; its index ends with a time, which many documents may share. */
async function* eachByTime<T extends Doc>(
  reader: Reader,
  from: CollectionName,
  range: Range,
  time: 'at' | 'createdAt' = 'at',
): AsyncGenerator<T> {
  const timeOf = (doc: T) => (doc as unknown as Record<typeof time, number>)[time];
  let seen = new Set<string>();
  for (let bound: Partial<Range> = {}; ; ) {
    const docs = await reader.range<T>(from, { ...range, ...bound, limit: PAGE });
    const fresh = docs.filter(({ _id }) => !seen.has(_id));
    yield* fresh;
    const last = docs.at(-1);
    if (!last || docs.length < PAGE) return;
    if (fresh.length === 0) throw new Error(`more than ${PAGE} documents of ${from} share the time ${timeOf(last)}`);
    seen = new Set(docs.filter((doc) => timeOf(doc) === timeOf(last)).map(({ _id }) => _id));
    bound = { gte: timeOf(last) };
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
