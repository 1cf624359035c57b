import type { Redis } from 'ioredis';

/** Redis has sharded channels since version 7: in a Redis Cluster, a message does not pass through every shard. */
export async function hasShardedChannels(redis: Redis): Promise<boolean> {
  const version = /^redis_version:(\d+)/m.exec(await redis.info('server'))?.[1];
  return Number(version) >= 7;
}
