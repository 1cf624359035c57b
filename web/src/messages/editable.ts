/** Which own messages can still be edited. Pure. */
import type { Message } from '../api-types.js';

const EDIT_WITHIN_MS = 48 * 3_600_000;

export const mayEdit = (message: Message, me: string, now: number): boolean =>
  message.sender?.account_id === me &&
  message.kind === 'text' &&
  !message.forwarded_from &&
  message.deleted_at === null &&
  now - message.inserted_at < EDIT_WITHIN_MS;

/** The newest editable message in the room's timeline. */
export const lastEditable = (rows: readonly Message[], me: string, now: number): Message | null =>
  rows.findLast((row) => !row.discussion_of && mayEdit(row, me, now)) ?? null;
