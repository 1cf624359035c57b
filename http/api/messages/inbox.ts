import type { Inbox } from '#actors/room/commands.js';
import { takeFromWindow, type WindowLimits } from '#http/middleware/rate-limit.js';
import { ok, type Route, route } from '#http/routing/route.js';
import { INBOX_PAGES_PER_MINUTE } from '#src/domain/limits.js';
import { inboxEndpoints as endpoints } from '#src/protocol/messages/inbox.js';
import type { FileLinks } from '#src/protocol/present/file-links.js';
import { presentMessage } from '#src/protocol/present/message.js';

export interface InboxRoutesDeps {
  inbox: Inbox;
  limits: WindowLimits;
  links: FileLinks;
}

const MINUTE_MS = 60_000;

export function inboxRoutes({ inbox, limits, links }: InboxRoutesDeps): Route[] {
  const page = async (list: Inbox['replies'], ...[caller, query]: Parameters<Inbox['replies']>) => {
    // A page may ask each of its rooms.
    await takeFromWindow(limits, 'inbox', caller.accountId, INBOX_PAGES_PER_MINUTE, MINUTE_MS);
    const { messages, next } = await list(caller, query);
    return ok({ messages: messages.map((view) => presentMessage(view, links)), next_before: next });
  };
  return [
    route(endpoints.listReplies, ({ caller, query }) => page(inbox.replies, caller, query)),
    route(endpoints.listOwnDiscussions, ({ caller, query }) => page(inbox.discussions, caller, query)),
  ];
}
