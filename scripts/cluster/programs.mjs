/** The servers that stand in for real ones: each is found or fetched by its own script. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ClusterProblem } from './child.mjs';

/** Where the program is: `mongod` or `redis`. */
export function findProgram(name) {
  const script = fileURLToPath(new URL(`../fetch/${name}.mjs`, import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  if (status !== 0) throw new ClusterProblem(stderr.trim());
  return stdout.trim();
}
