import type { Rooms, RowView } from '#actors/room/commands.js';
import type { Session } from '#actors/user/commands.js';
import type { Entries } from '#http/discover/entries.js';
import type { PeoplePresenter } from '#http/presenters/people-presenter.js';
import { ok, type Route, route, type TokenHolder } from '#http/routing/route.js';
import type { PeerView } from '#src/domain/messages/views.js';
import { RefusalError } from '#src/errors.js';
import { discoverEndpoints } from '#src/protocol/discover/discover.js';
import type { FileLinks } from '#src/protocol/present/file-links.js';
import { presentMessage } from '#src/protocol/present/message.js';
import { directChatName } from '#src/protocol/present/room.js';
import type { Reader } from '#src/store/store.js';

export interface DiscoverDiscussionDeps {
  rooms: Rooms;
  entries: Entries;
  links: FileLinks;
  peoplePresenter: Pick<PeoplePresenter, 'people'>;
  reader: Reader;
}

/** The log tells whether the article exists, the room which replies the caller may read. */
export function discoverDiscussionRoutes(deps: DiscoverDiscussionDeps): Route[] {
  const { rooms, entries, links } = deps;
  const message = (view: RowView) => presentMessage(view, links);
  return [
    route(discoverEndpoints.listEntryDiscussion, async ({ holder, params, query: { limit } }) => {
      const entry = await entries.published(params.id ?? '');
      const source = await entries.source(entry);
      if (!source) throw new RefusalError('not_found');
      const { messageId } = entry;
      const command = { type: 'list_article_replies' as const, reader: holder.accountId, messageId, limit };
      const { room, peer, isMember, root, messages } = await rooms.ask(source.room.id, command);
      return ok({
        room: peer ? { ...room, name: await nameOf(deps, holder, peer) } : room,
        is_member: isMember,
        root: message(root),
        messages: messages.map(message),
      });
    }),
  ];
}

async function nameOf(
  { peoplePresenter, reader }: DiscoverDiscussionDeps,
  { accountId, sessionId }: TokenHolder,
  { accountId: peer }: PeerView,
): Promise<string> {
  const [people, session] = await Promise.all([
    peoplePresenter.people(accountId, [peer]),
    reader.get<Session>('sessions', sessionId),
  ]);
  return directChatName(people.get(peer), session?.language);
}
