/** Several nodes in one process, on one real MongoDB and one real Redis: the actors and everything between nodes. */
import { Redis } from 'ioredis';
import { Cluster } from '#actors/cluster/cluster.js';
import type { RoomItem } from '#actors/room/commands.js';
import type { Env } from '#actors/runtime/env.js';
import { systemEnv } from '#actors/runtime/system-env.js';
import type { MessageTransport } from '#src/cluster/message-transport.js';
import { RedisLeaseTable } from '#src/cluster/redis/redis-lease-table.js';
import { createNode, type Node } from '#src/node.js';
import { openMongoStore } from '#src/store/mongo/mongo-store.js';
import type { Store } from '#src/store/store.js';
import { redisTransport } from './redis-transport.js';

export const LEASE_MS = 2_400;

export interface ClusterNode {
  name: string;
  node: Node;
  cluster: Cluster;
  table: RedisLeaseTable;
  link: MessageTransport;
  store: Store;
  troubles: string[];
  /** As a process that is killed: nothing more leaves, nothing is handed over. */
  kill(): Promise<void>;
  /** As on SIGTERM. */
  stop(): Promise<void>;
}

export interface ClusterPlace {
  redisUrl: string;
  mongodbUri: string;
  /** Clusters that share a Redis differ here. */
  prefix: string;
}

/** The world of a process that may be killed: nothing of it begins any more then. */
function mortalEnv(): { env: Env; end(): void } {
  const timers = new Set<() => void>();
  let isOver = false;
  const after = (ms: number, run: () => void) => {
    if (isOver) return () => undefined;
    const stop = systemEnv.after(ms, () => {
      timers.delete(cancel);
      run();
    });
    const cancel = () => {
      timers.delete(cancel);
      stop();
    };
    timers.add(cancel);
    return cancel;
  };
  const end = () => {
    isOver = true;
    for (const cancel of timers) cancel();
  };
  return { env: { ...systemEnv, after }, end };
}

const key = new Uint8Array(32).fill(7);

/** `around`: what the node gets in place of its store. */
export async function startNode(
  name: string,
  { redisUrl, mongodbUri, prefix }: ClusterPlace,
  around: (store: Store) => Store = (store) => store,
): Promise<ClusterNode> {
  const connections: Redis[] = [];
  const { env, end } = mortalEnv();
  const connect = () => {
    const redis = new Redis(redisUrl, { maxRetriesPerRequest: 1, retryStrategy: () => 20 });
    // A command that fails says so itself.
    redis.on('error', () => undefined);
    connections.push(redis);
    return redis;
  };
  const troubles: string[] = [];
  const onError = (what: string, error?: unknown) => void troubles.push(`${what}: ${String(error ?? '')}`);
  const redis = connect();
  const subscriber = connect();
  const shared = { redis, subscriber, prefix };
  const table = new RedisLeaseTable({ ...shared, leaseMs: LEASE_MS, timeoutMs: 800 });
  const link = redisTransport({ ...shared, keys: [key], env, onError });
  const cluster = new Cluster({
    name,
    table,
    transport: link,
    env,
    beatMs: LEASE_MS / 6,
    trustMs: LEASE_MS - 400,
    onError,
  });
  const store = around(await openMongoStore({ uri: mongodbUri }));
  const onActorError = (error: unknown) => onError('actors', error);
  const node = createNode({ store, env, owner: '', alone: false, brand: 'meydan', cluster, onError: onActorError });
  await cluster.start();
  const disconnect = () => {
    for (const connection of connections) connection.disconnect();
  };
  return {
    name,
    node,
    cluster,
    table,
    link,
    store,
    troubles,
    async kill() {
      end();
      disconnect();
      await store.close();
    },
    async stop() {
      await cluster.stop();
      await node.system.stop();
      await store.close();
      disconnect();
    },
  };
}

/** What a gateway of this node would hear of a room. */
export function listen({ node }: ClusterNode, room: string): RoomItem[] {
  const items: RoomItem[] = [];
  node.streams.watch(room, (item) => items.push(item));
  return items;
}
