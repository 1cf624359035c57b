import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Jest's global setup: the store's thread runs compiled (Node 20 loads no TypeScript in it), so the build is kept fresh. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const worker = `${root}dist/src/store/embedded/worker.js`;

function newestSource() {
  const files = readdirSync(`${root}src/store`, { recursive: true }).filter((file) => file.endsWith('.ts'));
  return Math.max(...files.map((file) => statSync(`${root}src/store/${file}`).mtimeMs));
}

const isFresh = () => existsSync(worker) && statSync(worker).mtimeMs >= newestSource();

// biome-ignore lint/style/noDefaultExport: jest's global setup is a module with one.
export default function build() {
  // On Node 20 the S3 client would say in each file what the service says once at its start.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  if (isFresh()) return;
  const { stdout } = spawnSync(process.execPath, [
    `${root}node_modules/typescript/bin/tsc`,
    '-p',
    `${root}tsconfig.json`,
  ]);
  if (!isFresh()) throw new Error(`the store's thread could not be built:\n${stdout}`);
}
