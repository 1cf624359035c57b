/**
 * Hints between nodes over Socket.IO's Redis adapter: sharded where the server has it, so that in a Redis Cluster they
 * do not pass through every shard. The adapter knows no secrets, so each hint is sealed.
 */
import { createAdapter, createShardedAdapter } from '@socket.io/redis-adapter';
import type { Redis } from 'ioredis';
import { Server } from 'socket.io';
import { within } from '#src/within.js';
import type { NoteBus } from '../note-bus.js';
import { Seals } from './sealed.js';

export interface RedisNoteBusOptions {
  redis: Redis;
  /** A connection of the adapter's own: it only listens. */
  subscriber: Redis;
  prefix: string;
  keys: readonly Uint8Array[];
  /** Who says it; changes with every life of the node. */
  from: () => string;
  now: () => number;
  onTrouble: (what: string, error?: unknown) => void;
}

const EVENT = 'note';
const LAST_ANSWERS_MS = 1_000;

export async function openRedisNoteBus(options: RedisNoteBusOptions): Promise<NoteBus> {
  const { prefix, keys, from, now, onTrouble } = options;
  const seals = new Seals({ keys, now });
  const listeners = new Set<(note: object) => void>();
  // A server without a listener of its own: only its adapter is used.
  const server = new Server({ adapter: await adapterFor(options), transports: ['websocket'] });
  server.on(EVENT, (message: unknown) => {
    const sealed = typeof message === 'string' ? seals.open(prefix, message) : null;
    if (!sealed) return onTrouble('a hint between nodes was refused');
    if (sealed.from === from()) return;
    const note = JSON.parse(sealed.text) as object;
    for (const listener of listeners) listener(note);
  });
  return {
    publish: (note) => void server.serverSideEmit(EVENT, seals.seal(prefix, from(), JSON.stringify(note))),
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async close() {
      listeners.clear();
      await (server.of('/').adapter as { close?: () => Promise<void> | void }).close?.();
      // The adapter does not wait for what it has sent, and has no handler for what a closed connection refuses.
      await within(LAST_ANSWERS_MS, options.subscriber.ping()).catch((error: unknown) => {
        onTrouble('Redis did not answer at the end', error);
      });
    },
  };
}

/** Sharded channels came with Redis 7. */
async function adapterFor({ redis, subscriber, prefix }: RedisNoteBusOptions) {
  const version = /^redis_version:(\d+)/m.exec(await redis.info('server'))?.[1];
  if (Number(version) >= 7) return createShardedAdapter(redis, subscriber, { channelPrefix: `{${prefix}}:notes` });
  return createAdapter(redis, subscriber, { key: `{${prefix}}:notes` });
}
