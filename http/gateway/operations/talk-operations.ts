import type { AskOptions } from '#actors/runtime/client.js';
import type { RoomFinder } from '#http/rooms/room-finder.js';
import type { FileLinks } from '#src/protocol/present/file-links.js';
import { operationSchemas as schemas } from '#src/protocol/socket/operations.js';
import type { Connection } from '../connection/connection.js';
import { check, type Done, done, type Operations } from '../inbound/operation.js';
import { messageDone, messageIdOf } from './message-operations.js';

/** Pins, discussions, surveys, view-once files. */
export function talkOperations({ finder, links }: { finder: RoomFinder; links: FileLinks }): Operations {
  async function setDiscussion(
    connection: Connection,
    payload: unknown,
    open: boolean,
    asking?: AskOptions,
  ): Promise<Done> {
    const { room, message_id } = check(schemas['discussion:close'], payload);
    const messageId = messageIdOf(message_id);
    const command = { type: 'set_discussion' as const, by: connection.caller, messageId, open };
    return messageDone((await finder.ask(room, command, asking)).message, links);
  }

  return {
    async 'message:pin'(connection, payload, asking) {
      const { room, message_id, pinned } = check(schemas['message:pin'], payload);
      const messageId = messageIdOf(message_id);
      return done(await finder.ask(room, { type: 'pin_message', by: connection.caller, messageId, pinned }, asking));
    },

    async 'message:open_once'(connection, payload, asking) {
      const { room, message_id } = check(schemas['message:open_once'], payload);
      const messageId = messageIdOf(message_id);
      const { key, expiresInMs } = await finder.ask(
        room,
        { type: 'open_once', by: connection.caller, messageId },
        asking,
      );
      // Rounded down: the link ends with its minute.
      const expiresInS = Math.max(1, Math.floor(expiresInMs / 1_000));
      return done({ url: links.brief(key, expiresInS), expires_in: expiresInS });
    },

    async 'survey:vote'(connection, payload, asking) {
      const { room, message_id, options } = check(schemas['survey:vote'], payload);
      const messageId = messageIdOf(message_id);
      const { votes, myOptions } = await finder.ask(
        room,
        { type: 'vote', by: connection.caller, messageId, options },
        asking,
      );
      return done({ votes, my_options: myOptions });
    },

    'discussion:close': (connection, payload, asking) => setDiscussion(connection, payload, false, asking),
    'discussion:reopen': (connection, payload, asking) => setDiscussion(connection, payload, true, asking),
  };
}
