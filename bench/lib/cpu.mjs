/** The processor time of the thread of the actors, the thread of the store, and mongod. Linux only; elsewhere null. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** ms of processor time of each thread of a process, by thread id. */
export function threadsOf(pid) {
  const times = new Map();
  for (const tid of readdirSync(`/proc/${pid}/task`)) {
    try {
      const [ns] = readFileSync(`/proc/${pid}/task/${tid}/schedstat`, 'utf8').split(' ');
      times.set(Number(tid), Number(ns) / 1e6);
    } catch (cause) {
      // A thread may end between the listing and the reading.
      if (cause.code !== 'ENOENT' && cause.code !== 'ESRCH') throw cause;
    }
  }
  return times;
}

function reading(storePid) {
  if (process.platform !== 'linux') return null;
  return { own: threadsOf(process.pid), store: storePid === null ? null : threadsOf(storePid) };
}

/**
 * Starts measuring; the returned function answers ms of processor time since then. The embedded store's thread is
 * the busiest beside the main one. `all` is the whole process, compiler and collector included.
 */
export function measureCpu(storePid = null) {
  const before = reading(storePid);
  const processBefore = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(processBefore);
    const all = (user + system) / 1_000;
    const after = reading(storePid);
    if (!before || !after) return { actors: null, store: null, all };
    const since = (now, then) => [...now].map(([tid, ms]) => [tid, ms - (then.get(tid) ?? 0)]);
    const own = since(after.own, before.own);
    const actors = own.find(([tid]) => tid === process.pid)[1];
    const others = own.filter(([tid]) => tid !== process.pid).map(([, ms]) => ms);
    const store = after.store
      ? since(after.store, before.store).reduce((sum, [, ms]) => sum + ms, 0)
      : Math.max(0, ...others);
    return { actors, store, all };
  };
}

/** Calls of the system that read or write, made by a process so far. Linux only; elsewhere null. */
export function ioCallsOf(pid) {
  if (process.platform !== 'linux') return null;
  const text = readFileSync(`/proc/${pid}/io`, 'utf8');
  const count = (name) => Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(text)[1]);
  return { reads: count('syscr'), writes: count('syscw') };
}

/** Pins this process and its later children to these cores. False if the system does not support it. */
export function pinTo(cores) {
  const { status } = spawnSync('taskset', ['-a', '-c', '-p', cores, String(process.pid)], { stdio: 'ignore' });
  return status === 0;
}
