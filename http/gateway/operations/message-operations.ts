import type { Rooms } from '#actors/room/commands.js';
import type { AskOptions } from '#actors/runtime/client.js';
import {
  helpFor,
  messageWindow,
  preparedDraft,
  slashOf,
  slashWindow,
  type Window,
} from '#http/rooms/prepare-message.js';
import type { RoomFinder } from '#http/rooms/room-finder.js';
import type { Limits } from '#src/adapters/rate-limits/fixed-window-limits.js';
import type { Draft } from '#src/domain/messages/message.js';
import type { RowView } from '#src/domain/messages/views.js';
import { RefusalError } from '#src/errors.js';
import { bodyOf, draftOf } from '#src/protocol/messages/messages.js';
import type { FileLinks } from '#src/protocol/present/file-links.js';
import { isUuid } from '#src/protocol/schema/kinds.js';
import { operationSchemas as schemas } from '#src/protocol/socket/operations.js';
import type { Connection } from '../connection/connection.js';
import { check, type Done, done, type Operations } from '../inbound/operation.js';
import { messageJson } from '../rendering/encoded-rows.js';
import type { RoomFeeds } from '../rooms/room-feeds.js';
import { parseMessageNew } from './parse-message-new.js';

export interface MessageOperationsDeps {
  rooms: Rooms;
  finder: RoomFinder;
  feeds: RoomFeeds;
  links: FileLinks;
  /** Null when limits are off: nothing is counted. */
  limits: Limits | null;
}

export function messageOperations({ rooms, finder, feeds, links, limits }: MessageOperationsDeps): Operations {
  async function send(connection: Connection, slug: string, draft: Draft, asking?: AskOptions): Promise<Done> {
    const command = { type: 'send_message' as const, by: connection.caller, draft };
    const id = feeds.idOf(slug);
    if (id !== undefined) {
      const answer = await rooms.tryAsk(id, command, asking);
      if (answer.ok) return sent(answer.value, links);
      if (answer.code !== 'room_not_found') throw new RefusalError(answer.code, answer);
    }
    return sent(await finder.ask(slug, command, asking), links);
  }

  async function runSlash(
    slug: string,
    slash: NonNullable<ReturnType<typeof slashOf>>,
    asking?: AskOptions,
  ): Promise<Done> {
    if (limits) await takeWindow(limits, await slashWindow(finder, slug, slash));
    const { command } = await finder.ask(slug, slash, asking);
    return done({ command, ...helpFor(command) });
  }

  return {
    async 'message:new'(connection, payload, asking) {
      const { room, draft } = parseMessageNew(payload) ?? checkedMessage(payload);
      if (limits) await takeWindow(limits, messageWindow(connection.accountId));
      if (!draft.forward && !draft.body.startsWith('/')) return send(connection, room, draft, asking);
      const slash = slashOf(connection.caller, draft);
      return slash
        ? runSlash(room, slash, asking)
        : send(connection, room, await preparedDraft(finder, connection.caller, draft, asking), asking);
    },

    async 'message:edit'(connection, payload, asking) {
      const { room, message_id, body, if_rev } = check(schemas['message:edit'], payload);
      const command = {
        type: 'edit_message' as const,
        by: connection.caller,
        messageId: messageIdOf(message_id),
        body: bodyOf(body),
        ...(if_rev === undefined ? {} : { ifRev: if_rev }),
      };
      const { message } = await finder.ask(room, command, asking);
      return messageDone(message, links);
    },

    async 'message:delete'(connection, payload, asking) {
      const { room, message_id } = check(schemas['message:delete'], payload);
      const command = { type: 'delete_message' as const, by: connection.caller, messageId: messageIdOf(message_id) };
      return messageDone((await finder.ask(room, command, asking)).message, links);
    },

    async 'message:react'(connection, payload, asking) {
      const { room, message_id, emoji, on } = check(schemas['message:react'], payload);
      const messageId = messageIdOf(message_id);
      return done(await finder.ask(room, { type: 'react', by: connection.caller, messageId, emoji, on }, asking));
    },
  };
}

/** A text that is not a UUID names no message. */
export function messageIdOf(id: string): string {
  if (!isUuid(id)) throw new RefusalError('not_found');
  return id.toLowerCase();
}

export function checkedMessage(payload: unknown): { room: string; draft: Draft } {
  const { room, ...message } = check(schemas['message:new'], payload);
  return { room: room.toLowerCase(), draft: draftOf(message) };
}

/** A refusal tells the client when the window ends. */
async function takeWindow(limits: Limits, window: Window): Promise<void> {
  const taken = await limits.take(...window);
  if (!taken.ok) throw new RefusalError('rate_limited', { retryAfterMs: taken.retryAfterMs });
}

export const messageDone = (message: RowView, links: FileLinks): Done => ({
  fields: { before: '"message":', encoded: messageJson(message, links), after: '' },
});

function sent({ message, duplicate }: { message: RowView; duplicate: boolean }, links: FileLinks): Done {
  return {
    fields: { before: '"message":', encoded: messageJson(message, links), after: `,"duplicate":${duplicate}` },
  };
}
