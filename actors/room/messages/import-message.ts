/** A message of an export: a row of its own, at its place and at its time. */
import { refuse } from '#actors/runtime/decision.js';
import { BODY_BYTES_MAX, noContent, type Row } from '#src/domain/messages/message.js';
import { hashtagsOf } from '#src/domain/messages/message-text.js';
import { IMPORTER, isImporting } from '#src/domain/rooms/imported-room.js';
import { dedupKey } from '#src/store/collections.js';
import { exists } from '../access/access.js';
import type { ImportedMessage } from '../commands/import-commands.js';
import { keptAttachment } from '../files/message-files.js';
import type { CommandOf, Handled } from '../handler.js';
import { lastImported } from '../model/last-imported.js';
import type { Needs } from '../model/needs.js';
import type { RowDraft } from '../model/plan.js';
import type { RoomState } from '../model/room-state.js';
import { replied } from './discussions.js';
import { utf8Length } from './draft-checks.js';

type ImportMessage = CommandOf<'import_message'>;

export function importMessageNeeds(needs: Needs, { message }: ImportMessage): void {
  for (const source of [message.replyTo, message.discussionOf]) {
    const found = source === null ? null : needs.dedup(IMPORTER, source);
    if (found) needs.row(found.seq);
  }
}

export function importMessage(state: RoomState, command: ImportMessage, turn: { now: number }): Handled {
  const { source, at, message, after, chain } = command;
  if (!exists(state)) return refuse('room_not_found');
  // Before its predecessor, or once more after it was stored: a message has one place.
  if (!isImporting(state.head) || lastImported(state) !== after) return refuse('invalid_state');
  if (utf8Length(message.body) > BODY_BYTES_MAX) return refuse('message_too_long');
  const { editedAt, reactions } = message;
  const row = rowOf(state, message, turn.now);
  return {
    kind: 'commit',
    by: IMPORTER,
    facts: replied(state, row, Math.max(at, state.head.lastAt)),
    row,
    original: { at, editedAt, reactions },
    dedup: dedupKey(state.id, IMPORTER, source),
    hash: chain,
    reply: ({ seq }) => ({ seq }),
  };
}

function rowOf(state: RoomState, message: ImportedMessage, now: number): RowDraft {
  const { kind, body, attachment, sender } = message;
  const root = rootOf(state, message.discussionOf);
  return {
    ...noContent,
    body,
    attachment: keptAttachment(state, { kind, body, attachment }, false, now),
    hashtags: hashtagsOf(body, null),
    mentioned: [],
    mentionsAll: false,
    kind,
    clientId: null,
    sender: { ...sender, role: 'member', tag: null },
    replyTo: rowOfSource(state, message.replyTo)?.id ?? null,
    discussionOf: root?.id ?? null,
    audience: 'all',
    event: null,
    owner: sender.accountId,
  };
}

/** A reply whose root is not in the export stands among the other messages. */
function rootOf(state: RoomState, source: string | null): Row | null {
  const root = rowOfSource(state, source);
  return root?.discussionOf === null ? root : null;
}

function rowOfSource(state: RoomState, source: string | null): Row | null {
  const found = source === null ? null : state.dedup.get(IMPORTER, source);
  return (found && state.rowAt(found.seq)) ?? null;
}
