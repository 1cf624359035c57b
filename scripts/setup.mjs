/** Shared by `npm start` and `npm test`: installs the locked packages and builds the current sources. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
// By its default: a Node that is too old for one of its functions is still told so.
import util from 'node:util';
import { drawIcons } from './build/icons.mjs';
import { isSupported, nodeFloor, nodeNotice } from './node-versions.mjs';
import { precompress } from './precompress.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const rooms = ['src', 'actors', 'http', 'jobs', 'console'];
/** Served under /docs and /api. */
const served = ['docs/guides', 'docs/openapi.json', 'docs/asyncapi.json'];
const stamp = join(root, 'dist', '.built-from');

/** Ends with a sentence for the person at the keyboard; a stack would not help. */
export function fail(message) {
  console.error(message);
  process.exit(1);
}

/** The options and the words after a command. A mistake in them ends it, with how it is used. */
export function argumentsOf(table, usage = '') {
  try {
    return util.parseArgs(table);
  } catch (error) {
    return fail(`${error.message}\n${usage}`.trimEnd());
  }
}

export function checkNode() {
  const { node } = process.versions;
  if (!isSupported(node)) {
    fail(`Meydan needs Node ${nodeFloor.join('.')} or newer, and this is Node ${node}. See https://nodejs.org`);
  }
}

/** A service is for others: on a Node without security fixes its start says so in a line, and goes on. */
export function sayIfUnmaintained() {
  const notice = nodeNotice(process.versions.node, Date.now());
  if (notice) console.error(notice);
}

/** Installs when a package of the lock is not there in the lock's version. */
export function ensurePackages() {
  if (isInstalled()) return;
  console.error('Installing packages, once …');
  // npm would empty the folder behind the link, which is somebody else's.
  const packages = join(root, 'node_modules');
  if (lstatSync(packages, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(packages);
  // Under NODE_ENV=production npm would leave out packages that the build needs.
  npm(['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund']);
}

export function ensureBuild() {
  const sources = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === sources) return;
  build(sources);
}

/** Built aside and put in place at once: a build that fails, or a server that runs, finds the old one whole. */
export function build(sources = fingerprint()) {
  console.error('Building …');
  const aside = join(root, '.cache', `build-${process.pid}`);
  process.on('exit', () => rmSync(aside, { recursive: true, force: true }));
  const compiler = [bin('typescript', 'bin/tsc'), '-p', 'tsconfig.json', '--outDir', join(aside, 'new')];
  run(process.execPath, compiler, 'The build failed: see the errors above.');
  for (const room of rooms) copyAssets(room, join(aside, 'new'));
  const bundler = [join(root, 'scripts/build/bundle.mjs'), join(aside, 'new')];
  run(process.execPath, bundler, 'The service was not bundled: see the errors above.');
  const client = [bin('typescript', 'bin/tsc'), '-p', 'sdk/tsconfig.json', '--outDir', join(aside, 'new/sdk')];
  run(process.execPath, client, 'The client did not build: see the errors above.');
  for (const path of served) cpSync(join(root, path), join(aside, 'new', path), { recursive: true });
  const pages = [bin('vite', 'bin/vite.js'), 'build', 'web', '--logLevel', 'warn', '--outDir', join(aside, 'new/web')];
  run(process.execPath, pages, 'The pages did not build: see the errors above.');
  drawIcons(join(aside, 'new/web'));
  precompress(join(aside, 'new/web'));
  packClient(aside);
  packPythonClient(aside);
  writeFileSync(join(aside, 'new/.built-from'), sources);
  if (existsSync(join(root, 'dist'))) renameSync(join(root, 'dist'), join(aside, 'old'));
  renameSync(join(aside, 'new'), join(root, 'dist'));
}

/** The client as a package, for `npm install <address>/docs/client.tgz`. */
function packClient(aside) {
  const folder = join(aside, 'client');
  for (const file of ['package.json', 'README.md']) cpSync(join(root, 'sdk', file), join(folder, file));
  cpSync(join(aside, 'new/sdk'), join(folder, 'dist'), { recursive: true });
  const commonjs = join(folder, 'dist/cjs');
  const compiler = [bin('typescript', 'bin/tsc'), '-p', 'sdk/tsconfig.cjs.json', '--outDir', commonjs];
  run(process.execPath, compiler, 'The client did not build as CommonJS: see the errors above.');
  run(process.execPath, [join(root, 'scripts/sdk/mark-commonjs.mjs'), commonjs], 'The client was not packed.');
  const pages = join(aside, 'new/web/docs');
  mkdirSync(pages, { recursive: true });
  npm(['pack', folder, '--ignore-scripts', '--silent', '--pack-destination', pages], {
    stdio: ['ignore', 'ignore', 2],
  });
  const [packed] = readdirSync(pages).filter((file) => file.endsWith('.tgz'));
  renameSync(join(pages, packed), join(pages, 'client.tgz'));
}

/** The Python client as its sources, for `pip install <address>/docs/client-python.tgz`. */
function packPythonClient(aside) {
  const file = join(aside, 'new/web/docs/client-python.tgz');
  const parts = ['pyproject.toml', 'README.md', 'src'].map((part) => join('sdk-python', part));
  run('tar', ['-czf', file, '--exclude=__pycache__', ...parts], 'The Python client could not be packed.');
}

export function run(command, args, otherwise, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2], ...options });
  if (error || status !== 0) fail(error ? `${otherwise} (${error.message})` : otherwise);
}

export function bin(name, path) {
  return join(root, 'node_modules', name, path);
}

/** npm names itself to the scripts it runs; without it, the one on the path is taken. */
function npm(args, options = {}) {
  const own = process.env.npm_execpath?.endsWith('.js') ? process.env.npm_execpath : null;
  const otherwise = `npm ${args[0]} failed: see its messages above. Is the registry reachable?`;
  if (own) run(process.execPath, [own, ...args], otherwise, options);
  else run('npm', args, otherwise, { shell: process.platform === 'win32', ...options });
}

/** npm writes the installed packages into a lock of its own, as its last step. */
function isInstalled() {
  const installedFile = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const installed = packagesIn(installedFile);
  return Object.entries(packagesIn(join(root, 'package-lock.json'))).every(
    ([at, { version, optional }]) => at === '' || optional || installed[at]?.version === version,
  );
}

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch (error) {
    return fail(`${file} cannot be read: ${error.message}. Put it back, or remove node_modules.`);
  }
}

/** Of the contents, so that a fresh checkout or a copied tree is not built twice. */
function fingerprint() {
  const hash = createHash('sha256');
  const files = [...rooms, 'web', 'sdk/src', 'sdk-python', ...served].flatMap(filesIn).filter(isSource);
  for (const file of [...files, 'package.json', 'package-lock.json', 'tsconfig.json', 'scripts/build/bundle.mjs']) {
    hash.update(`\0${file}\0`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/** What Python keeps beside its sources is not one of them. */
const isSource = (file) => !file.includes('__pycache__');

function filesIn(folder) {
  if (!existsSync(join(root, folder))) return [];
  if (statSync(join(root, folder)).isFile()) return [folder];
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesIn(path);
    return entry.isFile() ? [path] : [];
  });
}

/** Files that the compiler does not copy: worker entries in plain JavaScript, templates, pictures. */
function copyAssets(room, to) {
  for (const file of filesIn(room)) {
    if (['.ts', '.md'].includes(extname(file))) continue;
    cpSync(join(root, file), join(to, file));
  }
}

/** A killed npm cannot pass anything on; its server drains, so that the port and the data are free for the next. */
export function leaveWithNpm(script) {
  if (process.env.npm_lifecycle_event !== script) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  watch.unref();
}
