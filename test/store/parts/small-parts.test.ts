/** Parts of both engines that need none: guards, checks, reads of a tick, documents that lead to others, shards, spans. */
import type { CollectionName } from '#src/store/collections.js';
import { guardHolds, holdsWithoutDoc } from '#src/store/guards.js';
import { getInSteps, keysFrom } from '#src/store/linked-reads.js';
import { observeWrites } from '#src/store/observe-writes.js';
import { PointReads } from '#src/store/point-reads.js';
import { rangeOfEach } from '#src/store/range-of-each.js';
import { retentions, retentionsWith, singlesKeptMs } from '#src/store/retention.js';
import { declaredName, isShardOf, mongoIndex, shardBetween, shardField, shardOf } from '#src/store/sharding.js';
import type { Doc, Guard, Range, Write } from '#src/store/store.js';
import {
  COUNT_MAX,
  checkDoc,
  checkIds,
  checkNames,
  checkRange,
  checkScalars,
  checkWrite,
  countLimitOf,
  LIMIT_MAX,
  limitOf,
  pointField,
} from '#src/store/validate.js';
import { memoryStore } from '../../support/store/memory-store.js';

const DAY_MS = 86_400_000;

describe('a guard', () => {
  const doc = { _id: 'x', rev: 5, name: 'ada', nothing: null, count: 3 };
  it.each<[string, Guard, boolean, boolean]>([
    ['absent', { absent: true }, false, true],
    ['older than the revision behind', { olderThan: 6 }, true, true],
    ['older than its own revision', { olderThan: 5 }, false, true],
    ['a field', { equals: { name: 'ada' } }, true, false],
    ['another value', { equals: { name: 'bob' } }, false, false],
    ['a field that is missing is null', { equals: { other: null, nothing: null } }, true, false],
    ['at least', { atLeast: { count: 3 } }, true, false],
    ['at least one more', { atLeast: { count: 4 } }, false, false],
    ['at least, of what is no number', { atLeast: { name: 0 } }, false, false],
    ['one that holds and one that does not', { equals: { name: 'ada' }, atLeast: { count: 4 } }, false, false],
    ['the same document', { same: { ...doc } } as Guard, true, false],
    ['another document', { same: { ...doc, rev: 6 } } as Guard, false, false],
    ['the same document, of another revision', { same: { ...doc }, olderThan: 5 } as Guard, false, false],
  ])('%s', (_, guard, holds, holdsWithout) => {
    expect([guardHolds(doc, guard), holdsWithoutDoc(guard)]).toEqual([holds, holdsWithout]);
  });

  it('holds where there is none, and takes a document without a revision for the oldest', () => {
    expect([guardHolds(doc, undefined), holdsWithoutDoc(undefined)]).toEqual([true, true]);
    expect([{ rev: null }, {}, { rev: '0' }].map((stored) => guardHolds(stored, { olderThan: 1 }))).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('what no engine is asked', () => {
  const range = (more: Partial<Range>): Range => ({ index: '_id', ...more });
  it.each<[string, () => unknown, string]>([
    ['a key that is an object', () => checkScalars([{ $ne: 1 }]), 'a key is a scalar'],
    ['a key that is missing', () => checkScalars([1, undefined]), 'a key is missing'],
    ['an id that is a number', () => checkIds(['a', 1]), 'an id is a string'],
    ['an index that nobody declared', () => pointField('log', 'nothing'), 'log has no index nothing'],
    ['points of an index that is not unique', () => pointField('log', 'push'), 'log.push is no unique index'],
    ['a bound of null', () => checkRange('log', range({ gt: null })), 'no bound null'],
    ['a bound that is an object', () => checkRange('log', range({ gt: {} as never })), 'a key is a scalar'],
    ['bounds of two types', () => checkRange('log', range({ gt: 'a', lt: 1 })), 'bounds of different types'],
    ['a prefix with more fields', () => checkRange('log', range({ prefix: ['a', 'b'] })), 'too few fields'],
    ['a bound behind the last field', () => checkRange('log', range({ prefix: ['a'], gt: 'b' })), 'too few fields'],
    ['a field that is an operator', () => checkNames(['$set']), '"$set" is no name'],
    ['a field in a path', () => checkDoc({ _id: 'x', 'a.b': 1 } as Doc), '"a.b" is no name'],
    ['a field that begins with a digit', () => checkNames(['1a']), '"1a" is no name'],
    ['a field that ends oddly', () => checkNames(['a-']), '"a-" is no name'],
    ['a document without an id', () => checkDoc({ _id: 7 } as never), 'a string _id'],
  ])('%s', (_, check, why) => {
    expect(check).toThrow(why);
  });

  const set = (more: object): Write => ({ op: 'set', in: 'log', id: 'r:1', ...more }) as Write;
  it.each<[string, Write, string]>([
    ['an id that is none', set({ id: 7 }), 'a write needs a string id'],
    ['a deletion without an id', { op: 'del', in: 'log', id: 7 } as never, 'a write needs a string id'],
    ['a change of the id', set({ set: { _id: 'x' } }), 'a key never changes'],
    ['a change of the shard key', set({ unset: ['room'] }), 'a key never changes'],
    ['a field that is changed twice', set({ set: { a: 1 }, inc: { a: 1 } }), 'one write changes a field once'],
    ['an amount that is none', set({ inc: { a: Number.NaN } }), 'inc takes a finite number'],
    ['a guard of a path', set({ guard: { equals: { 'a.b': 1 } } }), 'is no name'],
    ['a guard of an object', set({ guard: { equals: { a: {} } } }), 'a key is a scalar'],
    ['a guard at least of a path', set({ guard: { atLeast: { 'a.b': 1 } } }), 'is no name'],
    ['a row of another room', { op: 'put', in: 'log', doc: { _id: 'r:1', room: 's' } }, 'not the beginning of the id'],
    ['a document of an odd field', { op: 'put', in: 'log', doc: { _id: 'r:1', room: 'r', $a: 1 } }, 'is no name'],
  ])('to write %s', (_, write, why) => {
    expect(() => checkWrite(write)).toThrow(why);
  });

  it('refuses nothing else', () => {
    checkScalars([1, 'a', true, null]);
    checkNames(['_id', 'a', 'A1_b']);
    checkWrite({ op: 'put', in: 'log', doc: { _id: 'r:1', room: 'r' } });
    checkWrite({ op: 'put', in: 'rooms', doc: { _id: 'r', room: 's' } });
    checkWrite({ op: 'set', in: 'rooms', id: 'r', set: { room: 's' }, unset: ['b'], inc: { c: 1 } });
    expect(checkRange('log', range({ gte: 'a', lt: 'b' }))).toMatchObject({ field: '_id', desc: false, prefix: [] });
    expect(checkRange('log', range({})).field).toBeUndefined();
    expect(checkRange('log', range({ prefix: ['a'] }))).toMatchObject({ field: undefined, bounds: [] });
  });

  it('has bounds: a thousand documents, ten thousand if it says so, a million to be counted', () => {
    expect([{}, { limit: 5 }, { limit: LIMIT_MAX + 1 }, { limit: -1 }].map((more) => limitOf(range(more)))).toEqual([
      1_000,
      5,
      LIMIT_MAX,
      0,
    ]);
    expect([{}, { limit: COUNT_MAX + 1 }, { limit: -1 }].map((more) => countLimitOf(range(more)))).toEqual([
      LIMIT_MAX,
      COUNT_MAX,
      0,
    ]);
  });
});

describe('point reads of a tick', () => {
  it('are one request for each index, and each reader gets what it may change', async () => {
    const asked: unknown[] = [];
    let begun = 0;
    const reads = new PointReads(
      async (from, index, values) => {
        asked.push([from, index, values]);
        return values
          .filter((value) => value !== 'none')
          .map((value) => ({ _id: String(value), dedup: value }) as never);
      },
      () => {
        begun += 1;
      },
    );
    reads.flush();
    const all = Promise.all([
      reads.read('log', '_id', ['a', 'none', 'b']),
      reads.read('log', '_id', ['a']),
      reads.read('rooms', '_id', ['a']),
      reads.read('log', '_id', []),
    ]);
    expect([begun, asked]).toEqual([1, []]);
    reads.flush();
    const [first, second, third, none] = await all;
    expect(asked).toEqual([
      ['log', '_id', ['a', 'none', 'b']],
      ['rooms', '_id', ['a']],
    ]);
    expect([first?.map((doc) => doc?._id ?? null), none]).toEqual([['a', null, 'b'], []]);
    expect([second, third]).toEqual([[first?.[0]], [first?.[0]]]);
    expect(second?.[0]).not.toBe(first?.[0]);
  });

  it('are divided into requests of 512 keys, and all fail together', async () => {
    const lengths: number[] = [];
    let isBroken = false;
    const reads = new PointReads(
      async (_, __, values) => {
        if (isBroken) throw new Error('it is down');
        lengths.push(values.length);
        return values.map((value) => ({ _id: String(value) }));
      },
      () => undefined,
    );
    const ids = Array.from({ length: 1_025 }, (_, at) => String(at));
    const reading = reads.read('log', '_id', ids);
    reads.flush();
    expect((await reading).map((doc) => doc?._id)).toEqual(ids);
    expect(lengths).toEqual([512, 512, 1]);
    isBroken = true;
    const [one, other] = [reads.read('log', '_id', ['a']), reads.read('log', '_id', ['b'])];
    reads.flush();
    await expect(one).rejects.toThrow('it is down');
    await expect(other).rejects.toThrow('it is down');
  });
});

describe('documents that lead to others', () => {
  const head = { _id: 'r', last: { id: 'r:2' }, listed: { ids: ['r:1', 'r:2'] }, pair: ['ada', 'bob'] } as Doc;

  it('name them by a field, by a list, or by the others of a pair; each once', () => {
    const keys = (key: object) => keysFrom([[head, { _id: 's' }]], [{ of: 0, ...key } as never]);
    expect(keys({ field: 'last.id' })).toEqual(['r:2']);
    expect(keys({ field: 'listed' })).toEqual([]);
    expect(keys({ list: 'listed.ids' })).toEqual(['r:1', 'r:2']);
    expect(keys({ accounts: 'pair', except: 'ada' })).toEqual(['r:bob']);
    expect(keysFrom([[head]], [{ of: 0, field: 'last.id' } as never, { of: 0, list: 'listed.ids' } as never])).toEqual([
      'r:2',
      'r:1',
    ]);
    expect(keysFrom([[head]], [{ of: 3, field: '_id' } as never])).toEqual([]);
  });

  it('are read step by step, and those of the start once more with the second step', async () => {
    const store = memoryStore();
    const rows = ['r:1', 'r:2'].map((_id) => ({ _id, room: 'r', next: 'ada' }));
    await store.write([{ op: 'put', in: 'rooms', doc: head as never }]);
    await store.write(rows.map((doc) => ({ op: 'put', in: 'log', doc })));
    const asked: unknown[] = [];
    const reader = {
      getMany: async (from: CollectionName, ids: string[]) => {
        asked.push([from, ids]);
        return store.getMany(from, ids);
      },
      range: store.range.bind(store),
    } as never;
    const steps = [
      { in: 'log', keys: [{ of: 0, list: 'listed.ids' }] },
      { in: 'accounts', keys: [{ of: 1, field: 'next' }] },
    ] as never;
    const found = await getInSteps(reader, 'rooms', { ids: ['r', 'gone'] }, steps);
    expect(found).toEqual({ start: [head], linked: [rows, []] });
    expect(asked).toEqual([
      ['rooms', ['r', 'gone']],
      ['log', ['r:1', 'r:2']],
      ['accounts', ['ada']],
      ['rooms', ['r']],
    ]);
    const listed = await getInSteps(reader, 'rooms', { range: { index: '_id' } }, []);
    expect(listed).toEqual({ start: [head], linked: [] });
  });
});

describe('a range after each of several places', () => {
  it('is in the order of the index, up to one limit', async () => {
    const store = memoryStore();
    const bans = ['a', 'b', 'c'].flatMap((room) =>
      ['ada', 'bob'].map((account) => ({ _id: `${room}:${account}`, room, account, at: 1 })),
    );
    await store.write(bans.map((doc) => ({ op: 'put', in: 'bans', doc }) as Write));
    const after = ['c', 'a', 'b'].map((first) => ({ first, gt: -1 }));
    const index = 'inRoom';
    const asked: string[] = [];
    const reader = {
      range: async (_: unknown, { prefix = [], limit }: Range) => {
        asked.push(`${prefix[0]} ${limit}`);
        return bans.filter(({ room }) => room === prefix[0]);
      },
    } as never;
    const found = await rangeOfEach(reader, 'bans', { index, after, limit: 3 } as never);
    expect(found.map(({ _id }) => _id)).toEqual(['a:ada', 'a:bob', 'b:ada']);
    expect(asked).toEqual(['a 3', 'b 3', 'c 3']);
  });
});

describe('an observer of writes', () => {
  it('is shown what was written, and all of a bulk', async () => {
    const seen: string[] = [];
    const store = observeWrites(memoryStore(), (writes) => {
      for (const write of writes) seen.push('doc' in write ? write.doc._id : write.id);
    });
    const put = (_id: string): Write => ({ op: 'put', in: 'meta', doc: { _id }, guard: { absent: true } });
    expect(await store.write([put('a'), put('a'), put('b')])).toEqual([true, false, true]);
    expect(seen.splice(0)).toEqual(['a', 'b']);
    await store.write([put('a'), put('c')], { bulk: true });
    expect(seen.splice(0)).toEqual(['a', 'c']);
    expect((await store.transaction([put('a')])).ok).toBe(false);
    expect(seen.splice(0)).toEqual([]);
    expect((await store.transaction([put('d')])).ok).toBe(true);
    expect(seen.splice(0)).toEqual(['d']);
    expect((await store.getMany('meta', ['a', 'd', 'e'])).map((doc) => doc?._id ?? null)).toEqual(['a', 'd', null]);
    expect(await store.count('meta', { index: '_id' })).toBe(4);
    await store.ping();
    await store.close();
    await expect(store.ping()).rejects.toThrow();
  });
});

describe('the shard of a document', () => {
  it('is the beginning of its id, in the collections that are divided by it', () => {
    expect(['log', 'bans', 'rooms', 'sessions'].map((name) => shardField(name as CollectionName))).toEqual([
      'room',
      'room',
      null,
      null,
    ]);
    expect(['r:1:2', 'r', ':1'].map(shardOf)).toEqual(['r', 'r', '']);
    const cases: [unknown, string][] = [
      ['r', 'r:1'],
      ['r', 'r'],
      ['r', 'room:1'],
      ['room', 'r:1'],
      ['s', 'r:1'],
      [7, '7:1'],
      ['r:1', 'r:1'],
    ];
    expect(cases.map(([key, id]) => isShardOf(key, id))).toEqual([true, true, false, false, false, false, false]);
  });

  it('is known of a range between two of its ids', () => {
    const cases: [unknown, unknown, string | null][] = [
      ['r:1', 'r:9', 'r'],
      ['r:', 'r;', 'r'],
      ['r:1', 's:1', null],
      ['r', 'r;', null],
      ['r:1', 7, null],
      [7, 'r:1', null],
      ['r:1', 'ra;', null],
    ];
    expect(cases.map(([low, high]) => shardBetween(low, high))).toEqual(cases.map(([, , key]) => key));
  });

  it('begins the unique indexes of its collection in MongoDB, which have a name of their own', () => {
    expect(mongoIndex('log', 'dedup')).toEqual({ name: 'dedupInRoom', fields: ['room', 'dedup'] });
    expect(mongoIndex('log', 'push').name).toBe('push');
    expect(['dedupInRoom', 'push', 'InRooms'].map(declaredName)).toEqual(['dedup', 'push', 'InRooms']);
  });
});

describe('the span of what is kept', () => {
  it('is what an operator has said, where there is one', () => {
    const spanOf = (name: 'reports' | 'entryVisits', days = {}) => {
      const kept = retentionsWith(days)[name];
      return kept.kept === 'for' ? kept.expiry.afterMs / DAY_MS : null;
    };
    expect([spanOf('reports'), spanOf('entryVisits')]).toEqual([400, 400]);
    expect([spanOf('reports', { reports: 7 }), spanOf('entryVisits', { reports: 7 })]).toEqual([7, 400]);
    expect([spanOf('reports', { entry_visits: 3 }), spanOf('entryVisits', { entry_visits: 3 })]).toEqual([400, 3]);
    expect(retentionsWith().reports).toMatchObject({ expiry: { index: 'byStatus', prefix: ['settled'] } });
    expect(retentionsWith({ reports: 7 }).log).toBe(retentions.log);
    expect([singlesKeptMs({ impressions: 2 }), singlesKeptMs({})]).toEqual([2 * DAY_MS, singlesKeptMs()]);
  });
});
