import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beginMongod } from './servers/mongod-server.mjs';

/** Jest's global setup: what all files of a run stand on. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const MODULES_KEPT_MS = 14 * 86_400_000;
const worker = `${root}dist/src/store/embedded/worker.js`;

// biome-ignore lint/style/noDefaultExport: jest's global setup is a module with one.
export default async function setUp() {
  // On Node 20 the S3 client would say in each file what the service says once at its start.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  build();
  forgetOldModules();
  await beginSharedMongod();
}

/** The store's thread runs compiled (Node 20 loads no TypeScript in it), so the build is kept fresh. */
function build() {
  if (isFresh()) return;
  const { stdout } = spawnSync(process.execPath, [
    `${root}node_modules/typescript/bin/tsc`,
    '-p',
    `${root}tsconfig.json`,
  ]);
  if (!isFresh()) throw new Error(`the store's thread could not be built:\n${stdout}`);
}

const isFresh = () => existsSync(worker) && statSync(worker).mtimeMs >= newestSource();

function newestSource() {
  const files = readdirSync(`${root}src/store`, { recursive: true }).filter((file) => file.endsWith('.ts'));
  return Math.max(...files.map((file) => statSync(`${root}src/store/${file}`).mtimeMs));
}

/** Each version of a source leaves its compiled module behind (runner/compiled-typescript.cjs). */
function forgetOldModules() {
  const folder = `${root}.cache/test-modules/`;
  const keptSince = Date.now() - MODULES_KEPT_MS;
  for (const file of existsSync(folder) ? readdirSync(folder) : [])
    if (statSync(folder + file).mtimeMs < keptSince) rmSync(folder + file);
}

/**
 * A server and a set of collections for each file would be most of what such a file costs, so there is one for all. It
 * is not waited for here: whoever needs it does (mongod.ts). The global teardown ends it.
 */
async function beginSharedMongod() {
  const binary = process.env.MEYDAN_MONGOD ?? foundMongod();
  if (!binary) return;
  const mongod = await beginMongod(binary, ['--replSet', 'rs0']);
  mongod.started.catch((error) => console.error(`the mongod that all tests share: ${error.message}`));
  process.env.MEYDAN_TEST_MONGOD_PORT = String(mongod.port);
  globalThis.sharedMongod = mongod;
}

function foundMongod() {
  const script = `${root}scripts/fetch/mongod.mjs`;
  return spawnSync(process.execPath, [script, '--find'], { encoding: 'utf8' }).stdout.trim();
}
