/** A generator in a process of its own, on core 1 where that can be said: the service has core 0. */
import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { answerWith } from '../answer-with.mjs';
import { canPin } from '../sockets/servers.mjs';

const script = fileURLToPath(new URL('./generator.mjs', import.meta.url));
/** Those who are measured, and mongod, do not wait for a generator that floods from the same core. */
const FLOOD_NICENESS = 10;

export async function startGenerator({ isFlood, ...prepare }) {
  const command = [process.execPath, '--max-semi-space-size=32', script];
  const [binary, ...args] = canPin ? ['taskset', '-c', '1', ...command] : command;
  const child = spawn(binary, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ask = (message, key) => {
    child.send(message);
    return answerWith(child, key, 'a generator');
  };
  if (isFlood) setPriority(child.pid, FLOOD_NICENESS);
  await ask({ prepare }, 'prepared');
  return {
    pid: child.pid,
    /** Resolves when the schedule is over: `figures` then comes once its last operations are answered, or given up. */
    async run(order) {
      const figures = answerWith(child, 'figures', 'a generator');
      figures.catch(() => undefined);
      const ended = await ask({ run: order }, 'ended');
      return { ended, figures };
    },
    acked: () => ask({ acked: true }, 'acked'),
    close: () => child.connected && child.send({ close: true }),
  };
}
