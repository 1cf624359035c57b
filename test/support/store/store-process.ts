import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('./store-child.mjs', import.meta.url));

export interface StoreLine {
  open?: true;
  acked?: string[];
  error?: { name: string; message: string };
}

/** Another process on the data folder. `lines` grows with what it says. */
export interface StoreProcess {
  child: ChildProcess;
  lines: StoreLine[];
  /** Resolves with its first line: whether the store opened. */
  started: Promise<StoreLine>;
  /** Kills it with -9; resolves when it is gone and everything it said has been read. */
  kill(): Promise<void>;
}

export function startStoreProcess(job: 'append' | 'hold', dir: string, first = 1): StoreProcess {
  const child = spawn(process.execPath, [SCRIPT, job, dir, String(first)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: StoreLine[] = [];
  const reader = createInterface({ input: child.stdout });
  const ended = once(reader, 'close');
  const started = new Promise<StoreLine>((resolve) => {
    reader.on('line', (text) => {
      const line = JSON.parse(text) as StoreLine;
      lines.push(line);
      resolve(line);
    });
  });
  return {
    child,
    lines,
    started,
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Runs a job to its end on a small file system of its own, or undefined where the system allows no mounts. */
export function onSmallDisk(job: 'fill' | 'hold', dir: string, options: string): Record<string, unknown> | undefined {
  const shell = `mount -t tmpfs -o ${options} none "$1" || exit 77; exec "$2" "$3" "$4" "$1"`;
  const { status, stdout } = spawnSync(
    'unshare',
    ['-rm', 'sh', '-c', shell, 'sh', dir, process.execPath, SCRIPT, job],
    { encoding: 'utf8', timeout: 60_000 },
  );
  if (status === null || status === 77 || stdout === '') return undefined;
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}');
}
