/**
 * The client's guide as somebody follows it who has nothing but its words: an empty folder, and the lines as they
 * stand.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type ServerProcess, startServer } from '../support/processes/server-process.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

let folder: string;
let server: ServerProcess;
let guide: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meydan-first-program-'));
  server = await startServer({});
  guide = await readFile(join(root, 'docs/guides/sdk.md'), 'utf8');
}, 120_000);

afterAll(async () => {
  await server?.remove();
  await rm(folder, { recursive: true, force: true });
});

const programs = (): [name: string, code: string][] =>
  [...guide.matchAll(/^```js (\S+)\n([\s\S]*?)^```$/gm)].map(([, name = '', code = '']) => [name, code]);

describe('the first program with the client', () => {
  it('is installed from the running service, in an empty folder', async () => {
    const [, lines = ''] = /^```sh\n([\s\S]*?)^```$/m.exec(guide) ?? [];
    expect(lines).toContain('npm install http://localhost:3000/docs/client.tgz');
    const here = lines.replaceAll('http://localhost:3000', server.url);
    // What the lock of this repository brought is taken from npm's own cache where it is there.
    const env = { ...process.env, npm_config_prefer_offline: 'true', npm_config_audit: 'false', NODE_OPTIONS: '' };
    await run('bash', ['--norc', '-euo', 'pipefail', '-c', here], { cwd: folder, env });
    const [name, code] = programs()[0]!;
    await writeFile(join(folder, name), code);
    const { stdout } = await run(process.execPath, [name], {
      cwd: folder,
      env: { PATH: process.env.PATH, MEYDAN: server.url },
    });
    expect(stdout.trim()).toMatch(/^\d+: Günaydın!$/);
  }, 180_000);

  it('compiles as strict TypeScript, as every program of the guide does', async () => {
    for (const [name, code] of programs()) await writeFile(join(folder, name.replace('.mjs', '.mts')), typed(code));
    const files = programs().map(([name]) => name.replace('.mjs', '.mts'));
    await mkdir(join(folder, 'node_modules/@types'), { recursive: true });
    for (const name of ['@types/node', 'undici-types'])
      await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name)).catch(alreadyThere);
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--skipLibCheck'];
    const tsc = [join(root, 'node_modules/typescript/bin/tsc'), ...options, '--types', 'node', ...files];
    const { stdout } = await run(process.execPath, tsc, { cwd: folder }).catch((error: { stdout: string }) => ({
      stdout: error.stdout,
    }));
    expect(stdout).toBe('');
  }, 120_000);
});

/** The programs are JavaScript: what a typed program has to say more is the type of a parameter. */
const typed = (code: string): string =>
  code
    .replaceAll(
      "const upload = { kind: 'document',",
      "const upload: import('@meydan/client').Upload = { kind: 'document',",
    )
    .replaceAll('async function enter(name)', 'async function enter(name: string)')
    .replaceAll('new Promise((resolve) => heard', "new Promise<import('@meydan/client').Message>((resolve) => heard")
    .replaceAll('row.sender.username', 'row.sender?.username');

function alreadyThere({ code }: NodeJS.ErrnoException): void {
  if (code !== 'EEXIST') throw new Error(`a link could not be made: ${code}`);
}
