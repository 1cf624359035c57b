/** Processes of the cluster: their output is printed with their name, and they end on request. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Thrown with a sentence for the person at the keyboard. */
export class ClusterProblem extends Error {}

/**
 * In a group of its own: a Ctrl-C at the keyboard reaches all of a group at once, and the database must outlive the
 * nodes that write their last words into it.
 */
export function startChild(name, command, args, { env = process.env, cwd, isLoud = false } = {}) {
  const child = spawn(command, args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const newest = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      newest.push(line);
      if (newest.length > 20) newest.shift();
      // The settings lines of a node are the same for all nodes and at every start.
      if (isLoud && !line.startsWith('  ')) process.stdout.write(`[${name}] ${line}\n`);
    });
  }
  const started = {
    name,
    child,
    /** Its newest lines, for when it ends and nobody wanted it to. */
    newest,
    isRunning: () => child.pid !== undefined && child.exitCode === null && child.signalCode === null,
    // With its last words read.
    ended: once(child, 'close').then(([code, signal]) => ({ code, signal })),
  };
  // A caller that waits for it to be ready is notified; a caller need not wait.
  started.ended.catch(() => undefined);
  return started;
}

/** Asks it to end, and does not ask again after `withinMs`. */
export async function endChild(started, signal, withinMs) {
  if (!started.isRunning()) return;
  started.child.kill(signal);
  // One that was stopped hears nothing until it goes on.
  started.child.kill('SIGCONT');
  const cut = setTimeout(() => started.child.kill('SIGKILL'), withinMs);
  await started.ended;
  clearTimeout(cut);
}

/** Polls until `isReady` answers something; fails when the process ends or the time is over. */
export async function untilReady(started, isReady, withinMs) {
  const giveUpAt = performance.now() + withinMs;
  for (;;) {
    const answer = await isReady().catch(() => null);
    if (answer) return answer;
    const why = started.isRunning() ? `is not ready after ${withinMs / 1_000} s` : 'has ended before it was ready';
    if (!started.isRunning() || performance.now() > giveUpAt) {
      throw new ClusterProblem(`${started.name} ${why}. Its newest lines:\n${started.newest.join('\n')}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
