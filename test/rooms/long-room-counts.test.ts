/** Statistics and topics of a long room: from digests that were made in the background, and never from all of its rows. */

import { digestId, GROUP_SPANS, SPAN } from '#actors/room/model/digests.js';
import { DigestMaker } from '#actors/room/search/digest-maker.js';
import type { Doc } from '#src/store/store.js';
import { callerNamed, RoomNode } from '../support/rooms/room-node.js';
import { describeOnBothEngines } from '../support/store/engines.js';
import { FaultyStore, isRead, type StoreCall } from '../support/store/faulty-store.js';
import { poll } from '../support/time/poll.js';

/** A group of spans, one more span, and a part of one. `npm run test:soak -- long-rooms` takes 300 000. */
const ROWS = Number(process.env.LONG_ROOM_ROWS ?? (GROUP_SPANS + 1) * SPAN);
/** Of the sums of groups, and of those of the spans behind them. The rows behind those are counted in memory. */
const READS_MAX = 2;
/** The rows behind them are read, too. */
const READS_AFTER_LOAD_MAX = 3;
const TAGS = 50;

describeOnBothEngines('a long room', (openStore) => {
  it('is counted with few reads, and right whatever was changed, removed or is missing', async () => {
    const store = new FaultyStore(await openStore());
    const room = new RoomNode(store);
    const ada = callerNamed('ada');
    const digest = async (kind: 'topics' | 'groups', at: number) =>
      (await store.get<Doc & { topics: unknown }>('digests', digestId(room.id, kind, at)))?.topics ?? null;
    const counts = async () => {
      const { messageCount } = await room.node.lookup.stats(room.id, ada);
      const topics = await room.node.lookup.topics(room.id, ada);
      const sum = topics.reduce((all, { count }) => all + count, 0);
      return { messageCount, sum, topics: Object.fromEntries(topics.map(({ tag, count }) => [tag, count])) };
    };
    await room.create('ada', { eventsVisibility: 'none' });
    const ids: string[] = [];
    for (const body of ['#ilk', '#eski']) ids.push((await room.say('ada', body)).id);
    await room.sayMany('ada', ROWS - 2, (at) => `#konu${at % TAGS} mesaj ${at}`);
    const last = Math.floor(ROWS / SPAN) - 1;
    await poll(async () => (await digest('topics', last)) !== null, { until: 'digests are made', withinMs: 60_000 });

    await room.ask({ type: 'view_room', by: ada });
    store.calls.length = 0;
    const startedAt = performance.now();
    const first = await room.node.lookup.stats(room.id, ada);
    const statsMs = performance.now() - startedAt;
    expect(first.messageCount).toBe(ROWS);
    expect(store.calls.filter(isRead).length).toBeLessThanOrEqual(READS_MAX);
    await room.node.lookup.topics(room.id, ada);
    const topicsMs = performance.now() - startedAt - statsMs;
    process.stderr.write(`${ROWS} rows: stats ${statsMs.toFixed(1)} ms, then topics ${topicsMs.toFixed(1)} ms\n`);
    expect(await counts()).toMatchObject({ sum: ROWS, topics: { konu7: Math.ceil((ROWS - 9) / TAGS), ilk: 1 } });

    // What changes among the newest rows is not counted as it was.
    const { id: passing } = await room.say('ada', '#gecici');
    await room.ask({ type: 'delete_message', by: ada, messageId: passing });
    expect(await counts()).toMatchObject({
      messageCount: ROWS,
      sum: ROWS,
      topics: { konu7: Math.ceil((ROWS - 9) / TAGS) },
    });

    const [deleted, edited] = ids as [string, string];
    await room.ask({ type: 'delete_message', by: ada, messageId: deleted });
    await room.ask({ type: 'edit_message', by: ada, messageId: edited, body: '#yeni' });
    expect([await digest('groups', 0), await digest('topics', 0)]).toEqual([null, null]);
    // A digest is kept as of an entry after the one that voided it.
    await room.say('ada', '#son');
    const after = await counts();
    expect([after.messageCount, after.sum, after.topics.yeni]).toEqual([ROWS, ROWS, 1]);
    expect([after.topics.ilk, after.topics.eski, await digest('groups', 0)]).toEqual([
      undefined,
      undefined,
      expect.anything(),
    ]);

    const range = { index: '_id', gt: `${room.id}:`, lt: `${room.id};` };
    const digests = await store.range<Doc>('digests', range);
    await store.write(digests.map(({ _id }) => ({ op: 'del', in: 'digests', id: _id })));
    expect(await counts()).toEqual(after);
    expect(await digest('groups', 0)).not.toBeNull();

    const words = () => store.count('digests', { ...range, gt: `${room.id}:words:`, lt: `${room.id}:words;` });
    expect(await words()).toBe(0);
    await room.node.lookup.search(room.id, ada, { q: 'bulunmaz', limit: 10 });
    const known = await words();
    expect(known).toBe(last + 1);
    await room.sayMany('ada', SPAN, () => 'kahve');
    await poll(async () => (await words()) === known + 1, { until: 'the words of the new span are known' });
    const before = await counts();
    const again = await room.again();
    await again.ask({ type: 'view_room', by: ada });
    store.calls.length = 0;
    expect((await again.node.lookup.stats(room.id, ada)).messageCount).toBe(before.messageCount);
    expect(store.calls.filter(isRead).length).toBeLessThanOrEqual(READS_AFTER_LOAD_MAX);
    await again.node.system.stop();
    expect(await room.problems()).toEqual([]);
  }, 900_000);
});

describeOnBothEngines('a span that fills', (openStore) => {
  const isReadOfLog = (call: StoreCall) => call.op === 'range' && call.from === 'log';
  let store: FaultyStore;
  let room: RoomNode;
  const ada = callerNamed('ada');

  /** Fills the span; answers its topics once they are stored, and how often the log was read meanwhile. */
  async function fill(span: number): Promise<{ topics: unknown; messages: number; reads: number }> {
    const { seq } = await room.ask({ type: 'replay', after: null });
    await room.sayMany('ada', (span + 1) * SPAN - seq, (at) => (at % 2 === 0 ? '#cay' : 'su'));
    const stored = () => store.get<Doc & { topics: [string, number][]; messages: number }>('digests', idOf(span));
    await poll(async () => (await stored()) !== null, { until: 'its topics are stored' });
    const { topics, messages } = (await stored()) as { topics: [string, number][]; messages: number };
    return {
      topics: topics.map(([tag, count]) => [tag, count]),
      messages,
      reads: store.calls.filter(isReadOfLog).length,
    };
  }
  const idOf = (span: number) => digestId(room.id, 'topics', span);

  beforeEach(async () => {
    store = new FaultyStore(await openStore());
    room = new RoomNode(store);
    await room.create('ada', { eventsVisibility: 'none' });
    store.calls.length = 0;
  });
  afterEach(async () => {
    await room.node.stop();
    expect(await room.problems()).toEqual([]);
  });

  it('is counted along, and not read for its topics', async () => {
    const first = await fill(0);
    expect(first).toMatchObject({ messages: SPAN - 1, reads: 0 });
    expect(first.topics).toEqual([
      ['cay', SPAN / 2],
      ['', SPAN / 2 - 1],
    ]);
    expect(await fill(1)).toMatchObject({ messages: SPAN, reads: 0 });
  });

  it('is stored before the node stops', async () => {
    const { id } = await room.say('ada', '#eski');
    await room.ask({ type: 'edit_message', by: ada, messageId: id, body: '#yeni' });
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    store.fault = (call) => (isReadOfLog(call) ? held : undefined);
    const { seq } = await room.ask({ type: 'replay', after: null });
    await room.sayMany('ada', SPAN - seq, () => 'su');
    await poll(() => store.calls.some(isReadOfLog), { until: 'the span is read' });
    const stopping = room.node.stop();
    store.fault = () => undefined;
    release();
    await stopping;
    expect(await store.get<Doc>('digests', idOf(0))).not.toBeNull();
  });

  it('is read when a row of it was edited or deleted, and when the room was loaded within it', async () => {
    const edited = await room.say('ada', '#eski');
    const deleted = await room.say('ada', '#silinen');
    await room.ask({ type: 'edit_message', by: ada, messageId: edited.id, body: '#yeni' });
    const tags = (found: unknown) => (found as [string, number][]).map(([tag]) => tag).sort();
    const first = await fill(0);
    expect([tags(first.topics), first.reads]).toEqual([['', 'cay', 'silinen', 'yeni'], 1]);

    await room.say('ada', '#kalan');
    const { id } = await room.say('ada', '#giden');
    await room.ask({ type: 'delete_message', by: ada, messageId: id });
    await room.ask({ type: 'delete_message', by: ada, messageId: deleted.id });
    const second = await fill(1);
    expect([tags(second.topics), second.reads]).toEqual([['', 'cay', 'kalan'], 2]);

    await room.say('ada', '#once');
    room = await room.again();
    await room.say('ada', '#sonra');
    store.calls.length = 0;
    const third = await fill(2);
    expect([tags(third.topics), third.reads]).toEqual([['', 'cay', 'once', 'sonra'], 1]);
  });
});

describe('the maker of digests', () => {
  it('forgets what is too much for it, and goes on after an error', async () => {
    const errors: unknown[] = [];
    let reads = 0;
    const reader = {
      range: async () => {
        reads += 1;
        throw new Error('the store is away');
      },
    };
    const rooms = { tryAsk: async () => ({ ok: true, value: { isKept: false } }) };
    const maker = new DigestMaker(rooms as never, reader as never, (error) => errors.push(error));
    maker.observe({ room: 'r', seq: SPAN - 1 });
    maker.observe({ room: 'r', seq: SPAN, isPlace: true });
    expect(reads).toBe(0);
    for (let at = 0; at < 2_000; at += 1) maker.observe({ room: `r${at}`, seq: SPAN });
    await poll(() => errors.length === 1_001, { until: 'all that waited was tried' });
    expect(reads).toBe(1_001);
  });
});
