/** How this node speaks to others: directly where it can, and through Redis. */
import { hkdfSync } from 'node:crypto';
import type { Redis } from 'ioredis';
import { DirectCarrier } from '../cluster/direct/direct-carrier.js';
import { MessageTransport } from '../cluster/message-transport.js';
import type { NodeTransport } from '../cluster/node-transport.js';
import { RedisCarrier, type RedisCarrierOptions } from '../cluster/redis/redis-carrier.js';
import type { TransportMetrics } from '../cluster/transport-metrics.js';
import type { NodeLink } from '../config/node-link.js';
import type { Store } from '../store/store.js';
import { StoredStandbyLeases } from './stored-standby-leases.js';

export interface NodeLinks {
  transport: NodeTransport;
  standby: StoredStandbyLeases;
  /** Direct links to the nodes of these lives. */
  keep(tokens: readonly string[]): void;
}

export interface NodeLinksOptions extends RedisCarrierOptions {
  env: RedisCarrierOptions['env'] & {
    random(): number;
    after(ms: number, run: () => void): () => void;
    soon(run: () => void): void;
  };
  store: Store;
  metrics?: (TransportMetrics & { countLinks(open: () => number): void }) | undefined;
}

export async function openNodeLinks(options: NodeLinksOptions, link: NodeLink | undefined): Promise<NodeLinks> {
  const { env, onError, store } = options;
  const other = new RedisCarrier(options);
  if (link === null) {
    const transport = new MessageTransport({ carrier: other, env, onError });
    return { transport, standby: new StoredStandbyLeases(store), keep: () => undefined };
  }
  const addresses = new StoredStandbyLeases(store);
  const keys = options.keys.map(linkKey);
  const addressOf = (token: string) => addresses.addressOf(token);
  const carrier = new DirectCarrier({ ...options, keys, other, addressOf });
  options.metrics?.countLinks(() => carrier.openCount);
  const host = link?.host ?? localAddressOf(options.redis);
  const port = await carrier.open(link ? null : host, link?.port ?? 0);
  return {
    transport: new MessageTransport({ carrier, env, onError }),
    standby: new StoredStandbyLeases(store, `${host}:${port}`),
    keep: (tokens) => carrier.keep(tokens),
  };
}

/** Nodes that reach the same Redis usually reach each other where they reach it from. */
const localAddressOf = (redis: Redis): string =>
  (redis.stream as { localAddress?: string }).localAddress ?? '127.0.0.1';

/** Another one than that of messages in Redis: nothing of one way means anything on the other. */
const linkKey = (key: Uint8Array): Uint8Array => new Uint8Array(hkdfSync('sha256', key, '', 'meydan direct links', 32));
