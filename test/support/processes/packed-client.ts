/** The client as somebody else gets it: packed, and put into a folder of theirs without a network. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What is in the package. */
export async function installPacked(folder: string): Promise<string[]> {
  const pack = ['pack', '--json', '--pack-destination', folder];
  const told = execFileSync('npm', pack, {
    cwd: join(root, 'sdk'),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [packed] = JSON.parse(told) as [{ filename: string; files: { path: string }[] }];
  await unpack(folder, join(folder, packed.filename.replace('@', '').replace('/', '-')));
  return packed.files.map(({ path }) => path).sort();
}

/** What it depends on is at hand already; npm would fetch the same. */
async function unpack(folder: string, tarball: string): Promise<void> {
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, '@meydan/client'), { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', join(modules, '@meydan/client'), '--strip-components=1']);
  for (const name of await closure('socket.io-client')) {
    await cp(join(root, 'node_modules', name), join(modules, name), { recursive: true });
  }
}

async function closure(name: string, known = new Set<string>()): Promise<Set<string>> {
  if (known.has(name) || !existsSync(join(root, 'node_modules', name))) return known;
  known.add(name);
  const { dependencies = {} } = JSON.parse(await readFile(join(root, 'node_modules', name, 'package.json'), 'utf8'));
  for (const each of Object.keys(dependencies)) await closure(each, known);
  return known;
}
