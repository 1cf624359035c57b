/** Switching off the interest profile deletes it at once; its events are deleted step by step. */

import type { Output } from '#actors/runtime/kind.js';
import type { Account } from '#src/domain/accounts/account.js';
import { forgettingMarkId, type InterestMark, profileMarkId } from '#src/domain/interests/interest-event.js';
import { asDoc, type Write } from '#src/store/store.js';

/** The writes of units that are about events. */
export const UNDER = 'interests';

export const eraOf = ({ interestEra = 0 }: Account): number => interestEra;

/**
 * In the transaction that notes the wish: no profile from here on, and a new era, to which no earlier event belongs.
 */
export function endOfEra(account: Account, now: number): { fields: Partial<Account>; writes: Write[] } {
  const { _id, version } = account;
  const era = eraOf(account) + 1;
  const mark: InterestMark = { _id: forgettingMarkId(_id), account: _id, era, dueAt: now, stamp: version };
  return {
    fields: { interestEra: era },
    writes: [
      { op: 'del', in: 'interestProfiles', id: _id },
      { op: 'del', in: 'interestMarks', id: profileMarkId(_id) },
      { op: 'put', in: 'interestMarks', doc: asDoc(mark) },
    ],
  };
}

/** Should this get lost, the job finds the mark. */
export const forgetSoon = ({ _id }: Account): Output => ({
  to: 'actor',
  kind: 'user',
  id: _id,
  command: { type: 'forget_events' },
});
