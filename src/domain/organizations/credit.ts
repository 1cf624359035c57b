/** Credits of an organization: four counters, each always the sum of its movements. */

export const counters = ['message', 'ai', 'impression', 'verification'] as const;
export type Counter = (typeof counters)[number];

/** What is left, by counter. Its `_id` is the organization's; no actor keeps it in memory. Never below 0. */
export type Balances = Record<Counter, number>;
export type BalancesDoc = Balances & { _id: string };

export const noBalances: Readonly<Balances> = { message: 0, ai: 0, impression: 0, verification: 0 };

export type UsageSource = 'grant:package' | 'grant:manual' | 'impression';

/** One movement. Whoever does the same thing again comes with the same id, and nothing moves. */
export interface UsageEntry {
  _id: string;
  organization: string;
  counter: Counter;
  /** Positive: given. Negative: spent, or taken back. Never 0. */
  quantity: number;
  source: UsageSource;
  /** `grant:package`: the package's slug. `grant:manual`: the operator's. */
  note: string | null;
  at: number;
}

/** What an operator may give or take at once, and what a package may hold. */
export const CREDIT_MAX = 1_000_000_000;
export const CREDIT_NOTE_MAX = 200;
/** Of the newest movements, how many are listed. */
export const USAGE_LISTED_MAX = 50;

/** A counter is set, not added to: the movement is the difference, so that the sum stays the balance. */
export function movementsTo(quotas: Balances, now: Balances): { counter: Counter; quantity: number }[] {
  return counters
    .map((counter) => ({ counter, quantity: quotas[counter] - now[counter] }))
    .filter(({ quantity }) => quantity !== 0);
}
