/** Changes that a point-in-time restore cannot undo are made again, each by an entry that nobody decided. */
import { reply } from '#actors/runtime/decision.js';
import type { Turn } from '#actors/runtime/kind.js';
import type { Fact } from '#src/domain/log/log.js';
import type { Row } from '#src/domain/messages/message.js';
import { seqOfMessageId } from '#src/domain/messages/message-id.js';
import { isGone } from '#src/domain/rooms/expiry.js';
import { exists } from '../access/access.js';
import { rowById } from '../access/row-targets.js';
import type { LaterChange } from '../commands/restore-commands.js';
import { removal } from '../files/photos.js';
import type { CommandOf, Handled, Handlers } from '../handler.js';
import { deletionNeeds, deletionPlan } from '../messages/delete-message.js';
import type { Needs } from '../model/needs.js';
import type { RoomState } from '../model/room-state.js';

type RepeatChange = CommandOf<'repeat_change'>;

const messageIdOf = (change: Exclude<LaterChange, { type: 'photo_removed' }>): string =>
  change.type === 'outward' ? change.fact.id : change.messageId;

function repeatNeeds(needs: Needs, { change }: RepeatChange): void {
  if (change.type === 'photo_removed') return;
  const messageId = messageIdOf(change);
  needs.row(seqOfMessageId(messageId));
  if (change.type === 'deleted') deletionNeeds(needs, messageId);
}

function repeatChange(state: RoomState, command: RepeatChange, { now }: Turn): Handled {
  const { change } = command;
  if (!exists(state)) return reply(false);
  if (change.type === 'photo_removed') {
    const photo = state.head.photos.find(({ id }) => id === change.photoId);
    return photo ? entryOf(removal(state, photo)) : reply(false);
  }
  const row = rowById(state, messageIdOf(change));
  // The sweep of expired rows comes by itself.
  if (!row || row.deletedAt !== null || isGone(state.head, row, now)) return reply(false);
  if (change.type === 'outward') return entryOf(change.fact);
  if (change.type === 'edited') return entryOf(edit(row));
  // Most are their authors' own, so that there is no event about it.
  const { row: _event, ...plan } = deletionPlan(state, command, row, null);
  return { ...plan, reply: () => true };
}

const edit = ({ seq, id, body, attachment, mentions, hashtags, edits }: Row): Fact => ({
  type: 'message_edited',
  row: seq,
  id,
  content: { body, attachment, mentions, hashtags },
  edits,
});

const entryOf = (fact: Fact): Handled => ({ kind: 'commit', by: null, facts: [fact], reply: () => true });

export const restoreHandlers: Handlers<'repeat_change'> = {
  repeat_change: { needs: repeatNeeds, handle: repeatChange },
};
