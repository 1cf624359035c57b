import type { RowView } from '#actors/room/commands.js';
import { takeFromWindow, type WindowLimits } from '#http/middleware/rate-limit.js';
import { helpFor, preparedDraft, slashOf, slashWindow, takeMessageTurn } from '#http/rooms/prepare-message.js';
import type { RoomFinder } from '#http/rooms/room-finder.js';
import { ok, type Route, route } from '#http/routing/route.js';
import { RefusalError } from '#src/errors.js';
import { bodyOf, draftOf, messageEndpoints, type PageQuery } from '#src/protocol/messages/messages.js';
import type { FileLinks } from '#src/protocol/present/file-links.js';
import { presentMessage } from '#src/protocol/present/message.js';
import { isUuid } from '#src/protocol/schema/kinds.js';

export interface RoomMessageRoutesDeps {
  finder: RoomFinder;
  limits: WindowLimits;
  links: FileLinks;
}

export function roomMessageRoutes({ finder, limits, links }: RoomMessageRoutesDeps): Route[] {
  const message = (view: RowView) => presentMessage(view, links);
  const answer = (about: { message: RowView }) => ok({ message: message(about.message) });
  return [
    route(messageEndpoints.listMessages, async ({ caller, params, query }) => {
      const command = { type: 'list_messages' as const, by: caller, ...pageOf(query) };
      const page = await finder.ask(params.slug ?? '', command);
      const rows = isNewestFirst(query) ? page.messages.toReversed() : page.messages;
      return ok({ messages: rows.map(message), seq: page.seq, has_more: page.hasMore });
    }),
    route(messageEndpoints.sendMessage, async ({ caller, params, body }) => {
      await takeMessageTurn(limits, caller.accountId);
      const slug = params.slug ?? '';
      const slash = slashOf(caller, draftOf(body));
      if (slash) {
        await takeFromWindow(limits, ...(await slashWindow(finder, slug, slash)));
        const { command } = await finder.ask(slug, slash);
        return ok({ command, ...helpFor(command) });
      }
      const draft = await preparedDraft(finder, caller, draftOf(body));
      const sent = await finder.ask(slug, { type: 'send_message', by: caller, draft });
      const { duplicate } = sent;
      return { status: duplicate ? 200 : 201, body: { message: message(sent.message), duplicate } };
    }),
    route(messageEndpoints.viewMessage, async ({ caller, params }) => {
      const command = { type: 'view_message' as const, by: caller, messageId: messageIdOf(params) };
      return answer(await finder.ask(params.slug ?? '', command));
    }),
    route(messageEndpoints.editMessage, async ({ caller, params, body }) => {
      const command = { type: 'edit_message' as const, by: caller, messageId: messageIdOf(params), ...editOf(body) };
      return answer(await finder.ask(params.slug ?? '', command));
    }),
    route(messageEndpoints.deleteMessage, async ({ caller, params }) => {
      const command = { type: 'delete_message' as const, by: caller, messageId: messageIdOf(params) };
      return answer(await finder.ask(params.slug ?? '', command));
    }),
  ];
}

/** A text that is not a UUID names no message. */
export function messageIdOf({ id = '' }: Record<string, string>): string {
  if (!isUuid(id)) throw new RefusalError('not_found');
  return id.toLowerCase();
}

function pageOf({ before_seq, after_seq, around_seq, limit }: PageQuery) {
  return {
    ...(before_seq === undefined ? {} : { beforeSeq: before_seq }),
    ...(after_seq === undefined ? {} : { afterSeq: after_seq }),
    ...(around_seq === undefined ? {} : { aroundSeq: around_seq }),
    limit,
  };
}

const isNewestFirst = ({ after_seq, around_seq }: PageQuery) => after_seq === undefined && around_seq === undefined;

function editOf({ body, if_rev }: { body: string; if_rev?: number }) {
  return { body: bodyOf(body), ...(if_rev === undefined ? {} : { ifRev: if_rev }) };
}
