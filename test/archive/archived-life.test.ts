/** The jobs around archived stretches: they are made when they are old, and nothing that has to go stays in an object. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyRoom } from '#actors/room/verify/verify-room.js';
import { type AllJobsDeps, allJobs } from '#jobs/all-jobs.js';
import { advanceArchive, archiveAfterMs, archiveLogs } from '#jobs/archive-logs.js';
import { eraseFromRooms } from '#jobs/erase-rooms.js';
import { sweepDeletedRooms } from '#jobs/sweep-deleted-rooms.js';
import { findInObjects } from '#src/store/archive/find-in-objects.js';
import { contentsOf } from '#src/store/backup/backup-format.js';
import { folderPlace } from '#src/store/backup/places.js';
import { restoreBackup } from '#src/store/backup/read-backup.js';
import { writeBackup } from '#src/store/backup/write-backup.js';
import { findReferences } from '#src/store/find-references.js';
import { callerNamed } from '../support/rooms/room-node.js';
import { type ArchivedRoom, roomWithHistory } from '../support/store/archived-room.js';
import { describeOnBothEngines } from '../support/store/engines.js';

const DAY_MS = 86_400_000;
const ada = callerNamed('ada');
const bob = callerNamed('bob');

describe('the setting', () => {
  it('divides the job among the nodes, and 0 leaves it out', () => {
    const jobs = (logArchiveAfterDays: number) => {
      const config = { sweepIntervalS: 60, uploadLinkTtlS: 60, logArchiveAfterDays };
      const all = allJobs({ config } as AllJobsDeps);
      return all.flatMap(({ name, isDivided = false }) => (name.includes('archive') ? [`${name} ${isDivided}`] : []));
    };
    expect(jobs(0)).toEqual(['advance-archive false']);
    expect(jobs(30)).toEqual(['advance-archive false', 'archive-logs true']);
  });
});

describeOnBothEngines('the archive of a room', (openStore) => {
  let archived: ArchivedRoom;

  beforeEach(async () => {
    archived = await roomWithHistory(await openStore(), 1_100, (at) => `sözüm ${at}`);
  });
  afterEach(async () => {
    await archived.room.node.system.stop();
  });

  const now = () => archived.clock.env.now();
  const job = (days: number, takes = (_: string) => true) =>
    archiveLogs({ archive: archived.writer, reader: archived.store, now, takes, afterMs: archiveAfterMs(days) });
  const advance = () => advanceArchive({ archive: archived.writer, reader: archived.store, now });
  const traces = async (name: string) => {
    const found: string[] = [];
    for await (const { in: from, id } of findReferences(archived.rows, [name], ['erasures']))
      found.push(`${from} ${id}`);
    for await (const { key } of findInObjects(archived.objects, [name])) found.push(key);
    return found;
  };

  it('holds what is old enough, and not the newest entries', async () => {
    archived.move(30 * DAY_MS - 1);
    expect(await job(30)).toBe(0);
    archived.move(1);
    expect(await job(30, () => false)).toBe(0);
    expect(await job(30)).toBe(1);
    expect(await job(30)).toBe(0);
    expect(await advance()).toBe(0);
    expect(await archived.rowsLeft(1)).toBe(512);
    archived.move(120_000);
    await advance();
    expect(await archived.rowsLeft(1)).toBeLessThan(40);
    expect(await advance()).toBe(0);
    expect(await archived.room.problems()).toEqual([]);
    expect(await archived.rows.get('meta', 'format')).toMatchObject({ oldest: 3 });
  });

  it('has no trace of an erased account, in rows nor in objects', async () => {
    await archived.archive(2);
    expect(await traces(bob.accountId)).not.toEqual([]);
    await archived.store.write([{ op: 'del', in: 'accounts', id: bob.accountId }]);
    const { rooms, users } = archived.room.node;
    const deps = { rooms, users, reader: archived.store, archive: archived.writer };
    expect(await eraseFromRooms(deps, bob.accountId, true)).toBe(0);
    const left = await traces(bob.accountId);
    expect(left.filter((trace) => trace.startsWith('archive/') || trace.startsWith('log'))).toEqual([]);
    await archived.restart();
    expect(await archived.room.problems()).toEqual([]);
    const { messages } = await archived.room.ask({ type: 'list_messages', by: ada, aroundSeq: 200, limit: 20 });
    expect(messages.filter(({ row }) => row.body.startsWith('sözüm'))).toHaveLength(messages.length);
  });

  it('waits with an erasure for a stretch that is being archived', async () => {
    await archived.writer.archive(archived.room.id, 0);
    await archived.store.write([{ op: 'del', in: 'accounts', id: bob.accountId }]);
    const { rooms, users } = archived.room.node;
    const deps = { rooms, users, reader: archived.store, archive: archived.writer };
    expect(await eraseFromRooms(deps, bob.accountId, true)).toBe(1);
    archived.move(121_000);
    expect(await eraseFromRooms(deps, bob.accountId, true)).toBe(0);
    for await (const { key } of findInObjects(archived.objects, [bob.accountId])) throw new Error(key);
    expect(await archived.room.problems()).toEqual([]);
  });

  it('loses what expires', async () => {
    await archived.archive(2);
    await archived.room.settings('ada', { messageTtlHours: 24 });
    archived.move(2 * DAY_MS);
    while ((await archived.room.ask({ type: 'expire_rows' })).more);
    await archived.settle();
    for await (const { key } of findInObjects(archived.objects, ['sözüm'])) throw new Error(key);
    expect((await archived.stretches()).map(({ state }) => state)).toEqual(['archived', 'archived']);
    await archived.restart();
    expect(await archived.room.problems()).toEqual([]);
  });

  it('answers unavailable where its object is gone, and goes on with what is newer', async () => {
    await archived.archive(1);
    await archived.restart();
    archived.objects.objects.clear();
    const { rooms } = archived.room.node;
    const listing = { type: 'list_messages' as const, by: bob, limit: 20 };
    const old = await rooms.tryAsk(archived.room.id, { ...listing, aroundSeq: 100 });
    expect(old).toMatchObject({ ok: false, code: 'unavailable' });
    expect(await rooms.tryAsk(archived.room.id, listing)).toMatchObject({ ok: true });
    await archived.room.say('bob', 'devam');
  });

  it('goes with the room', async () => {
    await archived.archive(1);
    await archived.writer.archive(archived.room.id, 1);
    await archived.room.ask({ type: 'delete_room', by: ada, scope: null });
    const { rooms } = archived.room.node;
    const deps = { rooms, reader: archived.store, archive: archived.writer, now };
    await sweepDeletedRooms(deps);
    archived.move(3_700_000);
    await sweepDeletedRooms(deps);
    expect([await archived.stretches(), archived.objects.objects.size]).toEqual([[], 0]);
    expect(await archived.room.problems()).toEqual([]);
  });

  it('is in a backup as rows, and the restored store needs no object', async () => {
    const before = await contentsOf(archived.store, 'log');
    await archived.archive(2);
    expect((await contentsOf(archived.rows, 'log')).docs).toBeLessThan(before.docs);
    const folder = await mkdtemp(join(tmpdir(), 'meydan-backup-'));
    const place = await folderPlace(folder);
    const reader = Object.assign(archived.nodeStore(), { holdSnapshot: async () => undefined });
    const { contents } = await writeBackup(reader, place);
    expect(contents.log).toEqual(before);
    const restored = await openStore();
    await restoreBackup(restored, place);
    expect(await restored.range('stretches', { index: '_id' })).toEqual([]);
    expect((await verifyRoom(restored, archived.room.id)).problems).toEqual([]);
    await rm(folder, { recursive: true });
  });
});
