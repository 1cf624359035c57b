/**
 * Opens the services that a node shares with others: Redis, the shared clock, sharding, rate limits, user events.
 */
import { hkdfSync } from 'node:crypto';
import type { Redis } from 'ioredis';
import { Cluster } from '#actors/cluster/cluster.js';
import { isOfPreviousVersion } from '#actors/cluster/node-token.js';
import type { HopTracer } from '#actors/cluster/router.js';
import type { Cause } from '#actors/runtime/client.js';
import type { Env } from '#actors/runtime/env.js';
import { every } from '#src/concurrency/every.js';
import { withTimeout } from '#src/concurrency/with-timeout.js';
import { createLimits, type Limits } from '../adapters/rate-limits/fixed-window-limits.js';
import { createSharedLimits } from '../adapters/rate-limits/shared-fixed-window-limits.js';
import { createSharedSlidingLimits } from '../adapters/rate-limits/shared-sliding-limits.js';
import { createSlidingLimits, type SlidingLimits } from '../adapters/rate-limits/sliding-limits.js';
import { explainRedisConnection } from '../cluster/redis/explain-redis.js';
import { openPreviousNodes } from '../cluster/redis/open-previous-nodes.js';
import { createRedisConnection } from '../cluster/redis/redis-connection.js';
import { RedisLeaseTable } from '../cluster/redis/redis-lease-table.js';
import { RedisUserEventBus } from '../cluster/redis/redis-user-event-bus.js';
import { hasShardedChannels } from '../cluster/redis/sharded-channels.js';
import { openSharedClock } from '../cluster/shared-clock.js';
import type { UserEventBus } from '../cluster/user-event-bus.js';
import type { ClusterConfig, Config } from '../config/config.js';
import { ConfigError } from '../config/config-error.js';
import type { Logger } from '../observability/logger.js';
import type { ClusterMetrics } from '../observability/metrics.js';
import type { Store } from '../store/store.js';
import { openPlacements } from './live/open-placements.js';
import type { SlotPlacements } from './live/slot-placements.js';
import { openNodeLinks } from './node-links.js';
import { nodeNameOf } from './node-name.js';

export interface ClusterServices {
  /** The node's own Env, with the shared clock. */
  env: Env;
  sharding: Cluster;
  placements: SlotPlacements;
  limits: Limits;
  slidingLimits: SlidingLimits;
  userEvents: UserEventBus;
  /** Called when messages of other nodes may have been lost. Returns the function that removes the listener. */
  onMessagesLost(listener: () => void): () => void;
  /** This node has given up its slots, and could not reach the lease table for some leases: it serves nobody. */
  isCutOff(): boolean;
  /** Throws if Redis is unreachable. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface ClusterServicesDeps {
  config: Config;
  store: Store;
  env: Env;
  log: Logger;
  metrics: ClusterMetrics;
  tracer?: HopTracer | undefined;
}

/**
 * A node whose wall clock is this far off does not start, because its certificates, logs and links would be wrong too.
 */
const CLOCK_OFF_MS = 60_000;
const CLOCK_EVERY_MS = 15_000;
/** A short stall of this process is not taken for a dead Redis. */
const SILENT_MS_MIN = 2_000;
/** A shorter silence of Redis is over before clients have reconnected elsewhere. */
const CUT_OFF_LEASES = 3;
/** Sentinels and clusters are asked again until then. */
const START_TIMEOUT_MS = 10_000;

export async function openClusterServices(
  parts: ClusterServicesDeps,
  setting: ClusterConfig,
): Promise<ClusterServices> {
  const connections = await connectAll(setting);
  try {
    return await build({ ...parts, setting, connections });
  } catch (error) {
    for (const connection of Object.values(connections)) connection.disconnect();
    throw error;
  }
}

interface Materials extends ClusterServicesDeps {
  setting: ClusterConfig;
  connections: Connections;
}

/** A Redis connection that subscribes cannot run other commands. */
interface Connections {
  redis: Redis;
  listening: Redis;
  userEvents: Redis;
  /** For nodes of the previous version. */
  hints: Redis;
}

async function build({
  config,
  setting,
  store,
  env: own,
  log,
  metrics,
  tracer,
  connections,
}: Materials): Promise<ClusterServices> {
  const { redis, listening, hints } = connections;
  const isSharded = await hasShardedChannels(redis);
  const onError = throttledErrorLog(log);
  const clock = await openSharedClock({ ask: () => store.now(), monotonic: own.monotonic, wall: own.now });
  refuseFarClock(clock.now() - own.now());
  await warnOfEviction(redis, log);
  const env: Env = { ...own, now: clock.now };
  const keys = config.secrets.map((secret) => transportKey(secret));
  const name = nodeNameOf(config);
  const { leaseMs } = setting;
  const shared = { redis, prefix: setting.redisPrefix, onError };
  const table = new RedisLeaseTable({ ...shared, subscriber: listening, leaseMs, timeoutMs: leaseMs / 4 });
  const timing = { beatMs: leaseMs / 3, trustMs: (leaseMs * 5) / 6 };
  const links = await openNodeLinks({ ...shared, subscriber: listening, keys, env, metrics, store }, setting.link);
  const { transport, standby } = links;
  const cluster = new Cluster({ name, table, standby, transport, env, ...timing, onError, tracer });
  const { placements, balancer } = openPlacements({ name, cluster, table, metrics, env, onError });
  const me = () => cluster.coordinator.token;
  cluster.onTable(() => links.keep(living()));
  const living = () => cluster.coordinator.table.nodes.map(({ token }) => token);
  const sender = { keys, from: me, now: clock.now };
  const areOld = () => living().filter(isOfPreviousVersion);
  const previous = await openPreviousNodes({ ...shared, ...sender, subscriber: hints, living: areOld, leaseMs });
  const subscriber = connections.userEvents;
  const userEvents = new RedisUserEventBus({ ...shared, ...sender, subscriber, isSharded, previous, metrics });
  await userEvents.open();
  const stopRepeating = every(env, leaseMs, () => {
    previous.repeat();
    metrics.held(cluster.coordinator.heldSlots().length, living().length);
  });
  // A silent server is noticed by a command without an answer, and a subscriber sends none.
  const stopProbing = every(env, leaseMs / 2, () => {
    for (const one of [listening, subscriber, hints]) one.ping().catch(() => undefined);
  });
  const stopClock = every(env, CLOCK_EVERY_MS, () => {
    clock.sync().then(
      () => Math.abs(clock.lag()) > CLOCK_OFF_MS && onError('store clock is far off, slewing towards it'),
      (error: unknown) => onError('store clock read failed', error),
    );
  });
  return {
    env,
    sharding: cluster,
    placements,
    limits: createSharedLimits({ ...shared, alone: createLimits({ env, off: false }) }),
    slidingLimits: createSharedSlidingLimits({ ...shared, env, alone: createSlidingLimits({ env }) }),
    userEvents,
    onMessagesLost(listener) {
      subscriber.on('ready', listener);
      const stop = cluster.onLoss(listener);
      return () => {
        subscriber.off('ready', listener);
        stop();
      };
    },
    isCutOff: () => cluster.coordinator.trust.isCutOff(CUT_OFF_LEASES * leaseMs),
    async ping() {
      await redis.ping();
    },
    async close() {
      balancer.stop();
      stopRepeating();
      stopClock();
      stopProbing();
      await userEvents.close();
      for (const connection of Object.values(connections)) connection.disconnect();
    },
  };
}

async function connectAll({ redis: address, redisPrefix: prefix, leaseMs }: ClusterConfig): Promise<Connections> {
  const open = async (resubscribes = true) => {
    const silentMs = Math.max(leaseMs, SILENT_MS_MIN);
    const redis = createRedisConnection({ address, prefix, silentMs, resubscribes });
    let problem: Error | null = null;
    redis.on('error', (error: Error) => {
      problem = error;
    });
    try {
      await withTimeout(START_TIMEOUT_MS, redis.connect());
    } catch (cause) {
      redis.disconnect();
      throw new ConfigError([explainRedisConnection((problem ?? (cause as Error)).message)]);
    }
    return redis;
  };
  const [redis, listening, userEvents, hints] = await Promise.all([open(), open(), open(false), open()]);
  return { redis, listening, userEvents, hints };
}

const transportKey = (secret: string): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', 'meydan between nodes', 32));

function refuseFarClock(offMs: number): void {
  if (Math.abs(offMs) < CLOCK_OFF_MS) return;
  const seconds = Math.round(offMs / 1_000);
  throw new ConfigError([
    `the clock of this machine is ${Math.abs(seconds)} s ${seconds > 0 ? 'behind' : 'ahead of'} that of the store: ` +
      'set it (NTP) and start again',
  ]);
}

/** A Redis with an eviction policy could evict leases. Some hosted services refuse the question. */
async function warnOfEviction(redis: Redis, log: Logger): Promise<void> {
  const [, policy] = ((await redis.config('GET', 'maxmemory-policy').catch(() => [])) as string[]) ?? [];
  if (!policy || policy === 'noeviction' || policy.startsWith('volatile')) return;
  log.warn({ policy }, 'Redis may drop leases when it is full: set maxmemory-policy to noeviction');
}

/** Logs the same error at most once in five seconds, with the request that it was met in. */
function throttledErrorLog(log: Logger): (what: string, error?: unknown, cause?: Cause) => void {
  const loggedAt = new Map<string, number>();
  return (what, err, cause) => {
    const now = performance.now();
    if (now - (loggedAt.get(what) ?? Number.NEGATIVE_INFINITY) < 5_000) return;
    loggedAt.set(what, now);
    log.warn({ err, requestId: cause?.requestId }, what);
  };
}
