import type { Rooms, UserEvents } from '#actors/room/commands.js';
import type { Users } from '#actors/user/commands.js';
import { createPushSender } from '#src/adapters/push/push-services.js';
import type { Config } from '#src/config/config.js';
import type { Loggers } from '#src/observability/logger.js';
import type { Metrics } from '#src/observability/metrics.js';
import type { Tracing } from '#src/observability/tracing/tracing.js';
import type { Reader } from '#src/store/store.js';
import { createPushFollower } from './push-follower.js';
import type { PushClock } from './room-pass.js';

export interface Pushes {
  /** In these slots; default: in all. */
  start(slots?: readonly number[]): void;
  /** This node has become the owner of slots: it sends the pushes that the previous owner left pending. */
  resume(slots: readonly number[]): void;
  stop(): Promise<void>;
}

export interface PushesDeps {
  config: Config;
  node: { rooms: Rooms; users: Users; userEvents: UserEvents };
  reader: Reader;
  env: PushClock;
  loggers: Loggers;
  metrics: Metrics;
  tracing?: Tracing | null | undefined;
  /** Whether this node owns the room. */
  isMine(room: string): boolean;
}

/** The push follower with the services that it sends through. */
export function openPushes({ config, node, reader, env, loggers, metrics, tracing, isMine }: PushesDeps): Pushes {
  const { rooms, users, userEvents } = node;
  const log = loggers.jobs;
  const sender = createPushSender(config.push, env.now, log);
  const follower = createPushFollower({
    rooms,
    users,
    userEvents,
    reader,
    sender,
    clock: env,
    log,
    pushed: metrics.pushed,
    isMine,
    tracing: tracing ?? null,
  });
  return {
    start: (slots) => follower.start(slots),
    resume: (slots) => follower.resume(slots),
    async stop() {
      await follower.stop();
      await sender.close();
    },
  };
}
