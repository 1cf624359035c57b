/** What leaves a node by itself: pushes, mails and the live figures for operators. */
import { type Mails, openMails } from '#jobs/mail/open-mails.js';
import { openPushes, type Pushes } from '#jobs/push/open-pushes.js';
import type { Config } from '../config/config.js';
import type { Node } from '../node.js';
import type { Store } from '../store/store.js';
import type { ClusterServices } from './cluster-services.js';
import { type Live, openLive } from './live/live.js';
import { nodeNameOf } from './node-name.js';
import type { Tools } from './tools.js';

type PushParts = { config: Config; node: Node; store: Store; tools: Tools };

/** The pushes of this node. In a cluster it also takes over those of dead nodes. */
export function pushesOf({ config, node, store, tools }: PushParts, cluster: ClusterServices | null): Pushes {
  const { env, loggers, metrics, tracing } = tools;
  const isMine = cluster ? (id: string) => cluster.sharding.takes(id) : () => true;
  const pushes = openPushes({ config, node, reader: store, env, loggers, metrics, tracing, isMine });
  cluster?.sharding.onGained((slots) => pushes.resume(slots));
  pushes.start(cluster?.sharding.heldSlots());
  return pushes;
}

/** The mails of an address are sent by the node that owns its actor. */
export function mailsOf({ config, node, store, tools }: PushParts, cluster: ClusterServices | null): Mails {
  const isMine = cluster ? (id: string) => cluster.sharding.takes(id) : () => true;
  const { addresses } = node;
  return openMails({ ...tools, config, addresses, reader: store, isMine });
}

export function liveOf({ config, store, tools }: PushParts, cluster: ClusterServices | null): Live {
  const { env, loggers, metrics } = tools;
  const name = nodeNameOf(config);
  const onError = (err: unknown) => loggers.http.warn({ err }, 'live sample failed');
  return openLive({ name, metrics, store, cluster, env, onError });
}
