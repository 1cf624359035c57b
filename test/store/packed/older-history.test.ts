import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyAllRooms } from '#actors/room/verify/verify-room.js';
import { OLDEST_FORMAT } from '#src/domain/format.js';
import { type Contents, contentsOf } from '#src/store/backup/backup-format.js';
import { folderPlace } from '#src/store/backup/places.js';
import { restoreBackup } from '#src/store/backup/read-backup.js';
import { writeBackup } from '#src/store/backup/write-backup.js';
import { openEmbeddedReader, openEmbeddedStore } from '#src/store/embedded/embedded-store.js';
import type { OpenReader, Reader } from '#src/store/store.js';
import { callerNamed, RoomNode } from '../../support/rooms/room-node.js';
import { ROOM } from '../../support/store/message-docs.js';
import { makeRowsOlder, rowForms } from '../../support/store/older-rows.js';
import { poll } from '../../support/time/poll.js';

const HALF = 150;

let dir: string;
let written: Contents;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'meydan-history-'));
  const store = await openEmbeddedStore({ dir: join(dir, 'first') });
  const room = new RoomNode(store, { id: ROOM });
  await room.create('ada');
  await room.join('bob');
  const row = await room.say('bob', { body: 'selam ş😀', clientId: 'c1' });
  await room.sayMany('bob', 2 * HALF, (at) => `mesaj ${at}`);
  await room.ask({ type: 'delete_message', by: callerNamed('bob'), messageId: row.id });
  await room.node.system.stop();
  written = await contentsOf(store, 'log');
  await store.close();
  // The older rows are those at the end: a packed one with the same room stands before them in the file.
  makeRowsOlder(join(dir, 'first'), HALF);
  expect(rowForms(join(dir, 'first'))).toEqual({ older: written.docs - HALF, packed: HALF });
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function expectWhole(reader: Reader): Promise<void> {
  expect(await contentsOf(reader, 'log')).toEqual(written);
  const problems: unknown[] = [];
  for await (const room of verifyAllRooms(reader)) problems.push(...room.problems);
  expect(problems).toEqual([]);
}

async function within<R extends OpenReader>(opening: Promise<R>, work: (reader: R) => Promise<unknown>): Promise<void> {
  const reader = await opening;
  try {
    await work(reader);
  } finally {
    await reader.close();
  }
}

describe('a history of which one half was written by an older version', () => {
  it('is whole before, while and after its rows are packed', async () => {
    const first = { dir: join(dir, 'first') };
    await within(openEmbeddedReader(first), expectWhole);
    await within(openEmbeddedStore(first), async (store) => {
      await expectWhole(store);
      await poll(async () => (await store.builds()).length === 0, { until: 'all rows are packed' });
      await expectWhole(store);
    });
    await within(openEmbeddedReader(first), expectWhole);
  });

  it('is backed up as it was, for older versions too, and restored packed', async () => {
    const place = await folderPlace(join(dir, 'backup'));
    await within(openEmbeddedReader({ dir: join(dir, 'first') }), async (reader) => {
      const { format, contents } = await writeBackup(reader, place);
      expect(contents.log).toEqual(written);
      expect(format.oldest).toBe(OLDEST_FORMAT);
    });
    const second = join(dir, 'second');
    await within(openEmbeddedStore({ dir: second, isRestore: true }), (store) => restoreBackup(store, place));
    await within(openEmbeddedStore({ dir: second }), expectWhole);
    expect(rowForms(second)).toEqual({ older: 0, packed: written.docs });
  });
});
