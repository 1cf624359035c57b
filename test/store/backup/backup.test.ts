import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyAllRooms } from '#actors/room/verify/verify-room.js';
import { MANIFEST, type Manifest } from '#src/store/backup/backup-format.js';
import { copyStore } from '#src/store/backup/copy-store.js';
import { folderPlace } from '#src/store/backup/places.js';
import { restoreBackup, verifyBackup } from '#src/store/backup/read-backup.js';
import { writeBackup } from '#src/store/backup/write-backup.js';
import { epochOf } from '#src/store/schema/format.js';
import type { OpenReader, Store } from '#src/store/store.js';
import { RoomNode } from '../../support/rooms/room-node.js';
import { describeSchemas, embeddedPlace, type SchemaPlace } from '../../support/store/schema-places.js';

async function problemsIn(reader: OpenReader): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const { problems } of verifyAllRooms(reader)) found.push(...problems);
  return found;
}

/** A room with some life, and the identity key of a service. */
async function fill(store: Store): Promise<RoomNode> {
  const room = new RoomNode(store);
  await room.create('ada');
  await room.join('bob');
  const row = await room.say('bob', 'selam ş😀');
  await room.ask({ type: 'react', by: caller('ada'), messageId: row.id, emoji: '👍', on: true });
  await room.sayMany('bob', 300, (at) => `mesaj ${at}`);
  await store.write([{ op: 'put', in: 'meta', doc: { _id: 'identity-key', sealed: 'x' } }]);
  return room;
}

const caller = (name: string) => ({ accountId: `account-${name}`, username: name, sessionId: 's', language: null });

describeSchemas('a backup', (place) => {
  let target: SchemaPlace;
  let folder: string;
  beforeEach(async () => {
    target = await embeddedPlace();
    folder = await mkdtemp(join(tmpdir(), 'meydan-backup-'));
  });
  afterEach(async () => {
    await target.remove();
    await rm(folder, { recursive: true, force: true });
  });

  async function backUp(): Promise<Manifest> {
    const reader = await place().openReader();
    try {
      return await writeBackup(reader, await folderPlace(folder));
    } finally {
      await reader.close();
    }
  }

  it('is taken beside the service under load, and restored elsewhere it holds every message acknowledged before it', async () => {
    const store = await place().open();
    const room = await fill(store);
    let isOver = false;
    const talking = (async () => {
      for (let at = 0; !isOver; at++) await Promise.all([room.say('ada', `a${at}`), room.say('bob', `b${at}`)]);
    })();
    const before = (await room.say('ada', 'hepsi bundan önce')).seq;
    const manifest = await backUp();
    isOver = true;
    await talking;
    await room.node.system.stop();
    await store.close();
    await verifyBackup(await folderPlace(folder), manifest);

    const restored = await target.open();
    const epoch = await epochOf(restored);
    await restoreBackup(restored, await folderPlace(folder));
    expect(await restored.count('log', { index: '_id' })).toBeGreaterThanOrEqual(before);
    expect(await restored.get('meta', 'identity-key')).toMatchObject({ sealed: 'x' });
    expect(await epochOf(restored)).not.toBe(epoch);
    const again = new RoomNode(restored);
    await again.say('bob', 'devam');
    await again.node.system.stop();
    await restored.close();
    const reader = await target.openReader();
    expect(await problemsIn(reader)).toEqual([]);
    await reader.close();
  });

  it('is of one moment, but for the logs, whatever is written while it is taken', async () => {
    const store = await place().open();
    const put = (name: string) =>
      store.write(
        (['accounts', 'usernames'] as const).map((into) => ({ op: 'put', in: into, doc: { _id: name } }) as const),
      );
    await put('ada');
    const reader = await place().openReader();
    const inner = await folderPlace(folder);
    let parts = 0;
    const written = await writeBackup(reader, {
      ...inner,
      write: async (file, bytes) => {
        await put(`late ${parts++}`);
        return inner.write(file, bytes);
      },
    });
    expect([written.contents.accounts?.docs, written.contents.usernames?.docs]).toEqual([1, 1]);
    expect(parts).toBeGreaterThan(2);
    await reader.close();
    await store.close();
  });

  it('is refused where it is damaged or incomplete, and into a store that holds anything', async () => {
    const store = await place().open();
    await (await fill(store)).node.system.stop();
    await store.close();
    const { parts } = await backUp();
    const at = await folderPlace(folder);
    const full = await place().open();
    await expect(restoreBackup(full, at)).rejects.toThrow('the store is not empty');
    await full.close();
    const file = join(folder, parts.find(({ collection }) => collection === 'log')?.file ?? '');
    const bytes = await readFile(file);
    bytes[bytes.length - 9] = (bytes.at(-9) ?? 0) ^ 1;
    await writeFile(file, bytes);
    const restored = await target.open();
    await expect(restoreBackup(restored, at)).rejects.toThrow('is damaged');
    await restored.close();
    await rm(join(folder, MANIFEST));
    await expect(target.open()).rejects.toThrow('a restore into this store has not finished');
    const retried = await target.openForRestore();
    await expect(restoreBackup(retried, at)).rejects.toThrow('holds no complete backup');
    await retried.close();
  });

  it('goes on after an interruption, and starts no service before it is complete', async () => {
    const store = await place().open();
    await (await fill(store)).node.system.stop();
    await store.close();
    await backUp();
    const at = await folderPlace(folder);
    const cut = await target.open();
    const failing = {
      ...at,
      read: (name: string) => (name.startsWith('fileUses') || name.startsWith('usernames') ? null : at.read(name)),
    };
    await expect(restoreBackup(cut, failing as never)).rejects.toThrow('is missing');
    await cut.close();
    await expect(target.open()).rejects.toMatchObject({ name: 'StoreUnavailable' });
    const restored = await target.openForRestore();
    await restoreBackup(restored, at);
    expect(await problemsIn(restored as never)).toEqual([]);
    await restored.close();
    await (await target.open()).close();
  });

  it('replaces no complete backup', async () => {
    await (await place().open()).close();
    await backUp();
    await expect(backUp()).rejects.toThrow('name a new place');
    expect(await readdir(folder)).toContain(MANIFEST);
  });

  it('is the same after a way to the other engine and back', async () => {
    const store = await place().open();
    await (await fill(store)).node.system.stop();
    await store.close();
    const [first, second] = [await backUp(), await carried()];
    expect(second.contents).toEqual(first.contents);
  });

  /** This engine → embedded → this engine would need a third place: the embedded copy is backed up instead. */
  async function carried(): Promise<Manifest> {
    const from = await place().openReader();
    const to = await target.open();
    await copyStore(from, to);
    await Promise.all([from.close(), to.close()]);
    const reader = await target.openReader();
    const manifest = await writeBackup(reader, await folderPlace(join(folder, 'second')));
    await reader.close();
    return manifest;
  }
});
