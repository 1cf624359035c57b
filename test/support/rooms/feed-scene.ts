import { systemEnv } from '#actors/runtime/system-env.js';
import { Connection } from '#http/gateway/connection/connection.js';
import { Connections } from '#http/gateway/connection/connections.js';
import { newSubscription } from '#http/gateway/connection/room-subscription.js';
import { FlushScheduler } from '#http/gateway/delivery/flush-scheduler.js';
import type { Env } from '#http/gateway/gateway-deps.js';
import type { RenderContext } from '#http/gateway/rendering/rendered-item.js';
import { Departures } from '#http/gateway/rooms/departures.js';
import { RoomActivity } from '#http/gateway/rooms/room-activity.js';
import { RoomFeed } from '#http/gateway/rooms/room-feed.js';
import type { EngineSocket } from '#http/gateway/transport/engine.js';
import { callerOf } from '../../dms/pairs.js';

export const ADA = 'aaaaaaaa-0000-4000-8000-000000000000';

/** One socket that keeps what is written to it, and the feed of a room that it has opened or is about to open. */
export function feedScene(slug: string, env: Env = systemEnv) {
  const steps: (() => void)[] = [];
  let written = '';
  const tcp = { writableLength: 0, write: (bytes: Buffer) => (written += bytes.toString('latin1')) };
  const transport = { name: 'websocket', socket: { readyState: 1, _socket: tcp } };
  const engine = { readyState: 'open', upgrading: false, writeBuffer: [], transport } as unknown as EngineSocket;
  const flushScheduler = new FlushScheduler({ soon: (run) => void steps.push(run) }, () => undefined);
  const connections = new Connections();
  const connection = new Connection(engine, flushScheduler, callerOf(ADA), Number.POSITIVE_INFINITY);
  connections.add(connection);
  const renderContext = { now: () => 0, isOnline: () => true } as unknown as RenderContext;
  const activity = new RoomActivity('room', slug, connections, env, renderContext.links);
  const departures = new Departures(connections, env);
  const metrics = { flushed: () => undefined };
  const context = { connections, departures, renderContext, flushScheduler, metrics, env };
  const feed = new RoomFeed('room', slug, activity, context);
  const reader = newSubscription(connection);
  connection.setOpened('room', reader);
  /** What has been written to the socket so far. */
  const wire = (): string => {
    while (steps.length > 0) steps.shift()?.();
    return written;
  };
  return { feed, reader, connection, departures, context, wire };
}
