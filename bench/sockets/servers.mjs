/** The servers that are compared: how to start each, on core 0 where that can be said, and how to speak to it. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answerWith } from '../answer-with.mjs';
import { startMongod } from '../engines/mongod.mjs';
import { ioCallsOf, threadsOf } from '../lib/cpu.mjs';
import { plainWs, socketIo } from './clients.mjs';

const file = (path) => fileURLToPath(new URL(path, import.meta.url));

/** As `npm start` and the image start it. */
const SERVICE_OPTIONS = ['--max-semi-space-size=64'];

export const servers = {
  meydan: { file: file('./service-process.mjs'), speaker: socketIo, needsPeople: true },
  'socket.io': { file: file('../baselines/socketio-server.mjs'), speaker: socketIo, needsPeople: false },
  ws: { file: file('../baselines/ws-server.mjs'), speaker: plainWs, needsPeople: false },
};

/**
 * `<name>=<folder>` is the service as it was built in another checkout, to be compared with this one; options of Node may
 * follow, each after a `+`, and sizes (`+stored-rows=2000000`). With `mongo:` before it, the service stores in a mongod of
 * its own.
 */
export function serverNamed(name) {
  const [, engine = 'embedded', kind, folder, options = ''] = /^(?:(mongo):)?([^=]+)(?:=([^+]*)(.*))?$/.exec(name);
  const given = options.split('+').filter(Boolean);
  const isOfNode = (option) => option.startsWith('--');
  const sizes = Object.fromEntries(given.filter((one) => !isOfNode(one)).map(sizeOf));
  const how = { engine, options: given.filter(isOfNode), sizes };
  if (folder === undefined) return { ...servers[kind], ...how };
  return { ...servers.meydan, file: join(folder, 'bench/sockets/service-process.mjs'), ...how };
}

/** As `bench/sockets/sizes.mjs` knows them. */
function sizeOf(option) {
  const [name, count] = option.split('=');
  if (!['stored-rows', 'idle-rooms', 'connections'].includes(name)) throw new Error(`no size is called ${name}`);
  return [name, Number(count)];
}

export const canPin = spawnSync('taskset', ['-c', '0', 'true']).status === 0;

/** The mongod of a server that stores in one, on the core of the servers; null for the others. */
export async function startStoreOf(name) {
  return serverNamed(name).engine === 'mongo' ? startMongod(canPin ? { cpu: 0 } : {}) : null;
}

/**
 * A running server, on `node` if that is told, with these `settings`. `look` answers its processor time, that of its mongod
 * among it, and its own calls of the system; `weigh` its memory after a collection.
 */
export async function startServer(name, how) {
  const { node = process.execPath, nodeOptions = [], dataDir, mongod = null, settings = {} } = how;
  const { file: script, needsPeople: isService, options } = serverNamed(name);
  const own = isService ? SERVICE_OPTIONS : [];
  const command = [node, '--expose-gc', ...own, ...nodeOptions, ...options, script];
  const [binary, ...args] = canPin ? ['taskset', '-c', '0', ...command] : command;
  const child = spawn(binary, args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, DATA_DIR: dataDir, ...(mongod && { MONGODB_URI: mongod.uri }), ...settings },
  });
  const port = await answerWith(child, 'port', 'the server');
  return {
    port,
    async look() {
      child.send('look');
      const { cpu } = await answerWith(child, 'look', 'the server');
      const isReadable = process.platform === 'linux';
      const threads = isReadable ? threadsOf(child.pid) : new Map();
      if (isReadable && mongod) threads.set('mongod', sumOf(threadsOf(mongod.pid).values()));
      const ownMs = (cpu.user + cpu.system) / 1_000;
      return { ms: ownMs + (threads.get('mongod') ?? 0), pid: child.pid, threads, io: ioCallsOf(child.pid) };
    },
    async weigh() {
      child.send('weigh');
      return answerWith(child, 'weigh', 'the server');
    },
    async kill() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
    async stop() {
      const gone = once(child, 'exit');
      if (isService) child.send('stop');
      else child.kill();
      await gone;
    },
  };
}

const sumOf = (values) => [...values].reduce((sum, value) => sum + value, 0);
