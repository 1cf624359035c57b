/** Forwarding a row to another room, and writing a row that was forwarded from one. */
import { refuse, reply } from '#actors/runtime/decision.js';
import type { Forwardable, ForwardedFrom, Row } from '#src/domain/messages/message.js';
import type { Head } from '#src/domain/rooms/room.js';
import { isRowTarget, rowTargetOr } from '../access/row-targets.js';
import type { CommandOf, Handled } from '../handler.js';
import type { RoomState } from '../model/room-state.js';

/** A reader of a row may forward it; the other room decides whether they may write it there. */
export function giveMessage(state: RoomState, command: CommandOf<'give_message'>, turn: { now: number }): Handled {
  const target = rowTargetOr(state, command.by, command.messageId, turn.now);
  if (!isRowTarget(target)) return target;
  const { row } = target;
  if (row.viewOnce) return refuse('invalid_state', { message: 'A file that is opened once is not forwarded.' });
  if (row.kind === 'event' || row.deletedAt !== null) return refuse('invalid_state');
  const { kind, body, attachment } = row;
  return reply({ kind, body, attachment, from: originOf(state.head as Head, row) } satisfies Forwardable);
}

/** A forward of a forward names its first source. The source of a row from a closed room has no address. */
function originOf({ slug, kind, settings }: Head, row: Row): ForwardedFrom {
  const isShown = kind === 'group' && settings.visibility === 'open';
  return row.forwardedFrom ?? { messageId: row.id, room: slug, isShown };
}
