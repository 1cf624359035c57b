/** Suspended accounts: until a time nothing of the account is accepted, and its tokens open nothing. */
import type { RefusalDetails } from '#src/errors.js';
import type { Account, AccountId, Suspension } from './account.js';

type Suspended = Pick<Account, 'suspension'>;

/** What an operator decides about a suspension. `publicReason`: null if the owner of the account is told no reason. */
export interface SuspensionTerms {
  /** ms; null: not before it is lifted. */
  until: number | null;
  reason: string;
  publicReason: string | null;
}

/** Characters of the text for the owner of the account. */
export const PUBLIC_REASON_MAX = 300;

export const suspensionOf = ({ until, reason, publicReason }: SuspensionTerms, at: number): Suspension => ({
  until,
  reason,
  ...(publicReason === null ? {} : { publicReason }),
  at,
});

export const isSameSuspension = (suspension: Suspension | undefined, terms: SuspensionTerms): boolean =>
  suspension !== undefined &&
  suspension.until === terms.until &&
  suspension.reason === terms.reason &&
  (suspension.publicReason ?? null) === terms.publicReason;

/** The copy in a session of a suspension without an end. */
const NO_END = Number.MAX_SAFE_INTEGER;

/** The copy that sessions carry of the end, for checks that read sessions and no accounts. */
export const suspendedUntilOf = ({ until }: Pick<Suspension, 'until'>): number => until ?? NO_END;

export const isSuspended = ({ suspension }: Suspended, now: number): boolean =>
  suspension !== undefined && isBinding(suspension.until, now);

/** Of a refusal of the account: when the suspension ends, and what its owner is told about it. */
export const suspensionDetails = ({ suspension }: Suspended): RefusalDetails => ({
  ...(suspension === undefined || suspension.until === null ? {} : { until: suspension.until }),
  ...(suspension?.publicReason === undefined ? {} : { reason: suspension.publicReason }),
});

const isBinding = (until: number | null, now: number): boolean => until === null || now < until;

/** Longer than any request that was authorized before the suspension can still be under way. */
export const RECENT_SUSPENSION_MS = 120_000;
const RECENT_MAX = 10_000;

interface Recent {
  until: number | null;
  forgetAt: number;
}

/**
 * The accounts that were suspended a moment ago, on this node. The account's document is the truth, and each request
 * and handshake reads it. A command that was authorized before the suspension is refused by this list at its turn.
 */
export class RecentSuspensions {
  readonly #recent = new Map<AccountId, Recent>();

  note(account: AccountId, until: number | null, now: number): void {
    this.#forgetOver(now);
    this.#recent.delete(account);
    this.#recent.set(account, { until, forgetAt: now + RECENT_SUSPENSION_MS });
  }

  lift(account: AccountId): void {
    this.#recent.delete(account);
  }

  /** Undefined: not suspended as far as is known here. */
  of(account: AccountId, now: number): RefusalDetails | undefined {
    const recent = this.#recent.get(account);
    if (!recent || now >= recent.forgetAt || !isBinding(recent.until, now)) return undefined;
    return recent.until === null ? {} : { until: recent.until };
  }

  #forgetOver(now: number): void {
    for (const [account, { forgetAt }] of this.#recent) {
      if (now < forgetAt && this.#recent.size < RECENT_MAX) return;
      this.#recent.delete(account);
    }
  }
}
