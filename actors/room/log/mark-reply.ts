/**
 * A reply carries the account that it answers in its own entry, so that an index leads from an account to the replies
 * in all rooms. Rows that reply to nobody else have no mark and cost nothing.
 */
import type { AccountId } from '#src/domain/accounts/account.js';
import type { LogEntry } from '#src/domain/log/log.js';
import { rowById } from '../access/row-targets.js';
import type { EntryDoc } from '../model/codec.js';
import type { RoomState } from '../model/room-state.js';

/** A deleted or expired reply is in no list. */
export const replyMarks = ['quotedOf', 'rootOf'];

export function markReply(state: RoomState, { row }: LogEntry, doc: EntryDoc): void {
  if (row === null || (row.replyTo === null && row.discussionOf === null)) return;
  const quoted = authorOf(state, row.replyTo);
  if (quoted !== null && quoted !== row.owner) doc.quotedOf = quoted;
  const began = authorOf(state, row.discussionOf);
  if (began !== null && began !== row.owner) doc.rootOf = began;
}

/** Null: nobody, or an account that is erased. */
const authorOf = (state: RoomState, messageId: string | null): AccountId | null =>
  (messageId !== null && rowById(state, messageId)?.sender?.accountId) || null;
