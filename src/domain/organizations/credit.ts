/** Credits of an organization: four counters, each the sum of its movements. */

export const counters = ['message', 'ai', 'impression', 'verification'] as const;
export type Counter = (typeof counters)[number];

/** The remaining credits by counter, never below 0. The `_id` is the organization's. No actor keeps them in memory. */
export type Balances = Record<Counter, number>;
export type BalancesDoc = Balances & { _id: string };

export const noBalances: Readonly<Balances> = { message: 0, ai: 0, impression: 0, verification: 0 };

export type UsageSource = 'grant:package' | 'grant:manual' | 'impression';

/** One movement. A repeat has the same id and changes nothing. */
export interface UsageEntry {
  _id: string;
  organization: string;
  counter: Counter;
  /** Positive: granted. Negative: spent or revoked. Never 0. */
  quantity: number;
  source: UsageSource;
  /** `grant:package`: the package's slug. `grant:manual`: the operator's note. */
  note: string | null;
  at: number;
}

/** Bound of one grant or deduction by an operator, and of the credits in a package. */
export const CREDIT_MAX = 1_000_000_000;
export const CREDIT_NOTE_MAX = 200;
/** Bound of a list of movements, newest first. */
export const USAGE_LISTED_MAX = 50;

/**
 * Sets the counters instead of adding to them. A movement is the difference, so that the sum stays equal to the
 * balance.
 */
export function movementsTo(quotas: Balances, now: Balances): { counter: Counter; quantity: number }[] {
  return counters
    .map((counter) => ({ counter, quantity: quotas[counter] - now[counter] }))
    .filter(({ quantity }) => quantity !== 0);
}
