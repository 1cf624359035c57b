import type { RowView } from '#actors/room/commands.js';
import type { PeoplePresenter } from '#http/presenters/people-presenter.js';
import type { RoomFinder } from '#http/rooms/room-finder.js';
import { ok, type Route, route } from '#http/routing/route.js';
import { talkEndpoints } from '#src/protocol/messages/talk.js';
import type { FileLinks } from '#src/protocol/present/file-links.js';
import { presentMessage } from '#src/protocol/present/message.js';
import { messageIdOf } from './room-messages.js';

export interface RoomTalkDeps {
  finder: RoomFinder;
  links: FileLinks;
  peoplePresenter: PeoplePresenter;
}

/** Pins, discussions, surveys, and who has reacted. */
export function roomTalkRoutes({ finder, links, peoplePresenter }: RoomTalkDeps): Route[] {
  const message = (view: RowView) => presentMessage(view, links);
  const answer = (about: { message: RowView }) => ok({ message: message(about.message) });
  return [
    route(talkEndpoints.pinMessage, async ({ caller, params }) => {
      const command = { type: 'pin_message' as const, by: caller, messageId: messageIdOf(params), pinned: true };
      return ok(await finder.ask(params.slug ?? '', command));
    }),
    route(talkEndpoints.unpinMessage, async ({ caller, params }) => {
      const command = { type: 'pin_message' as const, by: caller, messageId: messageIdOf(params), pinned: false };
      return ok(await finder.ask(params.slug ?? '', command));
    }),
    route(talkEndpoints.listDiscussion, async ({ caller, params, query }) => {
      const page = { afterSeq: query.after_seq ?? 0, limit: query.limit };
      const command = { type: 'list_discussion' as const, by: caller, messageId: messageIdOf(params), ...page };
      const { root, messages, hasMore } = await finder.ask(params.slug ?? '', command);
      return ok({ root: message(root), messages: messages.map(message), has_more: hasMore });
    }),
    route(talkEndpoints.listReactors, async ({ caller, params }) => {
      const command = { type: 'list_reactors' as const, by: caller, messageId: messageIdOf(params) };
      const { reactors, hasMore } = await finder.ask(params.slug ?? '', command);
      const ids = reactors.map(({ account }) => account);
      const known = await peoplePresenter.people(caller.accountId, ids);
      const people = reactors.flatMap(({ account, emojis }) => {
        const person = known.get(account);
        return person ? [{ ...person, emojis }] : [];
      });
      return ok({ people, has_more: hasMore });
    }),
    route(talkEndpoints.closeDiscussion, async ({ caller, params }) => {
      const command = { type: 'set_discussion' as const, by: caller, messageId: messageIdOf(params), open: false };
      return answer(await finder.ask(params.slug ?? '', command));
    }),
    route(talkEndpoints.reopenDiscussion, async ({ caller, params }) => {
      const command = { type: 'set_discussion' as const, by: caller, messageId: messageIdOf(params), open: true };
      return answer(await finder.ask(params.slug ?? '', command));
    }),
    route(talkEndpoints.vote, async ({ caller, params, body }) => {
      const command = { type: 'vote' as const, by: caller, messageId: messageIdOf(params), options: body.options };
      return votes(await finder.ask(params.slug ?? '', command));
    }),
    route(talkEndpoints.viewVotes, async ({ caller, params }) => {
      const command = { type: 'view_votes' as const, by: caller, messageId: messageIdOf(params) };
      return votes(await finder.ask(params.slug ?? '', command));
    }),
  ];
}

const votes = (stand: { votes: number[]; myOptions: number[] }) =>
  ok({ votes: stand.votes, my_options: stand.myOptions });
