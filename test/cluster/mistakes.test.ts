/** What is set up wrongly among several nodes stops the start, or is said, with the reason. */
import { PassThrough } from 'node:stream';
import { Redis } from 'ioredis';
import { systemEnv } from '#actors/runtime/system-env.js';
import { createLoggers } from '#src/observability/logger.js';
import { bootApp } from '../support/clients/boot-app.js';
import { describeOnRedis } from '../support/servers/redis.js';
import { describeOnMongo } from '../support/store/engines.js';

describeOnRedis('a mistake in setting up nodes', (redis) => {
  describeOnMongo('on a database', (_, mongod) => {
    describe('is found at the start:', () => {
      const settings = (more: Record<string, string> = {}) => ({
        MONGODB_URI: mongod().freshUri(),
        REDIS_URL: redis().url,
        SECRET: 'x'.repeat(32),
        LEASE_MS: '600',
        NODE_NAME: `n${Math.random().toString(36).slice(2)}`,
        ...more,
      });

      it('a clock that is far from that of the store', async () => {
        const env = { ...systemEnv, now: () => systemEnv.now() + 3_600_000 };
        await expect(bootApp({ settings: settings(), parts: { env } })).rejects.toThrow(
          /clock of this machine is 3[56]\d\d s ahead of that of the store/,
        );
      });

      it('a Redis that is not there', async () => {
        await expect(bootApp({ settings: settings({ REDIS_URL: 'redis://127.0.0.1:1' }) })).rejects.toThrow(
          'REDIS_URL: Redis cannot be reached',
        );
      });

      it('a Redis that may drop leases when it is full, as a warning', async () => {
        const admin = new Redis(redis().url);
        await admin.config('SET', 'maxmemory-policy', 'allkeys-lru');
        const lines: string[] = [];
        const to = new PassThrough();
        to.on('data', (line: Buffer) => lines.push(String(line)));
        try {
          const booted = await bootApp({ settings: settings(), parts: { loggers: createLoggers('warn', to) } });
          await booted[Symbol.asyncDispose]();
        } finally {
          await admin.config('SET', 'maxmemory-policy', 'noeviction');
          admin.disconnect();
        }
        expect(lines.join('')).toContain('maxmemory-policy');
      });
    });
  });
});
