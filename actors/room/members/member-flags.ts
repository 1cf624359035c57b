/** One member's own view of the room: archive, pin to the top, mute notifications. No effect on others. */
import { refuse, reply } from '#actors/runtime/decision.js';
import type { Head, ReadState } from '#src/domain/rooms/room.js';
import { isRefused, memberOr } from '../access/access.js';
import type { UserEvent } from '../commands.js';
import type { CommandOf, Handled, Handlers } from '../handler.js';
import type { Needs } from '../model/needs.js';
import type { RoomState } from '../model/room-state.js';

type SetFlag = CommandOf<'set_flag'>;

function flagNeeds(needs: Needs, { by }: SetFlag): void {
  if (needs.member(by.accountId)?.present) needs.readState(by.accountId);
}

function setFlag(state: RoomState, { by, flag, on }: SetFlag, turn: { now: number }): Handled {
  const member = memberOr(state, by);
  if (isRefused(member)) return member;
  const readState = state.readStates.get(by.accountId);
  if (!readState) return refuse('unavailable', { retryAfterMs: 100 });
  if (isSet(readState, flag) === on) return reply(null);
  const change = flag === 'pinned' ? { pinnedAt: on ? turn.now : 0 } : { [flag]: on };
  const changed = { ...readState, ...change, v: readState.v + 1 };
  return { kind: 'read-state', readState: changed, reply: () => null, userEvents: [flagsEvent(state, changed)] };
}

const isSet = (readState: ReadState, flag: SetFlag['flag']): boolean =>
  flag === 'pinned' ? readState.pinnedAt > 0 : readState[flag];

function flagsEvent(state: RoomState, { account, archived, muted, pinnedAt }: ReadState): UserEvent {
  const { slug } = state.head as Head;
  return { to: account, type: 'room:flags', slug, archived, muted, pinned: pinnedAt > 0 };
}

export const memberFlagHandlers: Handlers<'set_flag'> = { set_flag: { needs: flagNeeds, handle: setFlag } };
