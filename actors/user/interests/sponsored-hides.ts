/** The sponsored items that a person has hidden. They belong to the account, and are deleted with it. */

import { refuse } from '#actors/runtime/decision.js';
import type { Turned } from '#actors/runtime/kind.js';
import type { SponsoredHide } from '#src/domain/sponsored/sponsored.js';
import { hideId } from '#src/store/collections.js';
import { asDoc } from '#src/store/store.js';
import type { CommandOf, Handlers } from '../handler.js';
import { change, type UserState } from '../user-state.js';

/** Hiding twice is hiding once. */
function hide(state: UserState, { item }: CommandOf<'hide_sponsored'>): Turned {
  const { account } = state;
  if (!account || account.leavingAt !== undefined) return refuse('unauthorized');
  const doc: SponsoredHide = { _id: hideId(account._id, item), account: account._id, item };
  const unit = change(state, account, {}, [{ op: 'put', in: 'sponsoredHidden', doc: asDoc(doc) }]);
  return { kind: 'commit', unit, reply: null, outputs: [] };
}

export const sponsoredHideHandlers: Handlers<'hide_sponsored'> = {
  hide_sponsored: { handle: hide },
};
