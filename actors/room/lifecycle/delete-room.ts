/** The end of a room for everybody, and the sweep of its documents. */

import { refuse, reply } from '#actors/runtime/decision.js';
import { dueWithout } from '#actors/writers/commands.js';
import type { Head } from '#src/domain/rooms/room.js';
import { type CollectionName, logId } from '#src/store/collections.js';
import type { Reader, Write } from '#src/store/store.js';
import { exists, founderOr, isRefused, memberOr } from '../access/access.js';
import type { CommandOf, Handled, Handlers } from '../handler.js';
import { leaveRoom, leaveRoomNeeds } from '../members/join-and-leave.js';
import type { Needs } from '../model/needs.js';
import type { RoomState } from '../model/room-state.js';

type DeleteRoom = CommandOf<'delete_room'>;

/** Documents that one turn of the sweep takes away. */
const BATCH_MAX = 500;

/**
 * The collections whose ids begin with the room's id, the log last: it describes the other documents as long as some of
 * them exist.
 */
export const keptCollections: readonly CollectionName[] = [
  'members',
  'readers',
  'bans',
  'requests',
  'invites',
  'reactions',
  'digests',
  'roomWords',
  'votes',
  // Before the log: what its documents hold counts as rows of the log.
  'stretches',
  'log',
];

/** The requested scope, or the default of the kind of room. */
const isForMe = ({ scope }: DeleteRoom, head: Head): boolean =>
  (scope ?? (head.kind === 'dm' ? 'me' : 'everyone')) === 'me';

function deleteRoomNeeds(needs: Needs, command: DeleteRoom): void {
  const { head } = needs.state;
  needs.member(command.by.accountId);
  if (head && isForMe(command, head)) leaveRoomNeeds(needs, command);
}

function deleteRoom(state: RoomState, command: DeleteRoom): Handled {
  if (!exists(state)) return refuse('room_not_found');
  if (isForMe(command, state.head)) return leaveRoom(state, command);
  const { by } = command;
  const owner = state.head.kind === 'dm' ? memberOr(state, by) : founderOr(state, by);
  if (isRefused(owner)) return owner;
  return { kind: 'commit', by: by.accountId, facts: [{ type: 'room_deleted' }], reply: () => null };
}

function sweepNeeds(needs: Needs): void {
  const { state } = needs;
  if (state.head?.deleted) needs.once('sweep', (reader) => leftBehind(reader, state));
}

interface SweepBatch {
  in: CollectionName;
  ids: string[];
}

async function usesLeft(reader: Reader, state: RoomState): Promise<SweepBatch | null> {
  const uses = await reader.range('fileUses', { index: 'byOwner', prefix: [state.id], limit: BATCH_MAX });
  return uses.length > 0 ? { in: 'fileUses', ids: uses.map(({ _id }) => _id) } : null;
}

/** The next batch of documents to delete; null when only the tombstone is left. */
async function leftBehind(reader: Reader, state: RoomState): Promise<SweepBatch | null> {
  for (const from of ['vanity', 'inviteCodes'] as const) {
    const places = await reader.range(from, { index: 'room', prefix: [state.id], limit: BATCH_MAX });
    if (places.length > 0) return { in: from, ids: places.map(({ _id }) => _id) };
  }
  const uses = await usesLeft(reader, state);
  if (uses) return uses;
  for (const from of keptCollections) {
    const end = from === 'log' ? logId(state.id, (state.head as Head).seq) : `${state.id};`;
    const docs = await reader.range(from, { index: '_id', gt: `${state.id}:`, lt: end, limit: BATCH_MAX });
    if (docs.length > 0) return { in: from, ids: docs.map(({ _id }) => _id) };
  }
  return null;
}

/** A handle that was freed before may be another room's by now. */
const ofRoom = ({ id }: RoomState) => ({ guard: { equals: { room: id } } });

function removing(state: RoomState, from: CollectionName, id: string): Write[] {
  const removal: Write = { op: 'del', in: from, id, ...(from === 'vanity' && ofRoom(state)) };
  if (from !== 'fileUses') return [removal];
  // Marked before, because nothing repeats it once the use is deleted; and after, when it is true. The two marks
  // differ, so that a check in between sees the change.
  return [dueWithout(id, 0), removal, dueWithout(id, 1)];
}

/** Each turn is a batch of its own: a kill in between costs nothing, the next run goes on where this one was. */
function sweepDeletedRoom(state: RoomState, command: CommandOf<'sweep_deleted_room'>): Handled {
  const { head } = state;
  if (!head?.deleted) return reply(0);
  const batch = state.readsFor(command).sweep;
  if (!batch && command.again === undefined) return reply(0);
  const writes = batch ? batch.ids.flatMap((id) => removing(state, batch.in, id)) : endOfSweep(head, command.again);
  return { kind: 'writes', writes, reply: batch?.ids.length ?? 0 };
}

/** A creation that the store carried out twice has claimed the slug again. */
const endOfSweep = ({ id, slug }: Head, again: number | null = null): Write[] => [
  { op: 'del', in: 'slugs', id: slug, guard: { equals: { room: id } } },
  { op: 'set', in: 'rooms', id, set: { toSweep: again } },
];

function releaseNeeds(needs: Needs): void {
  const { state } = needs;
  if (state.head?.deleted) needs.once('sweep', (reader) => usesLeft(reader, state));
}

/** Files do not wait for the sweep; a batch a turn, like it. */
function releaseFiles(state: RoomState, command: CommandOf<'release_files_of_deleted_room'>): Handled {
  const batch = state.head?.deleted ? state.readsFor(command).sweep : null;
  if (!batch) return reply(0);
  const writes = batch.ids.flatMap((id) => removing(state, batch.in, id));
  return { kind: 'writes', writes, reply: batch.ids.length };
}

type Deletion = 'delete_room' | 'sweep_deleted_room' | 'release_files_of_deleted_room';

export const deletionHandlers: Handlers<Deletion> = {
  delete_room: { needs: deleteRoomNeeds, handle: deleteRoom },
  sweep_deleted_room: { needs: sweepNeeds, handle: sweepDeletedRoom },
  release_files_of_deleted_room: { needs: releaseNeeds, handle: releaseFiles },
};
