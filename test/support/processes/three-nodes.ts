/**
 * Three processes of the built service on one MongoDB and one Redis, behind one address that sends callers to whoever
 * is ready.
 */
import { startMongod } from '../servers/mongod.js';
import { startRedis } from '../servers/redis.js';
import { type ServerProcess, startServer } from './server-process.js';

export interface ThreeNodes extends AsyncDisposable {
  readonly url: string;
  readonly nodes: readonly [ServerProcess, ServerProcess, ServerProcess];
}

export async function startThreeNodes(
  binaries: { mongod: string; redis: string },
  settings: Record<string, string> = {},
): Promise<ThreeNodes> {
  const ends: (() => Promise<unknown>)[] = [];
  const end = async () => {
    for (const one of ends.splice(0).reverse()) await one();
  };
  try {
    const [mongod, redis] = [await startMongod(binaries.mongod), await startRedis(binaries.redis)];
    ends.push(mongod.stop, redis.stop);
    const shared = { MONGODB_URI: mongod.uriOf('meydan'), REDIS_URL: redis.url, SECRET: 'secret-of-three'.repeat(3) };
    const start = async (name: string) => {
      const node = await startServer({ ...shared, NODE_NAME: name, RATE_LIMITS: 'off', ...settings });
      ends.push(node.remove);
      return node;
    };
    // One after the other: the first one makes the collections, and three that begin at once starve each other.
    const nodes = [await start('a'), await start('b'), await start('c')] as const;
    const front = await openFront(nodes);
    ends.push(front.close);
    return { url: front.url, nodes, [Symbol.asyncDispose]: end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** The balancer of `npm run cluster`, which is written for Node alone and has no types. */
interface Balancer {
  add(name: string, port: number): void;
  look(): Promise<unknown>;
  listen(port: number, host: string): Promise<number>;
  close(): Promise<void>;
}

const BALANCER = new URL('../../../scripts/cluster/balancer.mjs', import.meta.url);

/** One address before nodes that listen at these. */
export async function openFront(nodes: readonly { url: string }[]): Promise<{ url: string; close(): Promise<void> }> {
  const { Balancer: Made } = (await import(BALANCER.href)) as { Balancer: new () => Balancer };
  const balancer = new Made();
  for (const [at, { url }] of nodes.entries()) balancer.add(String(at), Number(new URL(url).port));
  await balancer.look();
  const port = await balancer.listen(0, '127.0.0.1');
  return { url: `http://127.0.0.1:${port}`, close: () => balancer.close() };
}
