import type { RoomFinder } from '#http/rooms/room-finder.js';
import type { FileLinks } from '#src/protocol/present/file-links.js';
import {
  clampLimit,
  type MessageReadPayload,
  type RoomOpenPayload,
  operationSchemas as schemas,
} from '#src/protocol/socket/operations.js';
import { check, done, fieldsOf, type Operations } from '../inbound/operation.js';
import { messagesJson } from '../rendering/encoded-rows.js';
import type { PageReads } from '../rooms/page-reads.js';
import { parseRoomOpen } from '../rooms/parse-room-open.js';
import type { RoomOpening } from '../rooms/room-opening.js';
import type { Typing } from '../user-events/typing.js';
import { messageIdOf } from './message-operations.js';

export interface RoomOperationsDeps {
  finder: RoomFinder;
  opening: RoomOpening;
  typing: Typing;
  pages: PageReads;
  links: FileLinks;
}

export function roomOperations({ finder, opening, typing, pages, links }: RoomOperationsDeps): Operations {
  return {
    'room:open': async (connection, payload, asking) =>
      opening.open(connection, parseRoomOpen(payload) ?? checkedOpening(payload), asking),

    async 'room:close'(connection, payload) {
      await opening.close(connection, check(schemas['room:close'], payload).room.toLowerCase());
      return done();
    },

    async 'message:list'(connection, payload, asking) {
      const { room, limit, ...bounds } = check(schemas['message:list'], clamped(payload));
      const command = {
        type: 'list_messages' as const,
        by: connection.caller,
        limit,
        ...(bounds.before_seq === undefined ? {} : { beforeSeq: bounds.before_seq }),
        ...(bounds.after_seq === undefined ? {} : { afterSeq: bounds.after_seq }),
        ...(bounds.around_seq === undefined ? {} : { aroundSeq: bounds.around_seq }),
      };
      return pages.use(connection, async () => {
        const page = await finder.ask(room, command, asking);
        // The socket is gone: the page is not rendered.
        if (connection.isClosed) return done();
        const rest = fieldsOf({ seq: page.seq, has_more: page.hasMore });
        const fields = { before: '"messages":', encoded: messagesJson(page.messages, links), after: `,${rest}` };
        return { fields, isLong: true };
      });
    },

    async 'message:read'(connection, payload, asking) {
      const read = check(schemas['message:read'], payload);
      const command = { type: 'mark_read' as const, by: connection.caller, ...cursorOf(read) };
      const { readSeq, unread, unreadMentions } = await finder.ask(read.room, command, asking);
      return done({ read_seq: readSeq, unread, unread_mentions: unreadMentions });
    },

    async typing(connection, payload, asking) {
      const { room, on } = check(schemas.typing, payload);
      await typing.setTyping(connection, room, on, asking);
      return done();
    },
  };
}

export const checkedOpening = (payload: unknown): RoomOpenPayload => check(schemas['room:open'], clamped(payload));

/** A limit that is no sensible number is no mistake: it is the default, or the maximum. */
function clamped(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return payload;
  return { ...payload, limit: clampLimit((payload as { limit?: unknown }).limit) };
}

function cursorOf({ seq, message_id }: MessageReadPayload): { seq: number } | { messageId: string } {
  return seq === undefined ? { messageId: messageIdOf(message_id ?? '') } : { seq };
}
