/** The pinned rows of the room: at most so many rows, the newest pin first. */
import { refuse, reply } from '#actors/runtime/decision.js';
import type { Fact } from '#src/domain/log/log.js';
import { PINS_MAX, type Row } from '#src/domain/messages/message.js';
import type { Head } from '#src/domain/rooms/room.js';
import { isRowTarget, keyedTargetOr } from '../access/row-targets.js';
import type { CommandOf, Handled } from '../handler.js';
import { authorName, eventRow } from '../model/event-rows.js';
import type { RoomState } from '../model/room-state.js';
import { livePins } from '../model/row-views.js';

const PIN_KEY = 'group.can_pin_message';

export function pinMessage(state: RoomState, command: CommandOf<'pin_message'>, turn: { now: number }): Handled {
  const { by, pinned } = command;
  const target = keyedTargetOr(state, command, PIN_KEY, turn.now);
  if (!isRowTarget(target)) return target;
  const { row } = target;
  const head = state.head as Head;
  const pins = livePins(state);
  if (pins.includes(row.id) === pinned) return reply({ pins });
  if (pinned && (row.deletedAt !== null || row.kind === 'event')) return refuse('invalid_state');
  if (pinned && pins.length >= PINS_MAX) return refuse('too_many_pins');
  const fact = pinned ? pinning(pins, row) : unpinning(pins, row);
  return {
    kind: 'commit',
    by: by.accountId,
    facts: [fact],
    row: eventRow(head, fact.type, by.accountId, authorName(row), by.username, { message_id: row.id }),
    reply: () => ({ pins: fact.pins }),
  };
}

type Pinning = Extract<Fact, { type: 'message_pinned' | 'message_unpinned' }>;

function pinning(pins: string[], { seq, id, owner }: Row): Pinning {
  return { type: 'message_pinned', row: seq, id, owner, pins: [id, ...pins] };
}

function unpinning(pins: string[], { seq, id, owner }: Row): Pinning {
  return { type: 'message_unpinned', row: seq, id, owner, pins: pins.filter((pin) => pin !== id) };
}

/** A deleted row is no longer pinned. */
export function unpinned(state: RoomState, row: Row): Fact[] {
  const pins = livePins(state);
  return pins.includes(row.id) ? [unpinning(pins, row)] : [];
}

/** The pins without rows that the sweep takes: readers who are here hold the list, and the others read it. */
export function unpinnedBySweep({ head }: RoomState, rows: readonly Pick<Row, 'seq' | 'id'>[]): Fact[] {
  const { pins } = head as Head;
  const gone = new Set(rows.map(({ id }) => id));
  const last = rows.findLast(({ id }) => pins.includes(id));
  if (!last) return [];
  return [{ type: 'message_unpinned', row: last.seq, id: last.id, pins: pins.filter((pin) => !gone.has(pin)) }];
}
