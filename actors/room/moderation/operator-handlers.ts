/** What operators of the service do in a room: read it, delete a message, delete the room. */
import { refuse, reply } from '#actors/runtime/decision.js';
import { settlement } from '#actors/writers/commands.js';
import { isSettledAs, type Report, type ReportAction } from '#src/domain/accounts/report.js';
import type { Member } from '#src/domain/rooms/room.js';
import type { Write } from '#src/store/store.js';
import { exists } from '../access/access.js';
import { rowById } from '../access/row-targets.js';
import type { SettledReport } from '../commands/operator-commands.js';
import type { CommandOf, Handled, Handlers } from '../handler.js';
import { deletionNeeds, deletionPlan } from '../messages/delete-message.js';
import type { Needs } from '../model/needs.js';
import type { RoomState } from '../model/room-state.js';
import { rowView } from '../model/row-views.js';
import { pageOf, pageOfNeeds } from '../reading/read-messages.js';

type DeleteMessage = CommandOf<'delete_message_as_operator'>;
type DeleteRoom = CommandOf<'delete_room_as_operator'>;

/** Sees what an admin of the room sees who was there from its beginning. */
const reader = { role: 'admin', historyFrom: 0 } as Member;

function readNeeds(needs: Needs, command: CommandOf<'read_as_operator'>, now: number): void {
  if (needs.state.head) pageOfNeeds(needs, command, reader, now);
}

function read(state: RoomState, command: CommandOf<'read_as_operator'>, turn: { now: number }): Handled {
  if (!exists(state)) return refuse('room_not_found');
  const { slug, kind, settings, memberCount } = state.head;
  return reply({ slug, kind, name: settings.name, memberCount, ...pageOf(state, command, reader, turn.now) });
}

function deleteMessageNeeds(needs: Needs, { messageId, settles }: DeleteMessage): void {
  deletionNeeds(needs, messageId);
  reportNeeds(needs, settles);
}

function deleteMessage(state: RoomState, command: DeleteMessage, turn: { now: number }): Handled {
  if (!exists(state)) return refuse('room_not_found');
  const row = rowById(state, command.messageId);
  if (!row) return refuse('not_found');
  if (row.kind === 'event') return refuse('invalid_state', { message: 'An event is no message.' });
  const settled = settlementOf(state, command, 'delete_message', turn.now);
  if ('kind' in settled) return settled;
  if (settled.isDone || row.deletedAt !== null) return settledAlone(settled.writes, { message: rowView(state, row) });
  return { ...deletionPlan(state, command, row, null), ...alongside(settled.writes) };
}

function deleteRoomNeeds(needs: Needs, { settles }: DeleteRoom): void {
  reportNeeds(needs, settles);
}

function deleteRoom(state: RoomState, command: DeleteRoom, turn: { now: number }): Handled {
  if (!state.head) return refuse('room_not_found');
  const settled = settlementOf(state, command, 'delete_room', turn.now);
  if ('kind' in settled) return settled;
  if (settled.isDone || state.head.deleted) return settledAlone(settled.writes, null);
  const plan = { kind: 'commit', by: null, facts: [{ type: 'room_deleted' }], reply: () => null } as const;
  return { ...plan, facts: [...plan.facts], ...alongside(settled.writes) };
}

const alongside = (writes: Write[]) => (writes.length === 0 ? {} : { alongside: writes });

/** The content is gone already, perhaps by an earlier run of this very command. */
function settledAlone(writes: Write[], answer: unknown): Handled {
  return writes.length === 0 ? reply(answer) : { kind: 'writes', writes, reply: answer };
}

function reportNeeds(needs: Needs, settles: SettledReport | null): void {
  if (settles) needs.once('report', (store) => store.get<Report>('reports', settles.reportId));
}

/** `isDone`: the report was settled by this very action before. */
type Settling = { writes: Write[]; isDone: boolean } | ReturnType<typeof refuse>;

/** The report is settled once, by whichever actor is first: the guard of the write decides. */
function settlementOf(
  state: RoomState,
  command: DeleteMessage | DeleteRoom,
  type: ReportAction['type'],
  now: number,
): Settling {
  const { settles } = command;
  if (!settles) return { writes: [], isDone: false };
  const report = state.readsFor(command).report ?? null;
  if (!report) return refuse('not_found');
  const decided = {
    decision: 'uphold',
    note: settles.note,
    action: { type, until: null, publicReason: null },
  } as const;
  if (report.status !== 'open')
    return isSettledAs(report, decided) ? { writes: [], isDone: true } : refuse('invalid_state');
  return { writes: [settlement(report, decided, now).write], isDone: false };
}

export const operatorHandlers: Handlers<'read_as_operator' | 'delete_message_as_operator' | 'delete_room_as_operator'> =
  {
    read_as_operator: { needs: readNeeds, handle: read },
    delete_message_as_operator: { needs: deleteMessageNeeds, handle: deleteMessage },
    delete_room_as_operator: { needs: deleteRoomNeeds, handle: deleteRoom },
  };
