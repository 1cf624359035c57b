/** Webhooks of bots: events of a room to a server, and calls that post into a room. */
import Joi from 'joi';
import { DELIVERIES_KEPT, WEBHOOK_URL_MAX, WEBHOOKS_MAX, webhookEvents } from '#src/domain/webhooks/webhook.js';
import { endpoint } from '../schema/endpoint.js';
import { flag, integer, list, object, oneOf, text, uuid } from '../schema/kinds.js';
import { messageShape } from '../shapes/message.js';

export interface NewWebhookBody {
  bot_id: string;
  room: string;
  url: string;
  events: (typeof webhookEvents)[number][];
}

export interface WebhookChanges {
  url?: string;
  events?: NewWebhookBody['events'];
  enabled?: boolean;
  skip?: boolean;
}

export interface IncomingBody {
  body?: string;
  text?: string;
}

const tag = 'Bots and webhooks';
const SLUG_CHARS_MAX = 64;

const reasons = ['owner', 'operator', 'failing', 'gone', 'not_member', 'room_deleted'];

const webhookKeys = {
  id: Joi.string().uuid().required(),
  bot_id: Joi.string().uuid().required(),
  room: Joi.string().required().description('The slug of the room.'),
  url: Joi.string().required(),
  events: list(oneOf(...webhookEvents)).required(),
  enabled: flag().required(),
  disabled_reason: oneOf(...reasons)
    .required()
    .allow(null)
    .description(
      '`owner`, `operator`: switched off. `failing`: nothing was accepted for three days. `gone`: the server answered 410. `not_member`: the bot is no member of the room. `room_deleted`.',
    ),
  failures: integer().required().description('Failed attempts for the event that waits.'),
  next_attempt_at: integer().required().allow(null).description('ms since epoch, while an event waits.'),
  created_at: Joi.string().isoDate().required(),
};

export const webhookShape = object(webhookKeys).meta({ shape: 'Webhook' });

export const deliveryShape = object({
  id: Joi.string().required().description('The `webhook-id`, the same in each attempt.'),
  event: Joi.string().required(),
  seq: integer().required(),
  attempt: integer().required(),
  at: integer().required().description('ms since epoch.'),
  status: integer().required().allow(null).description('The status of the answer; null without one.'),
  error: Joi.string().required().allow(null).description('Why there was no answer.'),
  duration_ms: integer().required(),
}).meta({ shape: 'Delivery' });

const url = () =>
  text()
    .trim()
    .max(WEBHOOK_URL_MAX)
    .description('In production https, to a public address. Redirects are not followed.')
    .example('https://bot.example.org/meydan');
const events = () =>
  list(oneOf(...webhookEvents))
    .min(1)
    .max(webhookEvents.length)
    .unique()
    .description('Events of the channel of members, in the shapes of the socket.')
    .example(['message:new', 'member:joined']);

const newWebhookBody = object<NewWebhookBody>({
  bot_id: uuid().required().description('A bot of the caller that is a member of the room.'),
  room: text().chars(1, SLUG_CHARS_MAX).required().description("The room's slug. Not a direct chat.").example('kahve'),
  url: url().required(),
  events: events().required(),
}).label('NewWebhook');

const changesBody = object<WebhookChanges>({
  url: url(),
  events: events(),
  enabled: flag().description('True switches it on again, where it stopped.'),
  skip: flag().description('True passes over everything up to now.'),
}).label('WebhookChanges');

const incomingBody = object<IncomingBody>({
  body: text().trim().allow('').description('Plain text, at most 16 384 bytes of UTF-8.').example('Deployed 1.4.2'),
  text: text().trim().allow('').description('The same, for senders that speak to Slack.'),
})
  .xor('body', 'text')
  .label('IncomingMessage');

const withWebhook = object({ webhook: webhookShape.required() });
const withSecret = object({
  webhook: webhookShape.required(),
  secret: Joi.string()
    .required()
    .description('Of Standard Webhooks, `whsec_` and base64. It is shown once.')
    .example('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw7Yd3aG1mVnQ='),
});

export const webhookEndpoints = {
  listWebhooks: endpoint({
    id: 'listWebhooks',
    method: 'get',
    path: '/api/webhooks',
    tag,
    summary: 'List the webhooks of own bots',
    description: 'The paths of webhooks exist where `WEBHOOKS` and `BOTS` are on.',
    access: 'username',
    answers: { 200: { description: 'The webhooks.', shape: object({ webhooks: list(webhookShape).required() }) } },
    refusals: ['not_found'],
  }),
  createWebhook: endpoint({
    id: 'createWebhook',
    method: 'post',
    path: '/api/webhooks',
    tag,
    summary: 'Send the events of a room to a server',
    description: `The server gets what the bot hears as a member, from now on, in the order of the room, each event at least once with a stable \`webhook-id\`, signed after Standard Webhooks. A bot has at most ${WEBHOOKS_MAX}.`,
    access: 'username',
    body: newWebhookBody,
    isSecret: true,
    answers: { 201: { description: 'The webhook and its secret.', shape: withSecret } },
    refusals: ['not_found', 'room_not_found', 'not_member', 'banned', 'not_allowed', 'invalid_state', 'rate_limited'],
  }),
  viewWebhook: endpoint({
    id: 'viewWebhook',
    method: 'get',
    path: '/api/webhooks/{id}',
    tag,
    summary: 'Show a webhook and its last deliveries',
    description: `The newest ${DELIVERIES_KEPT} attempts, the newest first.`,
    access: 'username',
    answers: {
      200: {
        description: 'The webhook.',
        shape: object({ webhook: webhookShape.required(), deliveries: list(deliveryShape).required() }),
      },
    },
    refusals: ['not_found'],
  }),
  changeWebhook: endpoint({
    id: 'changeWebhook',
    method: 'patch',
    path: '/api/webhooks/{id}',
    tag,
    summary: 'Change a webhook, switch it off or on',
    description:
      'Switched on, it goes on with the event after the last accepted one. After `not_member` it begins anew. What an operator has switched off stays off.',
    access: 'username',
    body: changesBody,
    answers: { 200: { description: 'The webhook.', shape: withWebhook } },
    refusals: ['not_found', 'room_not_found', 'not_member', 'banned', 'not_allowed'],
  }),
  deleteWebhook: endpoint({
    id: 'deleteWebhook',
    method: 'delete',
    path: '/api/webhooks/{id}',
    tag,
    summary: 'Delete a webhook',
    description: 'What it has not sent yet is not sent any more. A call in progress may still arrive.',
    access: 'username',
    answers: { 204: { description: 'Deleted.' } },
    refusals: ['not_found'],
  }),
  rotateWebhookSecret: endpoint({
    id: 'rotateWebhookSecret',
    method: 'post',
    path: '/api/webhooks/{id}/secret',
    tag,
    summary: 'Give a webhook a new secret',
    description:
      'For a day, calls carry a signature of each of the two. A second rotation does not end the day of the first.',
    access: 'username',
    isSecret: true,
    answers: { 200: { description: 'The webhook and its new secret.', shape: withSecret } },
    refusals: ['not_found'],
  }),
  testWebhook: endpoint({
    id: 'testWebhook',
    method: 'post',
    path: '/api/webhooks/{id}/test',
    tag,
    summary: 'Send a test event now',
    description: 'A call with the type `webhook:test`, once and at once. It is not in the list of deliveries.',
    access: 'username',
    answers: { 200: { description: 'What came of it.', shape: object({ delivery: deliveryShape.required() }) } },
    refusals: ['not_found', 'rate_limited'],
  }),
  postIncoming: endpoint({
    id: 'postIncoming',
    method: 'post',
    path: '/api/webhooks/incoming/{token}/messages',
    tag,
    summary: 'Post a message into the room of a token',
    description:
      'The address itself is the secret: the answer of `POST /api/bots/{id}/tokens` with a `room` shows it once. With an `Idempotency-Key` header (1-64 of `[A-Za-z0-9_-]`) the same call again gives the first message. A text that begins with a slash is a text.',
    access: 'public',
    body: incomingBody,
    answers: {
      200: { description: 'Sent before, under the same key.', shape: object({ message: messageShape.required() }) },
      201: { description: 'The message.', shape: object({ message: messageShape.required() }) },
    },
    refusals: [
      'unauthorized',
      'account_suspended',
      'not_found',
      'room_not_found',
      'not_member',
      'not_allowed',
      'muted',
      'slow_mode',
      'message_too_long',
      'idempotency_conflict',
      'rate_limited',
    ],
  }),
};
