/** What leaves a node by itself: pushes, mails, webhooks and the live figures for operators. */

import { memberEventJson } from '#http/gateway/rendering/rendered-item.js';
import { createFileLinks } from '#http/presenters/file-links.js';
import type { Presence } from '#http/presenters/presence.js';
import { type Mails, openMails } from '#jobs/mail/open-mails.js';
import { openPushes, type Pushes } from '#jobs/push/open-pushes.js';
import { createWebhookFollower, type WebhookFollower } from '#jobs/webhooks/webhook-follower.js';
import type { ObjectStore } from '../adapters/object-store/object-store.js';
import { createWebhookSecrets, type WebhookSecrets } from '../adapters/webhooks/webhook-secrets.js';
import { createWebhookSender, type WebhookSender } from '../adapters/webhooks/webhook-sender.js';
import type { Config } from '../config/config.js';
import type { Node } from '../node.js';
import type { Store } from '../store/store.js';
import type { ClusterServices } from './cluster-services.js';
import { takesOf } from './clustered-node.js';
import { type Live, openLive } from './live/live.js';
import { nodeNameOf } from './node-name.js';
import type { Tools } from './tools.js';

type WebhookParts = PushParts & { objects: ObjectStore };
type PushParts = { config: Config; node: Node; store: Store; tools: Tools };

/** The pushes of this node. In a cluster it also takes over those of dead nodes. */
export function pushesOf({ config, node, store, tools }: PushParts, cluster: ClusterServices | null): Pushes {
  const { env, loggers, metrics, tracing } = tools;
  const isMine = takesOf(cluster);
  const pushes = openPushes({ config, node, reader: store, env, loggers, metrics, tracing, isMine });
  cluster?.sharding.onGained((slots) => pushes.resume(slots));
  pushes.start(cluster?.sharding.heldSlots());
  return pushes;
}

/** The mails of an address are sent by the node that owns its actor. */
export function mailsOf({ config, node, store, tools }: PushParts, cluster: ClusterServices | null): Mails {
  const isMine = takesOf(cluster);
  const { addresses } = node;
  return openMails({ ...tools, config, addresses, reader: store, isMine });
}

/** The parts that webhooks need at the edge and in the background. Neither holds anything. */
export interface WebhookTools {
  webhookSecrets: WebhookSecrets;
  webhookSender: WebhookSender;
}

export function webhookTools(config: Config, { env, previewNetwork: network }: Tools): WebhookTools {
  return {
    webhookSecrets: createWebhookSecrets(config.secrets),
    webhookSender: createWebhookSender({
      network,
      isStrict: config.environment === 'production',
      agent: `${config.brand}-webhook/1.0`,
      monotonic: env.monotonic,
    }),
  };
}

/** The webhooks of the rooms of this node; null where they are off. What waits stays in the logs of the rooms. */
export function webhooksOf(
  { config, node, store, objects, tools }: WebhookParts,
  cluster: ClusterServices | null,
  presence: Pick<Presence, 'isOnline'>,
): WebhookFollower | null {
  if (!config.webhooks) return null;
  const { env, loggers, metrics } = tools;
  const { webhookSecrets: secrets, webhookSender: sender } = webhookTools(config, tools);
  const { rooms, users, webhooks, watchRooms } = node;
  const follower = createWebhookFollower({
    rooms,
    users,
    webhooks,
    watchRooms,
    reader: store,
    sender,
    secrets,
    clock: env,
    log: loggers.jobs,
    delivered: metrics.webhookDelivered,
    isMine: takesOf(cluster),
    render: memberEventJson({
      links: createFileLinks({ objects, config, env }),
      now: env.now,
      isOnline: (account) => presence.isOnline(account),
    }),
  });
  cluster?.sharding.onGained(() => follower.resume());
  follower.start();
  return follower;
}

export function liveOf({ config, store, tools }: PushParts, cluster: ClusterServices | null): Live {
  const { env, loggers, metrics } = tools;
  const name = nodeNameOf(config);
  const onError = (err: unknown) => loggers.http.warn({ err }, 'live sample failed');
  return openLive({ name, metrics, store, cluster, env, onError });
}
