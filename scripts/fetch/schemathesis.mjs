/** Prints the path of schemathesis, the fuzzer that reads OpenAPI documents: one that is there, or one it gets. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canRun, onPath } from '../programs.mjs';
import { pipIntoCache } from './into-cache.mjs';

const CACHE = fileURLToPath(new URL('../../.cache/openapi-tools', import.meta.url));
/** The validator lies beside it: both read the same document. */
const PACKAGES = ['schemathesis==4.32.5', 'openapi-spec-validator==0.9.0'];
const PROGRAM = 'bin/schemathesis';

function findSchemathesis() {
  const named = process.env.MEYDAN_SCHEMATHESIS;
  if (named) {
    if (!canRun(named)) throw new Error(`MEYDAN_SCHEMATHESIS names ${named}, which cannot be run`);
    return named;
  }
  return onPath('schemathesis') ?? [join(CACHE, PROGRAM)].find(canRun);
}

/** The programs in the cache find their own packages only with this path. */
function proven(file) {
  const env = { ...process.env, PYTHONPATH: join(file, '../..') };
  const { status, stderr, error } = spawnSync(file, ['--version'], { encoding: 'utf8', env });
  if (status === 0) return file;
  throw new Error(`${file} does not start: ${error?.message ?? stderr.trim().split('\n').at(-1)}`);
}

try {
  if (!findSchemathesis()) pipIntoCache(CACHE, PACKAGES);
  const found = findSchemathesis();
  if (!found) throw new Error(`there is no ${PROGRAM} in what pip put into ${CACHE}`);
  console.log(proven(found));
} catch (cause) {
  console.error(`No schemathesis: ${cause.message}. Install it, or name it in MEYDAN_SCHEMATHESIS.`);
  process.exitCode = 1;
}
