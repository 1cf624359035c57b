import type { Rooms, RowView } from '#actors/room/commands.js';
import type { Entries } from '#http/discover/entries.js';
import { ok, type Route, route } from '#http/routing/route.js';
import { RefusalError } from '#src/errors.js';
import { discoverEndpoints } from '#src/protocol/discover/discover.js';
import type { FileLinks } from '#src/protocol/present/file-links.js';
import { presentMessage } from '#src/protocol/present/message.js';

export interface DiscoverDiscussionDeps {
  rooms: Rooms;
  entries: Entries;
  links: FileLinks;
}

/** The log tells whether the article exists, the room which replies the caller may read. */
export function discoverDiscussionRoutes({ rooms, entries, links }: DiscoverDiscussionDeps): Route[] {
  const message = (view: RowView) => presentMessage(view, links);
  return [
    route(discoverEndpoints.listEntryDiscussion, async ({ holder, params, query: { limit } }) => {
      const entry = await entries.published(params.id ?? '');
      const source = await entries.source(entry);
      if (!source) throw new RefusalError('not_found');
      const { messageId } = entry;
      const command = { type: 'list_article_replies' as const, reader: holder.accountId, messageId, limit };
      const { room, isMember, root, messages } = await rooms.ask(source.room.id, command);
      return ok({ room, is_member: isMember, root: message(root), messages: messages.map(message) });
    }),
  ];
}
