/** The commands about a store, as an operator mistypes them or begins them too early. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedStore } from '#src/store/embedded/embedded-store.js';
import { openMongoReader } from '#src/store/mongo/mongo-store.js';
import type { Store } from '#src/store/store.js';
import { RoomNode, StillClock } from '../../support/rooms/room-node.js';
import { describeOnMongo } from '../../support/store/engines.js';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'meydan-commands-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

interface Ran {
  code: unknown;
  out: string;
  err: string;
}

const run = (command: string, ...words: string[]) => runWith({}, command, ...words);

function runWith(settings: Record<string, string>, command: string, ...words: string[]): Promise<Ran> {
  const env = { PATH: process.env.PATH ?? '', NODE_ENV: 'test', DATA_DIR: join(dir, 'data'), ...settings };
  return new Promise((resolve) => {
    execFile(process.execPath, [`scripts/store/${command}.mjs`, ...words], { env }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    );
  });
}

async function filledRoom(store: Store): Promise<RoomNode> {
  const room = new RoomNode(store, { clock: new StillClock() });
  await room.create('ada');
  await room.say('ada', 'selam');
  await room.node.system.stop();
  return room;
}

describe('schema', () => {
  it('names an option that it does not know, before it looks for a store', async () => {
    const { code, err } = await run('schema', '--vacum');
    expect([code, err]).toEqual([1, expect.stringContaining("Unknown option '--vacum'")]);
    expect(err).toContain('npm run schema -- --contract <collection>.<index>');
  });
});

describe('a command without options', () => {
  it.each(['start', 'console', 'verify-credits'])('%s names one, and begins nothing', async (command) => {
    const { code, out, err } = await run(`../${command}`, '--hepl');
    expect([code, out, err]).toEqual([1, '', expect.stringContaining("Unknown option '--hepl'")]);
    expect(err).toContain(`npm ${command === 'start' ? '' : 'run '}${command}`);
  });
});

describe('backup', () => {
  const closed = async () => (await openEmbeddedStore({ dir: join(dir, 'data') })).close();

  it('takes neither an option nor a second word for a folder', async () => {
    await closed();
    const [option, second] = [await run('backup', '--hepl'), await run('backup', join(dir, 'copy'), 'more')];
    expect([option.code, option.err]).toEqual([1, expect.stringContaining("Unknown option '--hepl'")]);
    expect(second).toEqual({ code: 1, out: '', err: expect.stringMatching(/^Where to\? npm run backup/) });
    expect(await readdir(dir)).toEqual(['data']);
  });

  it('is for the user alone who made it', async () => {
    await closed();
    expect((await run('backup', join(dir, 'copy'))).code).toBe(0);
    const files = (await readdir(join(dir, 'copy'))).map((file) => join(dir, 'copy', file));
    const modes = await Promise.all([join(dir, 'copy'), ...files].map(async (path) => (await stat(path)).mode & 0o077));
    expect(new Set(modes)).toEqual(new Set([0]));
  });
});

describe('restore', () => {
  it('writes nothing for a day that no month has, or a room that the backup does not have', async () => {
    await (await openEmbeddedStore({ dir: join(dir, 'data') })).close();
    expect((await run('backup', join(dir, 'copy'))).code).toBe(0);
    const restore = (...words: string[]) =>
      runWith({ DATA_DIR: join(dir, 'earlier') }, 'restore', join(dir, 'copy'), ...words);
    const day = await restore('--until', '2026-02-31T00:00:00Z');
    expect(day).toEqual({ code: 1, out: '', err: expect.stringMatching(/^2026-02-31T00:00:00Z is no time/) });
    const room = await restore('--until', '7', '--room', 'kahve');
    expect(room).toEqual({ code: 1, out: '', err: expect.stringMatching(/^the backup has no room kahve: .* id/) });
    expect(await readdir(join(dir, 'earlier'))).not.toContain('store.db');
  });

  it('writes nothing for an entry behind the last one of the room', async () => {
    const store = await openEmbeddedStore({ dir: join(dir, 'data') });
    const { id } = await filledRoom(store);
    await store.close();
    expect((await run('backup', join(dir, 'copy'))).code).toBe(0);
    const words = [join(dir, 'copy'), '--room', id, '--until'];
    const behind = await runWith({ DATA_DIR: join(dir, 'earlier') }, 'restore', ...words, '99999');
    const said = `room ${id} has no entry 99999 in the backup: its last one is 2\n`;
    expect(behind).toEqual({ code: 1, out: '', err: said });
    expect(await readdir(join(dir, 'earlier'))).not.toContain('store.db');
    expect((await runWith({ DATA_DIR: join(dir, 'earlier') }, 'restore', ...words, '2')).code).toBe(0);
  });
});

describe('import', () => {
  const importing = () => run('import', 'discord', 'an-export', '--founder', '@ada');

  it('makes no store where none is', async () => {
    expect(await importing()).toEqual({ code: 1, out: '', err: `there is no store in ${join(dir, 'data')}\n` });
    expect(await readdir(join(dir, 'data'))).not.toContain('meydan.db');
  });

  it('changes nothing in a store without accounts', async () => {
    const store = await openEmbeddedStore({ dir: join(dir, 'data') });
    await store.close();
    const said = expect.stringMatching(/^This store has no accounts\. .* DATA_DIR and MONGODB_URI\.\n$/);
    expect(await importing()).toEqual({ code: 1, out: '', err: said });
  });
});

describeOnMongo('import', (_, mongod) => {
  it('makes no database where none is', async () => {
    const MONGODB_URI = mongod().freshUri();
    const { code, err } = await runWith({ MONGODB_URI }, 'import', 'discord', 'an-export', '--founder', '@ada');
    expect([code, err]).toEqual([1, expect.stringContaining('This store has no accounts.')]);
    await expect(openMongoReader({ uri: MONGODB_URI })).rejects.toThrow('index');
  });
});

describe('migrate-store', () => {
  it('takes no option for a folder', async () => {
    const { code, err } = await run('migrate-store', '--to', '--hepl');
    expect([code, err]).toEqual([1, expect.stringContaining("'--to")]);
    expect((await run('migrate-store', '--to', join(dir, 'moved'), 'more')).err).toContain(
      "Unexpected argument 'more'",
    );
  });

  it('copies no store that a service still writes, and copies it afterwards', async () => {
    const store = await openEmbeddedStore({ dir: join(dir, 'data') });
    const migrate = () => run('migrate-store', '--to', join(dir, 'moved'));
    const said = `process ${process.pid} holds the data folder ${join(dir, 'data')}; stop it first\n`;
    expect(await migrate()).toEqual({ code: 1, out: '', err: said });
    await store.close();
    expect(await migrate()).toMatchObject({ code: 0, out: expect.stringMatching(/documents copied and compared/) });
    const again = await openEmbeddedStore({ dir: join(dir, 'data') });
    await again.close();
  });
});
