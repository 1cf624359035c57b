/** An expired row loses its content and keeps its skeleton. */
import type { ExpiredRow } from '#src/domain/log/time-facts.js';
import type { Row } from '#src/domain/messages/message.js';
import { logId } from '#src/store/collections.js';
import type { Write } from '#src/store/store.js';
import { replyMarks } from './mark-reply.js';
import { reportMarkOf } from './project-sharing.js';

/** The remaining fields of a deleted row. */
export const blanked = (row: Row): Row => {
  const { votes: _, ...rest } = row;
  return { ...rest, body: '', attachment: null, mentions: [], hashtags: [], reactions: {}, expired: true };
};

/** The stored fields that a row without content has lost. */
export const contentFields = ['content', 'reactions', 'votes', 'mediaAt', 'reshareOf', ...replyMarks];

/** The writes of one batch: rows without content, their edits too. */
export function projectExpired(room: string, rows: ExpiredRow[], rev: number): Write[] {
  return rows.flatMap(({ seq, edits, ...fact }): Write[] => [
    {
      op: 'set',
      in: 'log',
      id: logId(room, seq),
      guard: { olderThan: rev },
      set: { expired: true, rev, ...reportMarkOf(fact, rev) },
      unset: contentFields,
    },
    ...edits.map((edit): Write => ({ op: 'set', in: 'log', id: logId(room, edit), unset: ['content'] })),
  ]);
}
