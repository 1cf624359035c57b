import type { Rooms } from '#actors/room/commands.js';
import type { BotAuthenticator } from '#http/bots/authenticate-bot.js';
import { idempotencyKey } from '#http/idempotency/idempotency-key.js';
import { spendWindow, type WindowLimits } from '#http/middleware/rate-limit.js';
import { takeMessageTurn } from '#http/rooms/prepare-message.js';
import { type Route, route } from '#http/routing/route.js';
import type { LocalLimits } from '#src/adapters/rate-limits/fixed-window-limits.js';
import { botCaller } from '#src/domain/accounts/bot-caller.js';
import { RefusalError } from '#src/errors.js';
import { bodyOf } from '#src/protocol/messages/messages.js';
import type { FileLinks } from '#src/protocol/present/file-links.js';
import { presentMessage } from '#src/protocol/present/message.js';
import { webhookEndpoints } from '#src/protocol/webhooks/webhooks.js';

export interface IncomingRoutesDeps {
  authenticateIncoming: BotAuthenticator;
  rooms: Rooms;
  limits: WindowLimits;
  localLimits: LocalLimits;
  links: FileLinks;
}

/** The bot of the token speaks, as far as the room lets it speak. */
export function incomingRoutes({
  authenticateIncoming,
  rooms,
  limits,
  localLimits,
  links,
}: IncomingRoutesDeps): Route[] {
  return [
    route(webhookEndpoints.postIncoming, async ({ params, body, ctx }) => {
      const { account, session } = await authenticateIncoming(params.token ?? '');
      const room = session.token?.room;
      if (!room) throw new RefusalError('unauthorized');
      spendWindow(localLimits, 'incoming_webhook', session._id);
      await takeMessageTurn(limits, account._id);
      const by = botCaller(account, session._id);
      const clientId = idempotencyKey(ctx.headers);
      const draft = { clientId, body: bodyOf(body.body ?? body.text ?? ''), replyTo: null, discussionOf: null };
      const { message, duplicate } = await rooms.ask(room.id, { type: 'send_message', by, draft });
      return { status: duplicate ? 200 : 201, body: { message: presentMessage(message, links) } };
    }),
  ];
}
