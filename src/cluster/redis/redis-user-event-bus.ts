/**
 * User events between nodes over Socket.IO's Redis adapter. It uses sharded channels if the server has them, so that in
 * a Redis Cluster an event does not pass through every shard. The adapter does not sign, so that this file signs each
 * event.
 */
import { createAdapter, createShardedAdapter } from '@socket.io/redis-adapter';
import type { Redis } from 'ioredis';
import { Server } from 'socket.io';
import { withTimeout } from '#src/concurrency/with-timeout.js';
import type { UserEventBus } from '../user-event-bus.js';
import { MessageSigner } from './signed-messages.js';

export interface RedisUserEventBusOptions {
  redis: Redis;
  /** A subscriber connection for the adapter alone. */
  subscriber: Redis;
  prefix: string;
  keys: readonly Uint8Array[];
  /** The sender; it changes with every life of the node. */
  from: () => string;
  now: () => number;
  onError: (what: string, error?: unknown) => void;
}

const EVENT = 'note';
const CLOSE_TIMEOUT_MS = 1_000;

export async function openRedisUserEventBus(options: RedisUserEventBusOptions): Promise<UserEventBus> {
  const { prefix, keys, from, now, onError } = options;
  const signer = new MessageSigner({ keys, now });
  const listeners = new Set<(event: object) => void>();
  // A server without a listener: only its adapter is used.
  const server = new Server({ adapter: await adapterFor(options), transports: ['websocket'] });
  server.on(EVENT, (message: unknown) => {
    const verified = typeof message === 'string' ? signer.verify(prefix, message) : null;
    if (!verified) return onError('user event between nodes rejected');
    if (verified.from === from()) return;
    const event = JSON.parse(verified.text) as object;
    for (const listener of listeners) listener(event);
  });
  return {
    publish: (event) => void server.serverSideEmit(EVENT, signer.sign(prefix, from(), JSON.stringify(event))),
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      listeners.clear();
      await (server.of('/').adapter as { close?: () => Promise<void> | void }).close?.();
      // The adapter does not await its commands, and does not handle their failure on a closed connection.
      await withTimeout(CLOSE_TIMEOUT_MS, options.subscriber.ping()).catch((error: unknown) => {
        onError('Redis did not answer while closing', error);
      });
    },
  };
}

/** Redis has sharded channels since version 7. */
async function adapterFor({ redis, subscriber, prefix }: RedisUserEventBusOptions) {
  const version = /^redis_version:(\d+)/m.exec(await redis.info('server'))?.[1];
  if (Number(version) >= 7) return createShardedAdapter(redis, subscriber, { channelPrefix: `{${prefix}}:notes` });
  return createAdapter(redis, subscriber, { key: `{${prefix}}:notes` });
}
