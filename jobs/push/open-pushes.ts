import type { Rooms, UserNotes } from '#actors/room/commands.js';
import type { Users } from '#actors/user/commands.js';
import { createPushSender } from '#src/adapters/push/push-services.js';
import type { Config } from '#src/config.js';
import type { Loggers } from '#src/logger.js';
import type { Metrics } from '#src/metrics.js';
import type { Reader } from '#src/store/store.js';
import { createPushFollower } from './push-follower.js';
import type { PushClock } from './room-pass.js';

export interface Pushes {
  stop(): Promise<void>;
}

export interface PushesDeps {
  config: Config;
  node: { rooms: Rooms; users: Users; notes: UserNotes };
  reader: Reader;
  env: PushClock;
  loggers: Loggers;
  metrics: Metrics;
}

/** The follower with the services it sends through, at work. */
export function openPushes({ config, node, reader, env, loggers, metrics }: PushesDeps): Pushes {
  const { rooms, users, notes } = node;
  const log = loggers.jobs;
  const sender = createPushSender(config.push, env.now, log);
  const follower = createPushFollower({ rooms, users, notes, reader, sender, clock: env, log, pushed: metrics.pushed });
  follower.start();
  return {
    async stop() {
      await follower.stop();
      await sender.close();
    },
  };
}
