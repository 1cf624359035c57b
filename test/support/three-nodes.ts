/** Three processes of the built service on one MongoDB and one Redis, behind one address that sends callers to whoever is ready. */
import { type Mongod, startMongod } from './mongod.js';
import { type RedisServer, startRedis } from './redis.js';
import { type ServerProcess, startServer } from './server-process.js';

export interface ThreeNodes extends AsyncDisposable {
  readonly url: string;
  readonly nodes: readonly [ServerProcess, ServerProcess, ServerProcess];
}

export async function startThreeNodes(binaries: { mongod: string; redis: string }): Promise<ThreeNodes> {
  const [mongod, redis] = await Promise.all([startMongod(binaries.mongod), startRedis(binaries.redis)]);
  const settings = (name: string) => ({
    ...{ NODE_NAME: name, MONGODB_URI: mongod.uriOf('meydan'), REDIS_URL: redis.url, RATE_LIMITS: 'off' },
    ...{ SECRET: 'secret-of-the-three'.repeat(2), LEASE_MS: '4000' },
  });
  // The first one makes the collections; the others come together.
  const first = await startServer(settings('a'));
  const others = await Promise.all([startServer(settings('b')), startServer(settings('c'))]);
  const nodes = [first, ...others] as const;
  const front = await openFront(nodes);
  return {
    url: front.url,
    nodes,
    async [Symbol.asyncDispose]() {
      await front.close();
      await Promise.all(nodes.map((node) => node.remove()));
      await stopBoth(mongod, redis);
    },
  };
}

async function stopBoth(mongod: Mongod, redis: RedisServer): Promise<void> {
  await Promise.all([mongod.stop(), redis.stop()]);
}

/** The balancer of `npm run cluster`, which is written for Node alone and has no types. */
interface Balancer {
  add(name: string, port: number): void;
  look(): Promise<unknown>;
  listen(port: number, host: string): Promise<number>;
  close(): Promise<void>;
}

const BALANCER = new URL('../../scripts/cluster/balancer.mjs', import.meta.url);

async function openFront(nodes: readonly ServerProcess[]): Promise<{ url: string; close: () => Promise<void> }> {
  const { Balancer: Made } = (await import(BALANCER.href)) as { Balancer: new () => Balancer };
  const balancer = new Made();
  for (const [at, { url }] of nodes.entries()) balancer.add(String(at), Number(new URL(url).port));
  await balancer.look();
  const port = await balancer.listen(0, '127.0.0.1');
  return { url: `http://127.0.0.1:${port}`, close: () => balancer.close() };
}
