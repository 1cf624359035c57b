/** A room whose closed stretches are objects is read, searched and written to as before. */

import type { EntryDoc } from '#actors/room/model/codec.js';
import { verifyRoom } from '#actors/room/verify/verify-room.js';
import { FORMAT } from '#src/domain/format.js';
import { formatTable } from '#src/domain/log/format-table.js';
import { decodeStretch } from '#src/store/archive/stretch-codec.js';
import { FORMAT_ID } from '#src/store/schema/format.js';
import type { Store } from '#src/store/store.js';
import { callerNamed } from '../support/rooms/room-node.js';
import { type ArchivedRoom, CLEARED_AFTER_MS, roomWithHistory } from '../support/store/archived-room.js';
import { describeOnBothEngines } from '../support/store/engines.js';

let archived: ArchivedRoom;

/** A row that stays with its indexes takes at most that (test/store/packed). */
const ROW_BYTES = 400;
const others =
  'bugün yarın akşam sabah vapur iskele çarşı pazar defter kalem masa pencere kedi martı deniz sokak'.split(' ');
/** Ten words in an order that does not repeat, so that a text is as long, and compresses as little, as one of people. */
const wordsAt = (at: number) =>
  Array.from({ length: 10 }, (_, nth) => others[(((at + 1) * (nth + 7) * 40_503) % 65_521) % others.length]).join(' ');
const say = (at: number) => `söz ${at} ${at % 97 === 0 ? 'yağmurlu bir gün' : 'kahve içelim mi'} ${wordsAt(at)}`;
const whole = async (store: Store) => {
  const range = { index: '_id', gt: `${archived.room.id}:`, lt: `${archived.room.id};` };
  const pages: unknown[] = [];
  for (let gt = range.gt; ; ) {
    const page = await store.range<{ _id: string }>('log', { ...range, gt, limit: 333 });
    pages.push(...page);
    if (page.length < 333) return pages;
    gt = page.at(-1)?._id ?? '';
  }
};
/** One that no other index holds. */
const archivedRow = async (after = 100) => {
  const rows = await archived.store.range<EntryDoc>('log', { index: '_id', gt: `${archived.room.id}:`, limit: 300 });
  const row = rows.find((doc) => doc.seq > after && doc.row?.sender?.username === 'ada' && !doc.ownOf);
  return row as EntryDoc & { row: { id: string } };
};
const backwards = async () => {
  const seen: string[] = [];
  for (let beforeSeq: number | undefined; ; ) {
    const before = beforeSeq === undefined ? {} : { beforeSeq };
    const asked = { type: 'list_messages' as const, by: callerNamed('bob'), limit: 200, ...before };
    const { messages } = await archived.room.ask(asked);
    if (messages.length === 0) return seen;
    seen.unshift(...messages.map(({ row }) => `${row.seq} ${row.body}`));
    beforeSeq = messages[0]?.row.seq;
  }
};

describeOnBothEngines('a room with archived stretches', (openStore) => {
  const SAID = 1_200;

  beforeEach(async () => {
    archived = await roomWithHistory(await openStore(), SAID, say);
  });
  afterEach(async () => {
    await archived.room.node.system.stop();
  });

  it('is the same in both directions, its log has no problem, and few of its rows are left', async () => {
    const [before, listed] = [await whole(archived.store), await backwards()];
    await archived.archive(2);
    await archived.restart();
    expect(await archived.rowsLeft(2)).toBeLessThan(1_024 * 0.06);
    expect(await whole(archived.store)).toEqual(before);
    expect(await backwards()).toEqual(listed);
    const desc = { index: '_id', gt: `${archived.room.id}:`, lt: `${archived.room.id};`, desc: true, limit: 10_000 };
    expect(await archived.store.range('log', desc)).toEqual([...before].reverse());
    expect(await archived.room.problems()).toEqual([]);
    expect(archived.objects.objects.size).toBe(2);
  });

  it('has none while a node lives that would see holes, and its rows go only when none does', async () => {
    const { writer, rows, objects } = archived;
    archived.format = formatTable.archivedStretches - 1;
    expect(await writer.archive(archived.room.id, 0)).toBe(false);
    expect([objects.objects.size, await archived.stretches()]).toEqual([0, []]);
    expect(await rows.get('meta', FORMAT_ID)).toEqual(expect.not.objectContaining({ oldest: 3 }));
    archived.format = FORMAT;
    expect(await writer.archive(archived.room.id, 0)).toBe(true);
    // An older node opened the store before the first stretch was there, and joins now.
    archived.format = formatTable.archivedStretches - 1;
    archived.move(CLEARED_AFTER_MS);
    const [stretch] = await archived.stretches();
    expect(await writer.advance(stretch?._id ?? '')).toBe(0);
    expect(await archived.rowsLeft(1)).toBe(512);
    archived.format = FORMAT;
    await archived.settle();
    expect(await archived.rowsLeft(1)).toBeLessThan(512 * 0.06);
  });

  it('takes at most 120 bytes for each message, with its documents and the rows that stay', async () => {
    await archived.archive(2);
    const inObjects = [...archived.objects.objects.values()].reduce((sum, { length }) => sum + length, 0);
    const inDocs = JSON.stringify(await archived.stretches()).length;
    const inRows = (await archived.rowsLeft(2)) * ROW_BYTES;
    expect((inObjects + inDocs + inRows) / 1_024).toBeLessThanOrEqual(120);
  });

  it('is searched, and its topics and counts are as before', async () => {
    const { id } = archived.room;
    const by = callerNamed('bob');
    const { lookup } = archived.room.node;
    const all = async () => ({
      found: await archived.room.node.lookup.search(id, by, { q: 'yağmurlu', limit: 50 }),
      stats: await archived.room.node.lookup.stats(id, by),
    });
    const before = await all();
    expect(before.found.messages).toHaveLength(Math.ceil(SAID / 97));
    await archived.archive(2);
    await archived.restart();
    expect(archived.room.node.lookup).not.toBe(lookup);
    expect(await all()).toEqual(before);
  });

  it('leads from its head to pinned rows that are archived, as the list of rooms reads them', async () => {
    const { _id, row } = await archivedRow();
    const { id } = archived.room;
    await archived.room.ask({ type: 'pin_message', by: callerNamed('ada'), messageId: row.id, pinned: true });
    await archived.restart();
    const linked = () =>
      archived.store.getLinked('rooms', { ids: [id] }, [{ in: 'log', keys: [{ of: 0, list: 'listed.ids' }] }]);
    const before = await linked();
    expect(before.linked[0]).toContainEqual(expect.objectContaining({ _id }));
    await archived.archive(2);
    expect(await archived.rows.get('log', _id)).toBeNull();
    expect((await linked()).linked[0]).toEqual(expect.arrayContaining(before.linked[0] ?? []));
  });

  it('answers a repeat of a year ago with the first message', async () => {
    await archived.archive(2);
    await archived.restart();
    const { store } = archived;
    archived.move(400 * 86_400_000);
    const first = await archived.room.say('ada', { body: say(42), clientId: 'c42' });
    expect(first).toMatchObject({ body: say(42), clientId: 'c42' });
    expect(first.seq).toBeLessThan(512);
    expect(await store.getManyBy('log', 'dedup', [`${archived.room.id}:account-ada:c42`])).toMatchObject([
      { seq: first.seq },
    ]);
    await expect(archived.room.say('ada', { body: 'anders', clientId: 'c44' })).rejects.toThrow(
      'used before with other content',
    );
    expect(await archived.room.problems()).toEqual([]);
  });

  it('brings back the row that is changed, and writes its stretch again without the earlier text', async () => {
    await archived.archive(2);
    await archived.restart();
    const { _id, seq, row } = await archivedRow();
    expect(await archived.rows.get('log', _id)).toBeNull();
    await archived.room.ask({ type: 'react', by: callerNamed('bob'), messageId: row.id, emoji: '👍', on: true });
    await archived.room.ask({ type: 'delete_message', by: callerNamed('ada'), messageId: row.id });
    expect(await archived.rows.get('log', _id)).toMatchObject({ deletedAt: expect.any(Number) });
    expect((await archived.stretches()).filter(({ state }) => state === 'thawed')).toHaveLength(1);
    await archived.settle();
    expect(await archived.room.problems()).toEqual([]);
    expect((await archived.stretches()).every(({ state }) => state === 'archived')).toBe(true);
    expect(archived.objects.objects.size).toBe(2);
    const around = { type: 'list_messages' as const, by: callerNamed('ada'), aroundSeq: seq, limit: 3 };
    const { messages } = await archived.room.ask(around);
    expect(messages.find((view) => view.row.seq === seq)?.row.body).toBe('');
    for (const bytes of archived.objects.objects.values()) {
      expect([...(await decodeStretch(bytes)).keys()]).not.toContain(seq);
    }
  });

  it('refuses an entry below the last archived one', async () => {
    await archived.archive(1);
    const { _id, seq } = await archivedRow();
    expect(await archived.rows.get('log', _id)).toBeNull();
    const late = { _id, room: archived.room.id, seq };
    expect(await archived.nodeStore().append([late])).toEqual({ appended: 0, refused: { by: '_id' } });
  });
});

describeOnBothEngines('archiving a stretch', (openStore) => {
  beforeEach(async () => {
    archived = await roomWithHistory(await openStore(), 600, say);
  });
  afterEach(async () => {
    await archived.room.node.system.stop();
  });

  it.each(['named', 'written', 'published', 'cleared', 'removed', 'done'] as const)(
    'loses and doubles nothing when the process is killed after "%s"',
    async (step) => {
      const before = await whole(archived.store);
      archived.killAfter = step;
      const run = async () => {
        await archived.writer.archive(archived.room.id, 0);
        archived.move(CLEARED_AFTER_MS);
        await archived.writer.advance((await archived.stretches())[0]?._id ?? '');
      };
      await expect(run()).rejects.toThrow(`killed after ${step}`);
      expect(await whole(archived.nodeStore())).toEqual(before);
      await archived.settle();
      expect(await whole(archived.nodeStore())).toEqual(before);
      expect(await archived.rowsLeft(1)).toBeLessThan(40);
      expect(archived.objects.objects.size).toBe(1);
    },
  );

  it('keeps a row that changes while its stretch is being archived, and archives it later', async () => {
    await archived.writer.archive(archived.room.id, 0);
    const { row } = await archivedRow();
    await archived.room.ask({ type: 'react', by: callerNamed('bob'), messageId: row.id, emoji: '👍', on: true });
    const before = await whole(archived.store);
    archived.move(CLEARED_AFTER_MS);
    const [stretch] = await archived.stretches();
    // Its rows go, but for that one; its object is written again, and the earlier one goes.
    expect(await archived.writer.advance(stretch?._id ?? '')).toBe(2);
    const [renewed] = await archived.stretches();
    expect(renewed?.key).not.toBe(stretch?.key);
    expect([...archived.objects.objects.keys()]).toEqual([renewed?.key]);
    await archived.settle();
    expect(await whole(archived.nodeStore())).toEqual(before);
    expect((await archived.stretches())[0]?.state).toBe('archived');
  });

  it('publishes no object that holds the earlier text of a row that came back meanwhile', async () => {
    await archived.archive(1);
    await archived.restart();
    const [{ row, seq }, other] = [await archivedRow(), await archivedRow(140)];
    await archived.room.ask({ type: 'react', by: callerNamed('bob'), messageId: other.row.id, emoji: '👍', on: true });
    archived.objects.beforeWrite = () =>
      archived.room.ask({ type: 'delete_message', by: callerNamed('ada'), messageId: row.id });
    const [before] = await archived.stretches();
    expect(await archived.writer.advance(before?._id ?? '')).toBe(0);
    expect((await archived.stretches())[0]).toMatchObject({ state: 'thawed', key: before?.key });
    expect(archived.objects.objects.size).toBe(1);
    await archived.settle();
    const [bytes = new Uint8Array()] = archived.objects.objects.values();
    expect([...(await decodeStretch(bytes)).keys()]).toContain(other.seq);
    expect([...(await decodeStretch(bytes)).keys()]).not.toContain(seq);
    expect(await archived.room.problems()).toEqual([]);
  });

  it('says unavailable where an object is damaged or gone, and never a hole', async () => {
    await archived.archive(1);
    const [key = ''] = [...archived.objects.objects.keys()];
    const bytes = Uint8Array.from(archived.objects.objects.get(key) ?? []);
    bytes[bytes.length - 3] = (bytes.at(-3) ?? 0) ^ 1;
    archived.objects.objects.set(key, bytes);
    await expect(whole(archived.nodeStore())).rejects.toThrow('has another checksum');
    const { problems } = await verifyRoom(archived.nodeStore(), archived.room.id);
    expect(problems.map(({ seq, what }) => `${seq} ${what}`)).toEqual([
      expect.stringMatching(/^1 .*another checksum$/),
    ]);
    archived.objects.objects.delete(key);
    await expect(whole(archived.nodeStore())).rejects.toThrow('is missing');
  });
});
