import type { CountedAs } from '#src/domain/log.js';
import type { Row } from '#src/domain/message.js';

/** Whose unread a row counts in. Discussion replies count in nobody's; visible event rows do. */
export function countedAs(row: Row): CountedAs {
  if (row.discussionOf !== null || row.audience === 'hidden' || row.deletedAt !== null) return 'none';
  return row.audience;
}

/** Whether a row is conversation: what may be last_message and moves the room in the list. */
export const isConversation = (row: Row): boolean =>
  row.kind !== 'event' && row.discussionOf === null && row.deletedAt === null;
