/** Three processes of the built service on one MongoDB and one Redis, behind one address that sends callers to whoever is ready. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
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
      front.close();
      await Promise.all(nodes.map((node) => node.remove()));
      await stopBoth(mongod, redis);
    },
  };
}

async function stopBoth(mongod: Mongod, redis: RedisServer): Promise<void> {
  await Promise.all([mongod.stop(), redis.stop()]);
}

/** Connections go to the nodes in turn, to each as long as it says that it is ready. */
async function openFront(nodes: readonly ServerProcess[]) {
  const open = new Set<Socket>();
  let turn = 0;
  const front = createServer((near) => {
    open.add(near);
    near.on('error', () => undefined).on('close', () => open.delete(near));
    turn += 1;
    void readyOne(nodes, turn).then((node) => (node ? join(near, node) : near.destroy()));
  }).listen(0, '127.0.0.1');
  await once(front, 'listening');
  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    close() {
      front.close();
      for (const socket of open) socket.destroy();
    },
  };
}

async function readyOne(nodes: readonly ServerProcess[], turn: number): Promise<ServerProcess | null> {
  for (let tried = 0; tried < nodes.length; tried += 1) {
    const node = nodes[(turn + tried) % nodes.length];
    if (node && (await isReady(node))) return node;
  }
  return null;
}

export async function isReady({ url }: ServerProcess): Promise<boolean> {
  const answer = await fetch(`${url}/api/ready`, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.status === 200;
}

function join(near: Socket, { url }: ServerProcess): void {
  const far = connect(Number(new URL(url).port), 'localhost');
  // An end that fails closes, and takes the other one with it.
  far.on('error', () => undefined).on('close', () => near.destroy());
  near.on('close', () => far.destroy());
  near.pipe(far).pipe(near);
}
