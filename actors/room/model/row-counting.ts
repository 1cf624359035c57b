import type { CountedAs } from '#src/domain/log/log.js';
import type { Row } from '#src/domain/messages/message.js';

/**
 * Whose unread a row was counted in when it was written; deletion is taken off elsewhere, so that a replay, which
 * meets rows as they are now, counts like the first time. Discussion replies count in nobody's, visible events do.
 */
export function countedAs(row: Pick<Row, 'discussionOf' | 'audience'>): CountedAs {
  if (row.discussionOf !== null || row.audience === 'hidden') return 'none';
  return row.audience;
}

/** Whether a row is conversation: it may be last_message and moves the room in the list. */
export const isConversation = (row: Row): boolean =>
  row.kind !== 'event' && row.discussionOf === null && row.deletedAt === null;
