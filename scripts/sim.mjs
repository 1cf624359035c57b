/**
 * `npm run sim -- --seeds 2000 [--first 1] [--quiet | --troubled] [--bail]`: the deterministic simulator over many
 * seeds; `SEED=<seed> npm run sim [-- --history]` runs one exactly as it was, and tells its story. It runs the sources,
 * not the build. `--coverage` lists the code of actors, gateway and cluster that no seed has reached; with `--worlds all`
 * the seeds are of every kind of world in turn.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkNode, ensurePackages, root } from './setup.mjs';
import { reachedCode, reachedCodeText } from './test/reached-code.mjs';

const FOLDERS = ['actors', 'http/gateway', 'src/cluster'];

checkNode();
ensurePackages();
const options = [`--import=${pathToFileURL(join(root, 'test/support/runner/register-hooks.mjs'))}`];
const args = process.argv.slice(2).filter((each) => each !== '--coverage');
const coverage = process.argv.includes('--coverage') ? mkdtempSync(join(tmpdir(), 'meydan-coverage-')) : null;
const child = spawn(process.execPath, [...options, join(root, 'test/sim/main.ts'), ...args], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ...(coverage && { NODE_V8_COVERAGE: coverage }) },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => {
  process.exitCode = signal ? 1 : (code ?? 1);
  if (!coverage) return;
  console.log(reachedCodeText(reachedCode(coverage, FOLDERS)));
  rmSync(coverage, { recursive: true, force: true });
});
