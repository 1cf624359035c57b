import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../servers/free-port.mjs';
import { poll } from '../time/poll.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const READY_WITHIN_MS = 150_000;
const END_WITHIN_MS = 40_000;

/** The built service as its users run it: a process of its own, on one port and one folder across restarts. */
export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** What all its lives so far have printed. */
  output(): string;
  /** kill -9: nothing is flushed, nothing is said. */
  kill(): Promise<void>;
  readonly dir: string;
  /** The same port and folder once more, until it is ready; `through`: a command that runs the rest of its line. */
  start(through?: readonly string[]): Promise<void>;
  /** The next start runs the build of this folder. */
  use(build: string): void;
  /** The exit code of the life that runs, once it has ended by itself; null when a signal ended it. */
  ended(): Promise<number | null>;
  /** SIGTERM, and the exit code. */
  stop(): Promise<number | null>;
  /** Checks every room's log; the service must not be running. Throws what the check printed when it finds a fault. */
  verifyLog(through?: readonly string[]): void;
  /** Ends it however it stands, and removes its folder. */
  remove(): Promise<void>;
}

export async function startServer(
  settings: Record<string, string> = {},
  through: readonly string[] = [],
  build = root,
): Promise<ServerProcess> {
  const dir = settings.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'meydan-e2e-')));
  const port = settings.PORT ?? String(await freePort());
  const env = environment({ PORT: port, DATA_DIR: dir, METRICS_PORT: 'off', LOG_LEVEL: 'warn', ...settings });
  const life: Life = { child: null, output: '', build };
  const url = `http://localhost:${port}`;
  const server: ServerProcess = {
    url,
    get pid() {
      return life.child?.pid ?? 0;
    },
    output: () => life.output,
    kill: async () => void (await end(life, 'SIGKILL')),
    ended: () => endOf(life),
    dir,
    use(build) {
      life.build = build;
    },
    start: (through) => begin(life, env, url, through),
    stop: () => end(life, 'SIGTERM'),
    verifyLog: (through) => verifyLog(env, through),
    remove: async () => {
      await end(life, 'SIGKILL');
      await rm(dir, { recursive: true, force: true });
    },
  };
  await server.start(through);
  return server;
}

type Through = readonly string[];

interface Life {
  child: ChildProcess | null;
  output: string;
  /** The folder of the build that it runs. */
  build: string;
}

/** Nothing of this machine's own settings reaches the service, only what a process needs to run. */
function environment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { ...(PATH && { PATH }), ...(HOME && { HOME }), ...(TMPDIR && { TMPDIR }), ...settings };
}

/**
 * Like a supervisor: what ends before it is ready is started again. After a kill, MongoDB's node lease has to run out
 * before the service may be owner again.
 */
async function begin(life: Life, env: NodeJS.ProcessEnv, url: string, through: Through = []): Promise<void> {
  const isReady = async () => {
    if (!life.child || life.child.exitCode !== null || life.child.signalCode !== null) spawnInto(life, env, through);
    const answer = await fetch(`${url}/api/ready`).catch(() => null);
    return answer?.status === 200;
  };
  try {
    await poll(isReady, { until: 'the service is ready', withinMs: READY_WITHIN_MS, everyMs: 50 });
  } catch (error) {
    throw new Error(`${String(error)}\n${life.output}`);
  }
}

function spawnInto(life: Life, env: NodeJS.ProcessEnv, through: Through): void {
  const [command = '', ...args] = [...through, process.execPath, 'dist/src/main.js'];
  const child = spawn(command, args, { cwd: life.build, env, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      life.output += text;
    });
  }
  life.child = child;
}

async function endOf({ child }: Life): Promise<number | null> {
  if (child && child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child?.exitCode ?? null;
}

async function end(life: Life, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
  const { child } = life;
  if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
  const exited = once(child, 'exit');
  child.kill(signal);
  // A service that does not end is a fault of its own: it is cut off, and the exit code says so.
  const tooLate = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS);
  await exited;
  clearTimeout(tooLate);
  life.child = null;
  return child.exitCode;
}

function verifyLog(env: NodeJS.ProcessEnv, through: Through = []): void {
  const [command = '', ...args] = [...through, process.execPath, 'scripts/verify-log.mjs'];
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`verify-log found the log at fault (exit ${status}):\n${stdout}${stderr}`);
}
