/** What one member does to their own view of the room: archive, pin to the top, silence. No effect on others. */
import { refuse, reply } from '#actors/runtime/decision.js';
import type { Head, ReaderState } from '#src/domain/room.js';
import { isRefused, memberOr } from './access.js';
import type { UserNote } from './commands.js';
import type { CommandOf, Handled, Handlers } from './handler.js';
import type { Needs } from './needs.js';
import type { RoomState } from './room-state.js';

type SetFlag = CommandOf<'set_flag'>;

function flagNeeds(needs: Needs, { by }: SetFlag): void {
  if (needs.member(by.accountId)?.present) needs.reader(by.accountId);
}

function setFlag(state: RoomState, { by, flag, on }: SetFlag, turn: { now: number }): Handled {
  const member = memberOr(state, by);
  if (isRefused(member)) return member;
  const reader = state.readers.get(by.accountId);
  if (!reader) return refuse('unavailable', { retryAfterMs: 100 });
  if (isSet(reader, flag) === on) return reply(null);
  const change = flag === 'pinned' ? { pinnedAt: on ? turn.now : 0 } : { [flag]: on };
  const changed = { ...reader, ...change, v: reader.v + 1 };
  return { kind: 'reader', reader: changed, reply: () => null, notes: [flagsNote(state, changed)] };
}

const isSet = (reader: ReaderState, flag: SetFlag['flag']): boolean =>
  flag === 'pinned' ? reader.pinnedAt > 0 : reader[flag];

function flagsNote(state: RoomState, { account, archived, muted, pinnedAt }: ReaderState): UserNote {
  const { slug } = state.head as Head;
  return { to: account, type: 'room:flags', slug, archived, muted, pinned: pinnedAt > 0 };
}

export const flagHandlers: Handlers<'set_flag'> = { set_flag: { needs: flagNeeds, handle: setFlag } };
