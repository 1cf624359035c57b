/** `npm run bench:<name> -- <options>`: runs bench/<name>.mjs against a fresh build, in a process of its own. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkNode, ensureBuild, ensurePackages, fail, root } from './setup.mjs';

const [name = '', ...options] = process.argv.slice(2);
const file = join(root, 'bench', `${name}.mjs`);
if (!/^[a-z][a-z-]*$/.test(name) || !existsSync(file)) {
  const known = readdirSync(join(root, 'bench')).filter((entry) => entry.endsWith('.mjs'));
  fail(`There is no bench "${name}". There is: ${known.map((entry) => entry.slice(0, -4)).join(', ') || 'none yet'}.`);
}

checkNode();
ensurePackages();
ensureBuild();
const child = spawn(process.execPath, ['--expose-gc', file, ...options], { cwd: root, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => {
  process.exitCode = signal ? 1 : (code ?? 1);
});
