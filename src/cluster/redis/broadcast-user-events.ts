/**
 * User events as nodes of the previous version exchange them: every event to every node, over Socket.IO's Redis adapter.
 * The adapter does not sign, so that this file signs each event.
 */
import { createAdapter, createShardedAdapter } from '@socket.io/redis-adapter';
import type { Redis } from 'ioredis';
import { Server } from 'socket.io';
import { withTimeout } from '#src/concurrency/with-timeout.js';
import { hasShardedChannels } from './sharded-channels.js';
import { MessageSigner } from './signed-messages.js';

export interface BroadcastUserEventsOptions {
  redis: Redis;
  /** A subscriber connection for the adapter alone. */
  subscriber: Redis;
  prefix: string;
  keys: readonly Uint8Array[];
  /** The sender; it changes with every life of the node. */
  from: () => string;
  /** Events of all other senders are dropped. */
  hears: (from: string) => boolean;
  now: () => number;
  onError: (what: string, error?: unknown) => void;
}

export interface BroadcastUserEvents {
  publish(event: object): void;
  listen(listener: (event: object) => void): () => void;
  close(): Promise<void>;
}

const EVENT = 'note';
const CLOSE_TIMEOUT_MS = 1_000;

export async function openBroadcastUserEvents(options: BroadcastUserEventsOptions): Promise<BroadcastUserEvents> {
  const { prefix, keys, from, hears, now, onError } = options;
  const signer = new MessageSigner({ keys, now });
  const listeners = new Set<(event: object) => void>();
  // A server without a listener: only its adapter is used.
  const server = new Server({ adapter: await adapterFor(options), transports: ['websocket'] });
  server.on(EVENT, (message: unknown) => {
    const verified = typeof message === 'string' ? signer.verify(prefix, message) : null;
    if (!verified) return onError('user event between nodes rejected');
    if (verified.from === from() || !hears(verified.from)) return;
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

async function adapterFor({ redis, subscriber, prefix }: BroadcastUserEventsOptions) {
  if (await hasShardedChannels(redis))
    return createShardedAdapter(redis, subscriber, { channelPrefix: `{${prefix}}:notes` });
  return createAdapter(redis, subscriber, { key: `{${prefix}}:notes` });
}
