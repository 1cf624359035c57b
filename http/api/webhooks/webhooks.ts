import type { Users } from '#actors/user/commands.js';
import type { WebhookWriter } from '#actors/writers/commands.js';
import { ownBot } from '#http/bots/own-bots.js';
import { repeatableBy } from '#http/idempotency/repeatable-by.js';
import type { RoomFinder } from '#http/rooms/room-finder.js';
import type { EdgeEnv } from '#http/routing/edge-env.js';
import { created, noContent, ok, type Route, route } from '#http/routing/route.js';
import { ownWebhook, placeFor, webhooksOf } from '#http/webhooks/own-webhooks.js';
import {
  newWebhookSecret,
  secretText,
  signedHeaders,
  type WebhookSecrets,
} from '#src/adapters/webhooks/webhook-secrets.js';
import type { WebhookSender } from '#src/adapters/webhooks/webhook-sender.js';
import type { Account } from '#src/domain/accounts/account.js';
import { uuidOf } from '#src/domain/text/hash.js';
import { disabledFor, enabledAgain, type Webhook, withAddress, withSecret } from '#src/domain/webhooks/webhook.js';
import { RefusalError } from '#src/errors.js';
import { presentDelivery, presentWebhook } from '#src/protocol/webhooks/present-webhook.js';
import { webhookEndpoints as endpoints, type WebhookChanges } from '#src/protocol/webhooks/webhooks.js';
import type { Reader } from '#src/store/store.js';

export interface WebhookRoutesDeps {
  users: Users;
  reader: Reader;
  finder: RoomFinder;
  webhooks: WebhookWriter;
  webhookSecrets: WebhookSecrets;
  webhookSender: WebhookSender;
  env: EdgeEnv;
}

export const webhookRoutes = (deps: WebhookRoutesDeps): Route[] => [
  ...readRoutes(deps),
  ...changeRoutes(deps),
  ...secretRoutes(deps),
];

function readRoutes({ users, reader, webhooks }: WebhookRoutesDeps): Route[] {
  return [
    route(endpoints.listWebhooks, async ({ caller }) => {
      const held = await webhooksOf(users, reader, caller.accountId);
      return ok({ webhooks: held.map(presentWebhook) });
    }),
    route(endpoints.viewWebhook, async ({ caller, params }) => {
      const { webhook } = await ownWebhook(reader, caller.accountId, params.id);
      return ok({ webhook: presentWebhook(webhook), deliveries: webhook.deliveries.map(presentDelivery) });
    }),
    route(endpoints.deleteWebhook, async ({ caller, params }) => {
      const { webhook } = await ownWebhook(reader, caller.accountId, params.id);
      await webhooks.remove(webhook._id);
      return noContent();
    }),
  ];
}

function changeRoutes(deps: WebhookRoutesDeps): Route[] {
  const { reader, webhooks, env } = deps;
  return [
    route(endpoints.changeWebhook, async ({ caller, params, body }) => {
      const { webhook, bot } = await ownWebhook(reader, caller.accountId, params.id);
      if (body.url !== undefined) refuseAddress(deps, body.url);
      const from = await startOf(deps, webhook, bot, body);
      const changed = await webhooks.change(webhook._id, (now) => ({
        ...changedWith(now, body, from),
        changedAt: env.now(),
      }));
      return ok({ webhook: presentWebhook(changed) });
    }),
    route(endpoints.testWebhook, async ({ caller, params }) => {
      const { webhook } = await ownWebhook(reader, caller.accountId, params.id);
      return ok({ delivery: presentDelivery(await testCall(deps, webhook)) });
    }),
  ];
}

/** The entry after which it goes on; null: where it stopped. After `not_member` nothing of the time between is sent. */
async function startOf(
  { finder }: WebhookRoutesDeps,
  webhook: Webhook,
  bot: Account,
  { enabled, skip }: WebhookChanges,
) {
  if (!enabled && !skip) return null;
  const { seq, room } = await placeFor(finder, bot, webhook.slug);
  // The slug may belong to another room by now.
  if (room !== webhook.room) throw new RefusalError('room_not_found');
  return skip || webhook.disabled === 'not_member' ? seq : null;
}

function changedWith(now: Webhook, { url, events, enabled }: WebhookChanges, from: number | null): Webhook {
  const changed = { ...(url === undefined ? now : withAddress(now, url)), ...(events === undefined ? {} : { events }) };
  if (enabled === false) return disabledFor(changed, 'owner');
  if (enabled && now.active === null) {
    if (now.disabled === 'operator') {
      throw new RefusalError('not_allowed', { message: 'An operator has switched this webhook off.' });
    }
    return enabledAgain(changed, from);
  }
  return from === null ? changed : { ...changed, cursor: from, failures: 0, failingSince: null, dueAt: null };
}

async function testCall(
  { webhookSecrets, webhookSender, env }: WebhookRoutesDeps,
  { _id, url, secret, slug }: Webhook,
) {
  const opened = webhookSecrets.open(secret, _id);
  if (!opened) throw new RefusalError('invalid_state', { message: 'Rotate the secret first: it cannot be decrypted.' });
  const at = env.now();
  const id = `msg_test_${env.uuid().replaceAll('-', '')}`;
  const body = JSON.stringify({ type: 'webhook:test', data: { webhook_id: _id, room: slug } });
  const outcome = await webhookSender.send({ url, headers: { ...signedHeaders(id, at, body, [opened]) }, body });
  return { id, event: 'webhook:test', seq: 0, attempt: 1, at, ...outcome };
}

function secretRoutes(deps: WebhookRoutesDeps): Route[] {
  const { users, reader, finder, webhooks, webhookSecrets, env } = deps;
  return [
    route(endpoints.createWebhook, async ({ caller, body, ctx }) => {
      const bot = await ownBot(users, caller.accountId, body.bot_id);
      refuseAddress(deps, body.url);
      const { room, slug, seq } = await placeFor(finder, bot, body.room);
      const repeatable = repeatableBy(ctx);
      const secret = newWebhookSecret(repeatable);
      const _id = repeatable ? uuidOf(`webhook ${caller.accountId} ${repeatable.idempotencyKey}`) : env.uuid();
      const { url, events } = body;
      const now = env.now();
      const webhook = await webhooks.create({
        ...blank,
        _id,
        bot: bot._id,
        room,
        slug,
        url,
        events,
        secret: webhookSecrets.seal(secret, _id),
        active: room,
        cursor: seq,
        createdAt: now,
        changedAt: now,
      });
      if (!isSameRequest(webhook, { bot: bot._id, room, url, events }) || !isSecretOf(deps, webhook, secret)) {
        throw new RefusalError('idempotency_conflict');
      }
      return created({ webhook: presentWebhook(webhook), secret: secretText(secret) });
    }),
    route(endpoints.rotateWebhookSecret, async ({ caller, params, ctx }) => {
      const { webhook } = await ownWebhook(reader, caller.accountId, params.id);
      const secret = newWebhookSecret(repeatableBy(ctx));
      const at = env.now();
      const rotated = await webhooks.change(webhook._id, (now) =>
        isSecretOf(deps, now, secret) ? now : withSecret(now, webhookSecrets.seal(secret, now._id), at),
      );
      return ok({ webhook: presentWebhook(rotated), secret: secretText(secret) });
    }),
  ];
}

const blank = {
  version: 1,
  previous: null,
  disabled: null,
  failures: 0,
  failingSince: null,
  dueAt: null,
  deliveries: [],
};

const isSameRequest = (stored: Webhook, given: Pick<Webhook, 'bot' | 'room' | 'url' | 'events'>): boolean =>
  stored.bot === given.bot &&
  stored.room === given.room &&
  stored.url === given.url &&
  stored.events.join() === given.events.join();

/** A repeated request has the same secret, although only its encrypted form is stored. */
function isSecretOf({ webhookSecrets }: WebhookRoutesDeps, { _id, secret }: Webhook, given: Buffer): boolean {
  return webhookSecrets.open(secret, _id)?.equals(given) === true;
}

function refuseAddress({ webhookSender }: WebhookRoutesDeps, url: string): void {
  const problem = webhookSender.problemOf(url);
  if (problem !== null) throw new RefusalError('validation_failed', { fields: { url: [problem] } });
}
