/** Who has reacted to a message: the reactions of each account are stored one by one. */
import { reply } from '#actors/runtime/decision.js';
import { seqOfMessageId } from '#src/domain/messages/message-id.js';
import { logId } from '#src/store/collections.js';
import { isRowTarget, rowTargetNeeds, rowTargetOr } from '../access/row-targets.js';
import type { CommandOf, Handled } from '../handler.js';
import { isErased } from '../model/erased-docs.js';
import type { Needs } from '../model/needs.js';
import type { StoredReactions } from '../model/reads.js';
import type { RoomState } from '../model/room-state.js';

export const REACTORS_MAX = 200;

export function listReactorsNeeds(needs: Needs, command: CommandOf<'list_reactors'>): void {
  rowTargetNeeds(needs, command);
  const seq = seqOfMessageId(command.messageId);
  if (!needs.row(seq)) return;
  const row = logId(needs.state.id, seq);
  // Rows of accounts that took everything back stay, so a few more are read than are told.
  const range = { index: '_id', gte: `${row}:`, lt: `${row};`, limit: 2 * REACTORS_MAX };
  needs.once('reactors', (reader) => reader.range<StoredReactions>('reactions', range));
}

export function listReactors(state: RoomState, command: CommandOf<'list_reactors'>, turn: { now: number }): Handled {
  const target = rowTargetOr(state, command.by, command.messageId, turn.now);
  if (!isRowTarget(target)) return target;
  const read = state.readsFor(command).reactors ?? [];
  const stored = read.filter((doc) => !isErased(doc) && doc.emojis.length > 0);
  const first = stored.sort((one, other) => one.rev - other.rev).slice(0, REACTORS_MAX);
  const reactors = target.row.deletedAt === null ? first.map(({ account, emojis }) => ({ account, emojis })) : [];
  return reply({ reactors, hasMore: stored.length > REACTORS_MAX });
}
