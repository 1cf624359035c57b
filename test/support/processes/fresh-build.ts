import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** For tests that start processes of the built service: the build is brought up to date when a source is newer. */
export function buildFresh(): void {
  const built = `${root}dist/actors/runtime/actor-system.js`;
  const newest = Math.max(...['src', 'actors', 'console'].map(newestIn));
  if (existsSync(built) && statSync(built).mtimeMs >= newest) return;
  const tsc = [`${root}node_modules/typescript/bin/tsc`, '-p', `${root}tsconfig.json`];
  const { stdout } = spawnSync(process.execPath, tsc, { cwd: root, encoding: 'utf8' });
  if (!existsSync(built) || statSync(built).mtimeMs < newest) throw new Error(`the build failed:\n${stdout}`);
}

function newestIn(folder: string): number {
  const files = readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' });
  return Math.max(
    ...files.filter((file) => file.endsWith('.ts')).map((file) => statSync(`${root}${folder}/${file}`).mtimeMs),
  );
}
