/**
 * The service as it runs among many: three processes of the build, a replica set of three, one Redis. Between every
 * node and each of them stands a proxy of its own.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import { freePort } from '../servers/free-port.mjs';
import { type MongoSet, startMongoSet } from '../servers/mongo-set.js';
import { startProxy, type TcpProxy } from '../servers/proxy.js';
import { type RedisServer, startRedis } from '../servers/redis.js';
import { FaultyMachine } from './faulty-machine.js';
import { type ServerProcess, startServer } from './server-process.js';

export interface NodeProcess {
  readonly name: string;
  readonly server: ServerProcess;
  /** Between it and Redis. */
  readonly redis: TcpProxy;
  /** Between it and each member of the set. */
  readonly mongo: readonly TcpProxy[];
  /** What it runs on, if its clock can be set. */
  readonly machine: FaultyMachine | null;
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void;
}

export interface RedisBox {
  kill(): Promise<void>;
  /** Empty, on the same port. */
  start(): Promise<void>;
  flush(): Promise<void>;
  hash(key: string): Promise<Record<string, string>>;
}

export interface ClusterProcesses extends AsyncDisposable {
  readonly nodes: readonly NodeProcess[];
  readonly mongo: MongoSet;
  readonly redis: RedisBox;
  /** The database of the service, by the shortest way. */
  readonly databaseUri: string;
  /** Checks every room's log, by this build or the one in a folder. Throws what the check printed when it finds a fault. */
  verifyLog(build?: string): Promise<void>;
}

export interface Binaries {
  mongod: string;
  redis: string;
  /** A C compiler: the clocks of the nodes can be set then. */
  cc?: string | undefined;
}

const NAMES = ['a', 'b', 'c'];
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const REROUTE = new URL('../../cluster/process/reroute.mjs', import.meta.url);

/** `build`: the folder of another build that the nodes begin with. */
export async function startClusterProcesses(
  binaries: Binaries,
  settings: Record<string, string>,
  build?: string,
): Promise<ClusterProcesses> {
  const redisPort = await freePort();
  const redis = redisBox(binaries.redis, redisPort);
  const [mongo] = await Promise.all([startMongoSet(binaries.mongod), redis.start()]);
  const shared = { ...settings, MONGODB_URI: mongo.uri('meydan') };
  const nodes: NodeProcess[] = [];
  const start = (name: string) =>
    startNode(name, shared, { mongoPorts: mongo.ports, redisPort, build, cc: binaries.cc });
  const processes: ClusterProcesses = {
    nodes,
    mongo,
    redis,
    databaseUri: shared.MONGODB_URI,
    verifyLog: (from) => verifyLog(shared, from),
    async [Symbol.asyncDispose]() {
      // Who is stopped hears nothing but the end.
      await Promise.all(nodes.map(({ server }) => server.remove()));
      await Promise.all(nodes.map(({ machine }) => machine?.remove()));
      await Promise.all(nodes.flatMap((node) => [node.redis, ...node.mongo]).map((proxy) => proxy.stop()));
      await Promise.all([redis.kill(), mongo.stop()]);
    },
  };
  try {
    // The first one makes the collections; the others come together.
    const [first, ...others] = NAMES as [string, ...string[]];
    nodes.push(await start(first));
    nodes.push(...(await Promise.all(others.map(start))));
    return processes;
  } catch (error) {
    await processes[Symbol.asyncDispose]();
    throw error;
  }
}

interface NodeOptions {
  mongoPorts: readonly number[];
  redisPort: number;
  build: string | undefined;
  cc: string | undefined;
}

async function startNode(
  name: string,
  settings: Record<string, string>,
  { mongoPorts, redisPort, build, cc }: NodeOptions,
): Promise<NodeProcess> {
  // Its disk is none of the test's: the store is in MongoDB.
  const machine = cc === undefined ? null : await FaultyMachine.build('/nowhere', cc);
  const redis = await startProxy(redisPort);
  const mongo = await Promise.all(mongoPorts.map(startProxy));
  const routes = mongo.map(({ port }, at) => `${mongoPorts[at]}:${port}`).join(',');
  const own = {
    ...settings,
    NODE_NAME: name,
    REDIS_URL: `redis://127.0.0.1:${redis.port}`,
    REROUTE: routes,
    NODE_OPTIONS: `--import ${fileURLToPath(REROUTE)}`,
    ...machine?.settings,
  };
  const server = await startServer(own, [], build);
  return { name, server, redis, mongo, machine, signal: (signal) => void process.kill(server.pid, signal) };
}

/** While it runs the proxies of this process have to go on. */
async function verifyLog(settings: Record<string, string>, cwd = ROOT): Promise<void> {
  const { PATH, HOME } = process.env;
  const env = { ...(PATH && { PATH }), ...(HOME && { HOME }), ...settings };
  const child = spawn(process.execPath, ['scripts/verify-log.mjs'], { cwd, env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`verify-log found the log at fault (exit ${code}):\n${said}`);
}

function redisBox(binary: string, port: number): RedisBox {
  let server: RedisServer | null = null;
  const asked = async <T>(ask: (client: Redis) => Promise<T>): Promise<T> => {
    const client = new Redis(port, '127.0.0.1');
    try {
      return await ask(client);
    } finally {
      client.disconnect();
    }
  };
  return {
    async kill() {
      await server?.stop();
      server = null;
    },
    async start() {
      server = await startRedis(binary, port);
    },
    async flush() {
      await asked((client) => client.flushall());
    },
    hash: (key) => asked((client) => client.hgetall(key)),
  };
}
