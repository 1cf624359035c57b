/** One member's own view of the room: archive, pin to the top, notifications, mark as unread. No effect on others. */
import { refuse, reply } from '#actors/runtime/decision.js';
import { notificationView } from '#src/domain/rooms/notification-level.js';
import type { Head, ReadState } from '#src/domain/rooms/room.js';
import { isRefused, memberOr } from '../access/access.js';
import type { UserEvent } from '../commands.js';
import type { CommandOf, Handled, Handlers } from '../handler.js';
import type { Needs } from '../model/needs.js';
import type { RoomState } from '../model/room-state.js';

const MINUTE_MS = 60_000;

type SetFlag = CommandOf<'set_flag'>;
type SetNotifications = CommandOf<'set_notifications'>;
type MarkUnread = CommandOf<'mark_unread'>;

function flagNeeds(needs: Needs, { by }: SetFlag | SetNotifications | MarkUnread): void {
  if (needs.member(by.accountId)?.present) needs.readState(by.accountId);
}

function setFlag(state: RoomState, command: SetFlag, turn: { now: number }): Handled {
  const { flag, on } = command;
  return changed(state, command, turn.now, (readState) => {
    if (isSet(readState, flag) === on) return null;
    if (flag === 'pinned') return { pinnedAt: on ? turn.now : 0 };
    return flag === 'muted' ? muteWith(readState, on, null) : { archived: on };
  });
}

/** A muted room with an end is not what `muted` alone asks for. */
const isSet = (readState: ReadState, flag: SetFlag['flag']): boolean =>
  flag === 'pinned' ? readState.pinnedAt > 0 : readState[flag] && !(flag === 'muted' && readState.mutedUntil);

function setNotifications(state: RoomState, command: SetNotifications, { now }: { now: number }): Handled {
  const { level, minutes } = command;
  return changed(state, command, now, (readState) => {
    if (level === 'none') return muteWith(readState, true, minutes === null ? null : now + minutes * MINUTE_MS);
    const mentionsOnly = level === 'mentions';
    const isSame = !readState.muted && (readState.mentionsOnly ?? false) === mentionsOnly;
    return isSame ? null : { ...muteWith(readState, false, null), mentionsOnly };
  });
}

/** The cursor does not move, because counts only grow with it. A mark is at most at the newest row. */
function markUnread(state: RoomState, command: MarkUnread, { now }: { now: number }): Handled {
  return changed(state, command, now, ({ unreadFrom: held = 0 }) => {
    const unreadFrom = Math.min(command.from, (state.head as Head).seq);
    return unreadFrom === held ? null : { unreadFrom };
  });
}

/** Without an end a read state has no field for it: most never have one. */
function muteWith({ mutedUntil }: ReadState, muted: boolean, until: number | null): Partial<ReadState> {
  return until === null && mutedUntil === undefined ? { muted } : { muted, mutedUntil: until };
}

function changed(
  state: RoomState,
  { by, unfit }: Pick<SetNotifications, 'by' | 'unfit'>,
  now: number,
  change: (readState: ReadState) => Partial<ReadState> | null,
): Handled {
  const member = memberOr(state, by);
  if (isRefused(member)) return member;
  if (unfit) return { kind: 'refuse', refusal: unfit };
  const held = state.readStates.get(by.accountId);
  if (!held) return refuse('unavailable', { retryAfterMs: 100 });
  const patch = change(held);
  if (!patch) return reply(null);
  const readState = { ...held, ...patch, v: held.v + 1 };
  return { kind: 'read-state', readState, reply: () => null, userEvents: [flagsEvent(state, readState, now)] };
}

export function flagsEvent(state: RoomState, readState: ReadState, now: number): UserEvent {
  const { slug } = state.head as Head;
  const { account, archived, pinnedAt, unreadFrom = 0 } = readState;
  const pinned = pinnedAt > 0;
  return {
    to: account,
    type: 'room:flags',
    slug,
    archived,
    pinned,
    unreadFrom,
    ...notificationView(readState, now),
  };
}

export const memberFlagHandlers: Handlers<'set_flag' | 'set_notifications' | 'mark_unread'> = {
  set_flag: { needs: flagNeeds, handle: setFlag },
  set_notifications: { needs: flagNeeds, handle: setNotifications },
  mark_unread: { needs: flagNeeds, handle: markUnread },
};
