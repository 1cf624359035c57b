/**
 * What a new index over each row of a large embedded store stops: `npm run bench:new-index -- --folder=<folder>`, where the
 * folder is one of `npm run bench:kept -- --phases=fill`. A copy of its store is opened by a build that declares one index
 * more, in a process of its own, while rows are appended and read. The copy is removed afterwards.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { optionsOf } from './lib/options.mjs';

const options = optionsOf(
  {
    folder: [null, 'the folder of bench:kept'],
    everyMs: [20, 'between two appends, and two reads'],
  },
  'bench:new-index',
);
if (!options.folder) throw new Error('--folder names a folder of bench:kept');
const root = fileURLToPath(new URL('..', import.meta.url));
const [data, copy] = [join(options.folder, 'data'), join(options.folder, 'indexed')];
const build = mkdtempSync(join(tmpdir(), 'meydan-bench-index-'));

rmSync(copy, { recursive: true, force: true });
cpSync(data, copy, { recursive: true });
try {
  await appendMeanwhile(root, 'as it is');
  withOneIndexMore(build);
  await appendMeanwhile(build, 'with one index more');
} finally {
  rmSync(copy, { recursive: true, force: true });
  rmSync(build, { recursive: true, force: true });
}

/** The modules of a build find each other by their own places, so that links would lead back here. */
function withOneIndexMore(folder) {
  for (const name of ['dist', 'bench', 'package.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const file = join(folder, 'dist/src/store/log-indexes.js');
  const text = readFileSync(file, 'utf8');
  const changed = text.replace('export const logIndexes = {', "$& byTime: { fields: ['at'] },");
  if (changed === text) throw new Error('the build declares the indexes of the log in another way');
  writeFileSync(file, changed);
}

async function appendMeanwhile(folder, what) {
  console.log(what);
  const script = join(folder, 'bench/new-index/append-meanwhile.mjs');
  const child = spawn(process.execPath, [script, copy, String(options.everyMs)], { cwd: folder, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the process ended with ${code}`);
}
