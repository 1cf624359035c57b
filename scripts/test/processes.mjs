/** Processes by their ids: their parents, their use of the processor, and their end. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const SAMPLE_MS = 1_000;
/** USER_HZ, which is 100 on every Linux that Node runs on. */
const MS_PER_TICK = 10;

/** Ends a process and all that came from it. A signal alone would leave its servers behind. */
export function killTree(pid) {
  for (const each of [pid, ...descendants(pid)]) {
    try {
      process.kill(each, 'SIGKILL');
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  }
}

export function descendants(pid, children = childrenByParent()) {
  return (children.get(pid) ?? []).flatMap((child) => [child, ...descendants(child, children)]);
}

/** Whether its main thread waits or runs, and for what share of one processor; empty where the system keeps no file. */
export async function activityOf(pid) {
  const before = statOf(pid);
  await pause(SAMPLE_MS);
  const after = statOf(pid);
  if (!before || !after) return '';
  const percent = Math.round(((after.ticks - before.ticks) * MS_PER_TICK * 100) / SAMPLE_MS);
  return ` ${after.state === 'R' ? 'runs' : 'waits'} at ${percent} % of a processor`;
}

function childrenByParent() {
  const children = new Map();
  for (const { pid, parent } of process.platform === 'linux' ? fromProc() : fromPs())
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  return children;
}

/** A bare machine has no `ps`. */
function fromProc() {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(statOf).filter((stat) => stat !== null);
}

function fromPs() {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const lines = stdout.trim().split('\n');
  return lines.map((line) => line.trim().split(/\s+/).map(Number)).map(([pid, parent]) => ({ pid, parent }));
}

/** Null where it has ended, or where there is no such file. Its name may hold spaces and parentheses. */
function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return {
      pid: Number(pid),
      state: fields[0],
      parent: Number(fields[1]),
      ticks: Number(fields[11]) + Number(fields[12]),
    };
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return null;
    throw error;
  }
}
