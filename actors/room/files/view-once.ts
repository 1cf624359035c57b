/** View-once files: the link is handed out in the commit that records it, and to nobody twice. */
import { refuse, reply } from '#actors/runtime/decision.js';
import { filesOf } from '#src/domain/messages/media.js';
import type { Opening, Row } from '#src/domain/messages/message.js';
import type { Head } from '#src/domain/rooms/room.js';
import { hash53 } from '#src/domain/text/hash.js';
import { isRowTarget, rowTargetNeeds, rowTargetOr } from '../access/row-targets.js';
import type { CommandOf, Handled, Handlers } from '../handler.js';
import type { RoomState } from '../model/room-state.js';
import { VIEW_ONCE_REPEAT_WINDOW_MS } from '../model/view-once.js';

function openOnce(state: RoomState, command: CommandOf<'open_once'>, turn: { now: number }): Handled {
  const { by, messageId } = command;
  const target = rowTargetOr(state, by, messageId, turn.now);
  if (!isRowTarget(target)) return target;
  const { row } = target;
  const [file] = row.viewOnce ? filesOf(row) : [];
  if (!file || row.goneFiles?.includes(file.key)) return refuse('not_found');
  if (row.owner === by.accountId) return refuse('not_allowed');
  const mine = row.openings?.find(({ account }) => account === by.accountId);
  if (mine) {
    if (!mayRepeat(mine, by.sessionId, turn.now)) return refuse('view_once_opened');
    return reply({ key: file.key, expiresInMs: mine.at + VIEW_ONCE_REPEAT_WINDOW_MS - turn.now });
  }
  const opening: Opening = { account: by.accountId, session: hash53(by.sessionId), at: turn.now };
  const openings = [...(row.openings ?? []), opening];
  const released = hasBeenSeenByAll(state, row, openings) ? [file.key] : [];
  return {
    kind: 'commit',
    by: by.accountId,
    facts: [{ type: 'view_once_opened', row: row.seq, id: row.id, openings, released }],
    reply: () => ({ key: file.key, expiresInMs: VIEW_ONCE_REPEAT_WINDOW_MS }),
  };
}

const mayRepeat = ({ session, at }: Opening, asking: string, now: number): boolean =>
  session === hash53(asking) && now < at + VIEW_ONCE_REPEAT_WINDOW_MS;

/** Both people of a direct chat are entitled, but for the one who sent it. */
function hasBeenSeenByAll(state: RoomState, row: Row, openings: Opening[]): boolean {
  const { pair } = state.head as Head;
  const others = (pair ?? []).filter((account) => account !== row.owner);
  return others.every((account) => openings.some((opening) => opening.account === account));
}

export const viewOnceHandlers: Handlers<'open_once'> = {
  open_once: { needs: rowTargetNeeds, handle: openOnce },
};
