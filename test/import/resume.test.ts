/** An import that is interrupted goes on where it was, with nothing lost, doubled or out of order. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { verifyRoom } from '#actors/room/verify/verify-room.js';
import { systemEnv } from '#actors/runtime/system-env.js';
import { importExport } from '#src/app/import-export.js';
import { SortedMessages } from '#src/import/sorted-messages.js';
import { openEmbeddedStore } from '#src/store/embedded/embedded-store.js';
import type { Store } from '#src/store/store.js';
import { describeOnBothEngines } from '../support/store/engines.js';
import { accountIn, bodiesOf } from './support/entries.js';
import { discordChannel, discordMessages, folderOf, T0 } from './support/exports.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const COUNT = 1_200;
const expected = Array.from({ length: COUNT }, (_, at) => `message ${at}`);
const channel = (count = COUNT) => folderOf({ 'genel.json': discordChannel(discordMessages(count)) });

describeOnBothEngines('an import that fails in the middle', (openStore) => {
  const objects = { write: async () => undefined };
  const request = { kind: 'discord', founder: 'account-ada', accounts: { '700': 'account-bob' } };

  it('goes on behind the last row that was stored', async () => {
    const store = await openStore();
    await accountIn(store, 'ada');
    await accountIn(store, 'bob');
    const path = await channel();
    const place = { store, objects, env: systemEnv, documentTtlS: 3_600 };
    const onProgress = (_: string, rows: number) => {
      if (rows === 500) throw new Error('somebody pulled the plug');
    };
    await expect(importExport(place, { ...request, path, onProgress })).rejects.toThrow('pulled the plug');
    const report = await importExport(place, { ...request, path });
    const [room] = report.rooms;
    expect(room).toMatchObject({ problems: 0, members: 2 });
    expect(room?.earlierRows).toBeGreaterThan(300);
    expect((room?.rows ?? 0) + (room?.earlierRows ?? 0)).toBe(COUNT);
    const { bodies, times } = await bodiesOf(store, room?.id as string);
    expect(bodies).toEqual(expected);
    expect(times).toEqual(expected.map((_, at) => T0 + at * 1_000));
    expect((await verifyRoom(store, room?.id as string)).problems).toEqual([]);
  });

  it('forgets an account that was deleted meanwhile', async () => {
    const store = await openStore();
    await accountIn(store, 'ada');
    await accountIn(store, 'bob');
    const path = await channel();
    const place = { store, objects, env: systemEnv, documentTtlS: 3_600 };
    let deletion: Promise<unknown> = Promise.resolve();
    const onProgress = () => {
      deletion = store.write([{ op: 'del', in: 'accounts', id: 'account-bob' }]);
    };
    const report = await importExport(place, { ...request, path, onProgress });
    await deletion;
    const id = report.rooms[0]?.id as string;
    expect(report.rooms).toMatchObject([{ rows: COUNT, problems: 0 }]);
    const docs = await store.range('log', { index: '_id', gt: `${id}:`, lt: `${id};`, limit: 10_000 });
    expect(docs.filter((doc) => JSON.stringify(doc).includes('account-bob'))).toEqual([]);
    expect((await bodiesOf(store, id)).bodies.filter((body) => body !== '')).toEqual(expected);
  });

  it('with another mapping is refused, and changes nothing', async () => {
    const store = await openStore();
    await accountIn(store, 'ada');
    await accountIn(store, 'bob');
    const path = await channel(3);
    const place = { store, objects, env: systemEnv, documentTtlS: 3_600 };
    const report = await importExport(place, { ...request, path });
    const longer = await channel(4);
    await expect(importExport(place, { ...request, path: longer })).rejects.toThrow(/--label/);
    await expect(importExport(place, { ...request, path: await channel(2) })).rejects.toThrow(/--label/);
    expect((await bodiesOf(store, report.rooms[0]?.id as string)).bodies).toHaveLength(3);
    await expect(importExport(place, { ...request, path, accounts: { '700': '@nobody' } })).rejects.toThrow(
      'the mapping, "700": there is no account @nobody',
    );
  });
});

describe('the command', () => {
  it('goes on after kill -9, and refuses to run beside a service', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'meydan-import-data-'));
    let store: Store = await openEmbeddedStore({ dir: dataDir });
    await accountIn(store, 'ada');
    const path = await channel(3_000);
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, LOG_LEVEL: 'warn' };
    const args = ['scripts/store/import.mjs', 'discord', path, '--founder', '@ada'];
    await expect(run(process.execPath, args, { cwd: root, env })).rejects.toThrow(
      /holds the data folder .*stop it first/,
    );
    await store.close();

    const cut = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'ignore', 'pipe'] });
    let told = '';
    for await (const piece of cut.stderr) {
      told += piece;
      if (told.includes('rows so far')) cut.kill('SIGKILL');
    }
    if (cut.exitCode === null && cut.signalCode === null) await once(cut, 'exit');

    const { stdout } = await run(process.execPath, args, { cwd: root, env });
    expect(stdout).toMatch(/^room +rows +stored before +files +members +problems\n/);
    expect(stdout).toMatch(/1 rooms, \d+ rows, 0 problems/);
    store = await openEmbeddedStore({ dir: dataDir });
    const [place] = await store.range<{ _id: string; room: string }>('slugs', { index: '_id', limit: 1 });
    expect((await bodiesOf(store, place?.room as string)).bodies).toEqual(
      Array.from({ length: 3_000 }, (_, at) => `message ${at}`),
    );
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  }, 60_000);

  it('prints what is in an export without a store', async () => {
    const path = await channel(5);
    const args = ['scripts/store/import.mjs', 'discord', path, '--dry-run'];
    const { stdout } = await run(process.execPath, args, {
      cwd: root,
      env: { PATH: process.env.PATH, HOME: process.env.HOME },
    });
    expect(stdout).toMatch(/genel +5\n/);
    expect(stdout).toMatch(/701 +User 1/);
  });
});

it('messages that do not fit into memory are sorted all the same', async () => {
  const left = async () => (await readdir(tmpdir())).filter((name) => /^meydan-import-\w{6}$/.test(name));
  const others = new Set(await left());
  const sorted = new SortedMessages();
  const body = 'x'.repeat(12_000);
  const at = (n: number) => (n * 7_919) % 4_001;
  for (let n = 0; n < 2_000; n += 1) {
    const message = { room: 'r', id: String(n), at: at(n), author: 'a', authorName: null, body, place: '' };
    const rest = { replyTo: null, threadOf: null, editedAt: null, reactions: {}, files: [] };
    await sorted.add(n % 2, { ...message, ...rest });
  }
  // Nothing is there by name, so that a process that is killed now leaves nothing behind.
  expect((await left()).filter((name) => !others.has(name))).toEqual([]);
  const keys: number[] = [];
  for await (const { room, message } of sorted.all()) keys.push(room * 10_000 + message.at);
  expect(keys).toHaveLength(2_000);
  expect(keys).toEqual([...keys].sort((a, b) => a - b));
  await sorted.remove();
});
