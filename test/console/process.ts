/** The console as a process of its own, as its operators run it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { poll } from '../support/time/poll.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

export const KEYS = { DICTIONARY_KEY: 'the-key-of-the-service', CONSOLE_KEY: 'the-key-of-operators' };

export interface ConsoleProcess {
  url: string;
  said(): string;
  /** SIGTERM, and the exit code. */
  stop(): Promise<number | null>;
  kill(): void;
}

/** Ready when it says so. Nothing of this machine's own settings reaches it. */
export async function startConsoleProcess(dir: string, settings: Record<string, string>): Promise<ConsoleProcess> {
  const { PATH, HOME } = process.env;
  const env = { ...(PATH && { PATH }), ...(HOME && { HOME }), PORT: '0', DATA_DIR: dir, ...settings };
  const child = spawn(process.execPath, ['dist/console/main.js'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  }) as ChildProcess;
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  let hasEnded = false;
  child.once('close', () => {
    hasEnded = true;
  });
  const address = () => {
    if (hasEnded) throw new Error('the console has ended');
    return /ready at (\S+)\/console\//.exec(said)?.[1];
  };
  try {
    const url = await poll(address, { until: 'the console is ready', withinMs: 60_000, everyMs: 20 });
    return { url, said: () => said, stop: () => stop(child), kill: () => void child.kill('SIGKILL') };
  } catch (error) {
    child.kill('SIGKILL');
    throw new Error(`${String(error)}\n${said}`);
  }
}

async function stop(child: ChildProcess): Promise<number | null> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  return (await ended)[0];
}
