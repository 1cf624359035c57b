/** The Python client as its users get it: installed from its folder, and used by programs of their own. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const run = promisify(execFile);
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** What the client stands on. CI fails without it; elsewhere the tests are left out loudly. */
export const needs = { 'packages of the Python client': process.env.MEYDAN_PYTHON_CLIENT };

export interface InstalledClient extends AsyncDisposable {
  folder: string;
  env: NodeJS.ProcessEnv;
  /** A program of this folder, or the path of one. */
  start(program: string, ...options: string[]): Running;
}

export interface Running {
  child: ChildProcess;
  /** What it has printed so far. */
  output(): string;
  /** The exit code; null when a signal ended it. */
  ended: Promise<number | null>;
}

export async function installClient(packages: string): Promise<InstalledClient> {
  const folder = await mkdtemp(join(tmpdir(), 'meydan-python-'));
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, PYTHONPATH: packages, PYTHONDONTWRITEBYTECODE: '1' };
  const options = ['--quiet', '--disable-pip-version-check', '--no-deps', '--no-build-isolation', '--no-index'];
  // From a copy: a build may leave files behind.
  await cp(join(root, 'sdk-python'), join(folder, 'sdk-python'), { recursive: true });
  const target = ['--target', join(folder, 'installed'), join(folder, 'sdk-python')];
  await run('python3', ['-m', 'pip', 'install', ...options, ...target], { env });
  const own = { ...env, PYTHONPATH: [join(folder, 'installed'), packages].join(delimiter) };
  return {
    folder,
    env: own,
    start: (program, ...orders) => running(join(import.meta.dirname, program), orders, own),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** What Python says in its mode of development about a step that took a tenth of a second: that is the machine's. */
const SLOW_STEP = /^Executing <.* took [\d.]+ seconds\n/gm;

function running(program: string, orders: string[], env: NodeJS.ProcessEnv): Running {
  const child = spawn('python3', ['-X', 'dev', program, ...orders], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { child, output: () => output.replace(SLOW_STEP, ''), ended };
}
