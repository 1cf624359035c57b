import { randomUUID } from 'node:crypto';
import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { type Examination, type Finding, ok, problem, warning } from './finding.js';

const GIB = 2 ** 30;
const PROBLEM_BYTES = 1 * GIB;
const WARNING_BYTES = 5 * GIB;
const SLOW_FSYNC_MS = 50;

/** A folder of the embedded store, or of its files: writable, with space, on a disk that keeps what it is given. */
export async function examineFolder(dir: string): Promise<Examination> {
  await mkdir(dir, { recursive: true });
  return { findings: [await space(dir), await durability(dir)] };
}

async function space(dir: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(dir);
  const free = bavail * bsize;
  const said = `${(free / GIB).toFixed(1)} GiB are free in ${dir}`;
  if (free < PROBLEM_BYTES) return problem(`${said}. A full disk refuses every write.`);
  return free < WARNING_BYTES ? warning(`${said}. A full disk refuses every write.`) : ok(said);
}

async function durability(dir: string): Promise<Finding> {
  const path = join(dir, `.doctor-${randomUUID()}`);
  const from = performance.now();
  const file = await open(path, 'wx', 0o600);
  try {
    await file.write('durable?');
    await file.sync();
  } finally {
    await file.close();
    await rm(path);
  }
  const took = Math.round(performance.now() - from);
  const said = `a write to ${dir} is on the disk after ${took} ms`;
  return took < SLOW_FSYNC_MS ? ok(said) : warning(`${said}: each message waits that long for this disk.`);
}
