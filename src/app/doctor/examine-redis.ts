import type { Redis } from 'ioredis';
import { createRedisConnection } from '#src/cluster/redis/redis-connection.js';
import type { ClusterConfig } from '#src/config/config-shape.js';
import { type Examination, type Finding, ok, problem, readingOf, warning } from './finding.js';

const SILENT_MS = 3_000;
const SLOW_MS = 20;

export async function examineRedis({ redis: address, redisPrefix }: ClusterConfig): Promise<Examination> {
  const redis = createRedisConnection({ address, prefix: redisPrefix, silentMs: SILENT_MS });
  try {
    await redis.connect();
    const from = Date.now();
    const [seconds = 0, micros = 0] = (await redis.time()).map(Number);
    const clock = readingOf('Redis', seconds * 1_000 + micros / 1_000, { from, to: Date.now() });
    return { findings: [answerOf(clock.uncertainMs * 2), ...(await memory(redis))], clock };
  } finally {
    redis.disconnect();
  }
}

const answerOf = (ms: number): Finding =>
  ms < SLOW_MS ? ok(`answers in ${ms} ms`) : warning(`answers in ${ms} ms: each message asks it once`);

async function memory(redis: Redis): Promise<Finding[]> {
  const info = await redis.info();
  const field = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(info)?.[1]?.trim() ?? '';
  const policy = field('maxmemory_policy');
  const findings = [ok(`version ${field('redis_version')}, as ${field('role')}`)];
  if (Number(field('maxmemory')) > 0 && policy !== 'noeviction') {
    findings.push(problem(`maxmemory-policy is ${policy}: leases of rooms could be evicted. Set it to noeviction.`));
  }
  return findings;
}
