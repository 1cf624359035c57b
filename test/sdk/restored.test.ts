/** A client that has seen more than the restored store holds. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerProcess, startServer } from '../support/processes/server-process.js';
import { freePort } from '../support/servers/free-port.mjs';
import { found, numbered, People, storedTexts, until } from './people.js';

const SECRET = 'a'.repeat(64);

describe('a client of a service whose store was restored', () => {
  let folder: string;
  let server: ServerProcess | undefined;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'meydan-restored-'));
  });
  afterEach(async () => {
    await server?.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const command = (name: string, dir: string) =>
    execFileSync(process.execPath, [`scripts/store/${name}.mjs`, join(folder, 'backup')], {
      env: { PATH: process.env.PATH, DATA_DIR: join(folder, dir) },
      encoding: 'utf8',
    });

  it('drops what is lost and gets what has been said since, though the room has grown past its place', async () => {
    const settings = { PORT: String(await freePort()), SECRET };
    server = await startServer({ ...settings, DATA_DIR: join(folder, 'first') });
    await using people = new People();
    const ada = await people.enter(server.url, 'ada');
    const room = await found(ada, 'kahve');
    for (const text of numbered('önce', 5)) await room.send(text);
    command('backup', 'first');
    for (const text of numbered('kayıp', 5)) await room.send(text);
    await until(() => room.messages.length >= 10, 'all is seen');
    await server.kill();

    expect(command('restore', 'second')).toMatch(/1 rooms, \d+ entries, 0 problems/);
    const first = server;
    server = await startServer({ ...settings, DATA_DIR: join(folder, 'second') });
    await first.remove();
    const other = await people.enter(server.url, 'bora');
    await other.request('POST /api/rooms/{slug}/join', { path: { slug: 'kahve' } });
    const talking = other.room('kahve');
    await talking.open();
    for (const text of numbered('sonra', 12)) await talking.send(text);
    await until(() => ada.isOnline && room.messages.at(-1)?.body === 'sonra 11', 'ada has caught up');
    const shown = room.messages.filter(({ kind }) => kind === 'text').map(({ body }) => body);
    expect(shown).toEqual(await storedTexts(other, 'kahve'));
    expect(shown).toEqual([...numbered('önce', 5), ...numbered('sonra', 12)]);
  }, 120_000);
});
