/** Whether the caller has the founder's rights, for operations that are carried out elsewhere. */
import { reply } from '#actors/runtime/decision.js';
import type { Head } from '#src/domain/rooms/room.js';
import type { CommandOf, Handled, Handlers } from '../handler.js';
import type { Needs } from '../model/needs.js';
import type { RoomState } from '../model/room-state.js';
import { founderOr, isRefused } from './access.js';

function checkFounderNeeds(needs: Needs, { by }: CommandOf<'check_founder'>): void {
  needs.member(by.accountId);
}

function checkFounder(state: RoomState, { by, unfit }: CommandOf<'check_founder'>): Handled {
  const founder = founderOr(state, by);
  if (isRefused(founder)) return founder;
  if (unfit) return { kind: 'refuse', refusal: unfit };
  return reply({ room: state.id, slug: (state.head as Head).slug });
}

export const founderCheckHandlers: Handlers<'check_founder'> = {
  check_founder: { needs: checkFounderNeeds, handle: checkFounder },
};
