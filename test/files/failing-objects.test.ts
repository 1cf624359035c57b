/** Objects that the object store refuses to answer for. They hold up nobody else's. */
import { sweepFiles } from '#jobs/sweep-files.js';
import type { StoredFile } from '#src/domain/messages/file.js';
import { onEachEngine } from '../support/store/engine-settings.js';
import { FilesFixture } from './files-fixture.js';

const GOOD = 350;
const BAD = 150;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

onEachEngine('files that the object store refuses to remove', (settings) => {
  let fixture: FilesFixture;

  beforeAll(async () => {
    fixture = await FilesFixture.open(settings());
  });
  afterAll(() => fixture.close());

  const keyOf = (at: number) => `rooms/${fixture.ada.accountId}/media/${String(at).padStart(4, '0')}.jpg`;

  /** The first ones are the bad ones, and due before all others. */
  const leave = (): Promise<void> => leaveEach(Array.from({ length: GOOD + BAD }, (_, at) => at));

  async function leaveEach(places: number[]): Promise<void> {
    const now = fixture.clock.env.now();
    const docs = places.map((at) => ({
      _id: keyOf(at),
      at: now - 2 * DAY_MS,
      owner: fixture.ada.accountId,
      contentType: 'image/jpeg',
      maxBytes: 1_000,
      state: 'going' as const,
      dueAt: now - MINUTE_MS + at,
    }));
    const puts = docs.map((doc) => ({ op: 'put' as const, in: 'files' as const, doc }));
    for (let at = 0; at < puts.length; at += 50) await fixture.booted.app.store.write(puts.slice(at, at + 50));
  }

  /** One run of the job, at an object store that refuses the bad ones, or all. */
  function sweep(isBad: (at: number) => boolean, asked: string[] = []): Promise<number> {
    const { node, objects, store: reader, config } = fixture.booted.app;
    const refusing = {
      head: objects.head.bind(objects),
      readStart: objects.readStart.bind(objects),
      async remove(keys: readonly string[]) {
        asked.push(...keys);
        const refused = keys.find((key) => isBad(Number(/(\d+)\.jpg$/.exec(key)?.[1])));
        if (refused) throw new Error('403 AccessDenied');
        await objects.remove(keys);
      },
    };
    const { now } = fixture.clock.env;
    return sweepFiles({
      ...node,
      objects: refusing,
      reader,
      uploadLinkTtlS: config.uploadLinkTtlS,
      lateWritesMs: 0,
      now,
    });
  }

  const left = async () =>
    (await fixture.booted.app.store.range<StoredFile>('files', { index: 'due', limit: 10_000 })).length;

  it('are named, and every other file goes in the first run', async () => {
    await leave();
    const named = /^150 files could not be swept: rooms\/\S+\.jpg \(403 AccessDenied\), .*, …$/;
    await expect(sweep((at) => at < BAD)).rejects.toThrow(named);
    expect(await left()).toBe(BAD);
  });

  it('are tried again later, each time after a longer pause', async () => {
    const tries: number[] = [];
    for (let minute = 0; minute < 8; minute += 1) {
      const asked: string[] = [];
      fixture.clock.move(MINUTE_MS);
      // The object store is within reach: it removes another one in each run.
      await leaveEach([BAD + minute]);
      await sweep((at) => at < BAD, asked).catch(() => 0);
      tries.push(new Set(asked).size - 1);
    }
    // In the next run, then after one minute and after three.
    expect(tries).toEqual([BAD, BAD, 0, 0, BAD, 0, 0, 0]);
  });

  it('go when the object store takes them again', async () => {
    fixture.clock.move(10 * MINUTE_MS);
    expect(await sweep(() => false)).toBe(BAD);
    expect(await left()).toBe(0);
  });

  it('end the run where the object store answers for none', async () => {
    await leave();
    const asked: string[] = [];
    await expect(sweep(() => true, asked)).rejects.toThrow('300 files could not be swept');
    expect(asked).toHaveLength(300);
  });

  it('are tried in every run while it answers for none, and go in the first one after it is back', async () => {
    const asked: string[] = [];
    for (let minute = 0; minute < 5; minute += 1) {
      fixture.clock.move(MINUTE_MS);
      const before = asked.length;
      await expect(sweep(() => true, asked)).rejects.toThrow('300 files could not be swept');
      expect(asked.length - before).toBe(300);
    }
    // Those that failed stand behind the others.
    expect(new Set(asked).size).toBe(GOOD + BAD);
    fixture.clock.move(MINUTE_MS);
    expect(await sweep(() => false)).toBe(GOOD + BAD);
    expect(await left()).toBe(0);
  });

  it('begin with the first pause again after a step that succeeded', async () => {
    const { node, store } = fixture.booted.app;
    await leaveEach([0]);
    const get = () => store.get<StoredFile>('files', keyOf(0));
    const before = (await get()) as StoredFile;
    await node.files.postpone(before, { state: 'kept', dueAt: 1, failures: 3 });
    await node.files.postpone((await get()) as StoredFile, { state: 'kept', dueAt: 2 });
    expect(await get()).toMatchObject({ dueAt: 2, failures: 0 });
  });
});
