/** The package as somebody else gets it: packed, put into an empty folder without a network, and used there. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type Booted, bootApp } from '../support/clients/boot-app.js';
import { installPacked } from '../support/processes/packed-client.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const GZIP_BYTES_MAX = 14_000;
/** With the library of the socket and the hooks. */
const WHOLE_GZIP_BYTES_MAX = 25_000;

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

/** The helpers, in a program that uses `require`. */
const helpersScript = (url: string) => `
const { createClient, contentOf } = require('@meydan/client');
async function main() {
  const enter = async (name) => {
    const client = createClient({ url: '${url}' });
    await client.loginDeveloper(name);
    await client.chooseUsername(name);
    await client.connect();
    return client;
  };
  const [ada, bora] = [await enter('paket2'), await enter('paket3')];
  const room = await ada.create({ name: 'Yardım', slug: 'yardim' });
  await room.open();
  const joined = await bora.join('yardim');
  await joined.room.open();
  const parts = [];
  const body = new Blob(['%PDF-1.4 deneme'], { type: 'application/pdf' });
  const upload = { kind: 'document', body, name: 'deneme.pdf' };
  const attachment = await ada.upload('yardim', upload, { onProgress: (part) => parts.push(part) });
  const { message } = await room.send({ body: 'ek', attachment });
  const content = contentOf(message);
  const direct = await bora.direct('paket2');
  await direct.open();
  await direct.send('yalnız sana');
  await bora.leave('yardim');
  const events = room.messages.map(contentOf).flatMap((one) => (one.kind === 'event' ? [one.event.type] : []));
  console.log(JSON.stringify({ parts, name: content.document?.name, status: joined.status, kind: direct.info.kind, events, held: bora.held('yardim') }));
  ada.close();
  bora.close();
}
main();
`;

describe('the package', () => {
  it('holds what was built and nothing else', () => {
    const others = ['README.md', 'dist/cjs/package.json', 'package.json'];
    expect(files.filter((path) => !/^dist\/.*\.(js|d\.ts)$/.test(path))).toEqual(others);
    expect(files).toContain('dist/index.d.ts');
    expect(files).toContain('dist/generated/rest.d.ts');
  });

  // The owner chooses a licence (ADR 0128); until then both clients say what the service says.
  it('has the licence of the service, and so has the client in Python', async () => {
    const licenceOf = async (path: string) => JSON.parse(await readFile(join(root, path), 'utf8')).license;
    expect(await licenceOf('sdk/package.json')).toBe(await licenceOf('package.json'));
    const python = await readFile(join(root, 'sdk-python/pyproject.toml'), 'utf8');
    expect(/^license = \{ text = "(.+)" \}$/m.exec(python)?.[1]).toBe(await licenceOf('package.json'));
  });

  it('works where it is the only thing installed, and lets the program end', async () => {
    await writeFile(join(folder, 'smoke.mjs'), scriptOf(service.url));
    expect(JSON.parse(await outputOf(join(folder, 'smoke.mjs')))).toEqual({
      sent: 'selam',
      heard: true,
      refused: true,
    });
  });

  it('works as CommonJS, with the helpers for rooms, directs and files', async () => {
    await writeFile(join(folder, 'helpers.cjs'), helpersScript(service.url));
    expect(JSON.parse(await outputOf(join(folder, 'helpers.cjs')))).toMatchObject({
      parts: [0, 1],
      name: 'deneme.pdf',
      status: 'joined',
      kind: 'dm',
      events: expect.arrayContaining(['member_joined']),
      held: null,
    });
  });

  it('tells a typed program what it does wrong', async () => {
    await writeFile(
      join(folder, 'typed.ts'),
      `import { contentOf, createClient, type Message } from '@meydan/client';
import { useConnection } from '@meydan/client/react';
const client = createClient({ url: 'http://localhost' });
export const rooms: string[] = (await client.request('GET /api/rooms')).rooms.map((room) => room.slug);
client.on('presence', ({ online }) => online satisfies boolean);
declare const message: Message;
const content = contentOf(message);
if (content.kind === 'photo') content.media.width satisfies number;
if (content.kind === 'event' && content.event.type === 'member_muted') content.event.data.until satisfies number;
if (message.event?.type === 'welcome') message.event.data.text satisfies string;
// @ts-expect-error Nobody is muted by a pin.
if (message.event?.type === 'message_pinned') message.event.data.until;
if (message.attachment?.type === 'document') message.attachment.name satisfies string;
const { changes } = await client.operate('room:open', { room: 'kahve', after_seq: 3 });
for (const change of changes) if (change.type === 'message:edited') change.message.body satisfies string;
if (content.kind === 'survey') content.survey.options satisfies string[];
// @ts-expect-error A text has no media.
if (content.kind === 'text') content.media;
export const state = useConnection(client) satisfies 'online' | 'offline' | 'stopped';
// @ts-expect-error A video without its length.
await client.upload('kahve', { kind: 'video', body: new Blob([]), width: 1, height: 1 });
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
    const tsc = [join(root, 'node_modules/typescript/bin/tsc'), ...options, '--types', '', 'typed.ts', 'typed.cts'];
    await writeFile(
      join(folder, 'typed.cts'),
      `import client = require('@meydan/client');
export const made: client.Client = client.createClient({ url: 'http://localhost' });
// @ts-expect-error A number is no address.
client.createClient({ url: 1 });
`,
    );
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    expect(() => execFileSync(process.execPath, tsc, { cwd: folder, encoding: 'utf8' })).not.toThrow();
  });

  it('is small, and a program that only asks over REST takes a part of it', async () => {
    const whole = gzipSync(await bundled("export * from '@meydan/client';")).length;
    const rest = gzipSync(await bundled("export { Rest } from '@meydan/client';")).length;
    expect(whole).toBeLessThan(GZIP_BYTES_MAX);
    expect(rest).toBeLessThan(whole / 3);
    const everything = "export * from '@meydan/client'; export * from '@meydan/client/react';";
    expect(gzipSync(await bundled(everything, ['react'])).length).toBeLessThan(WHOLE_GZIP_BYTES_MAX);
  });
});

/** The service it talks to runs in this process, which must not stand still meanwhile. */
const outputOf = (script: string): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(process.execPath, [script], { timeout: 60_000 }, (error, stdout, stderr) =>
      error ? reject(new Error(`${error.message}\n${stderr}`)) : resolve(stdout),
    );
  });

/** What a page would load, without the library of the socket unless told otherwise. */
async function bundled(source: string, external = ['socket.io-client']): Promise<string> {
  await writeFile(join(folder, 'entry.js'), source);
  const script = `
import { build } from ${JSON.stringify(join(root, 'node_modules/vite/dist/node/index.js'))};
// A module of a library keeps its spaces; a script of a page does not.
const lib = { entry: 'entry.js', formats: ['iife'], name: 'client' };
const result = await build({ root: '.', configFile: false, logLevel: 'silent',
  build: { lib, write: false, minify: true, rollupOptions: { external: ${JSON.stringify(external)} } } });
process.stdout.write(JSON.stringify([result].flat().flatMap(({ output }) => output).map(({ code }) => code).join('')));
`;
  await writeFile(join(folder, 'bundle.mjs'), script);
  const env = { ...process.env, NODE_ENV: 'production' };
  const run = { cwd: folder, encoding: 'utf8', maxBuffer: 1e8, env } as const;
  return JSON.parse(execFileSync(process.execPath, ['bundle.mjs'], run));
}
