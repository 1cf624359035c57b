/**
 * `npm run sim -- --seeds 2000 [--first 1] [--quiet | --troubled] [--bail]`: the deterministic simulator over many
 * seeds; `SEED=<seed> npm run sim [-- --history]` runs one exactly as it was, and tells its story. It runs the sources,
 * not the build.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkNode, ensurePackages, root } from './setup.mjs';

checkNode();
ensurePackages();
const options = [`--import=${pathToFileURL(join(root, 'test/support/runner/register-hooks.mjs'))}`];
const child = spawn(process.execPath, [...options, join(root, 'test/sim/main.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => {
  process.exitCode = signal ? 1 : (code ?? 1);
});
