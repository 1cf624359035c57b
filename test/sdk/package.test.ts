/** The package as somebody else gets it: packed, put into an empty folder without a network, and used there. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type Booted, bootApp } from '../support/clients/boot-app.js';
import { installPacked } from '../support/processes/packed-client.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const GZIP_BYTES_MAX = 12_000;

let folder: string;
let service: Booted;
let files: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meydan-client-'));
  service = await bootApp();
  files = await installPacked(folder);
}, 120_000);

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const scriptOf = (url: string) => `
import { createClient, isRefusal } from '@meydan/client';
const client = createClient({ url: '${url}' });
await client.loginDeveloper('paket');
await client.chooseUsername('paket');
await client.connect();
await client.request('POST /api/rooms', { body: { name: 'Paket', slug: 'paket' } });
const room = client.room('paket');
await room.open();
const heard = new Promise((resolve) => room.on('message', resolve));
const { message } = await room.send('selam');
const refused = await client.room('yok').open().catch((error) => isRefusal(error, 'room_not_found'));
console.log(JSON.stringify({ sent: message.body, heard: (await heard).id === message.id, refused }));
client.close();
`;

describe('the package', () => {
  it('holds what was built and nothing else', () => {
    expect(files.filter((path) => !/^dist\/.*\.(js|d\.ts)$/.test(path))).toEqual(['README.md', 'package.json']);
    expect(files).toContain('dist/index.d.ts');
    expect(files).toContain('dist/generated/rest.d.ts');
  });

  it('works where it is the only thing installed, and lets the program end', async () => {
    await writeFile(join(folder, 'smoke.mjs'), scriptOf(service.url));
    expect(JSON.parse(await outputOf(join(folder, 'smoke.mjs')))).toEqual({
      sent: 'selam',
      heard: true,
      refused: true,
    });
  });

  it('tells a typed program what it does wrong', async () => {
    await writeFile(
      join(folder, 'typed.ts'),
      `import { createClient } from '@meydan/client';
const client = createClient({ url: 'http://localhost' });
export const rooms: string[] = (await client.request('GET /api/rooms')).rooms.map((room) => room.slug);
client.on('presence', ({ online }) => online satisfies boolean);
// @ts-expect-error There is no such operation.
await client.request('GET /api/nothing');
// @ts-expect-error A path without its slug.
await client.request('GET /api/rooms/{slug}');
// @ts-expect-error A room without a name.
await client.request('POST /api/rooms', { body: {} });
// @ts-expect-error Only what may be sent again takes a key.
await client.request('GET /api/rooms', { key: 'k' });
// @ts-expect-error An emoji is missing.
await client.operate('message:react', { room: 'kahve', message_id: 'x', on: true });
// @ts-expect-error There is no such event.
client.on('nothing', () => undefined);
`,
    );
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023,dom'];
    const tsc = [join(root, 'node_modules/typescript/bin/tsc'), ...options, '--types', '', 'typed.ts'];
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    expect(() => execFileSync(process.execPath, tsc, { cwd: folder, encoding: 'utf8' })).not.toThrow();
  });

  it('is small, and a program that only asks over REST takes a part of it', async () => {
    const whole = await bundled("export * from '@meydan/client';");
    const rest = await bundled("export { Rest } from '@meydan/client';");
    expect(whole).toBeLessThan(GZIP_BYTES_MAX);
    expect(rest).toBeLessThan(whole / 3);
  });
});

/** The service it talks to runs in this process, which must not stand still meanwhile. */
const outputOf = (script: string): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(process.execPath, [script], { timeout: 60_000 }, (error, stdout, stderr) =>
      error ? reject(new Error(`${error.message}\n${stderr}`)) : resolve(stdout),
    );
  });

/** Gzipped bytes of what a page would load, without the library of the socket. */
async function bundled(source: string): Promise<number> {
  await writeFile(join(folder, 'entry.js'), source);
  const script = `
import { build } from ${JSON.stringify(join(root, 'node_modules/vite/dist/node/index.js'))};
const lib = { entry: 'entry.js', formats: ['es'] };
const result = await build({ root: '.', configFile: false, logLevel: 'silent',
  build: { lib, write: false, minify: true, rollupOptions: { external: ['socket.io-client'] } } });
process.stdout.write(JSON.stringify([result].flat().flatMap(({ output }) => output).map(({ code }) => code).join('')));
`;
  await writeFile(join(folder, 'bundle.mjs'), script);
  const run = { cwd: folder, encoding: 'utf8', maxBuffer: 1e8 } as const;
  return gzipSync(JSON.parse(execFileSync(process.execPath, ['bundle.mjs'], run))).length;
}
