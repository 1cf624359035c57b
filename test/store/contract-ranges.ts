import type { Doc, Range, Store } from '#src/store/store.js';
import type { OpenStore } from '../support/store/engines.js';

type Any = Doc & Record<string, unknown>;

const MEMBERS: Any[] = [
  { _id: 'r:a', room: 'r', account: 'a', joinedSeq: 1, role: 'founder', since: 10, present: true },
  { _id: 'r:b', room: 'r', account: 'b', joinedSeq: 3, role: 'admin', since: 30, present: true },
  { _id: 'r:c', room: 'r', account: 'c', joinedSeq: 2, role: 'admin', since: 20, present: true },
  { _id: 'r:d', room: 'r', account: 'd', joinedSeq: 4, role: 'member', since: 40 },
  { _id: 'r:e', room: 'r', account: 'e', joinedSeq: 5, role: 'member', since: 50, present: null },
  { _id: 's:a', room: 's', account: 'a', joinedSeq: 1, role: 'member', since: 5, present: true },
  { _id: 's:f', room: 's', account: 'f', joinedSeq: 3, role: 'member', since: 5, present: true },
  { _id: 's:g', room: 's', account: 'g', joinedSeq: 3, role: 'member', since: 5, present: false },
];

async function seed(store: Store): Promise<void> {
  await store.write([...MEMBERS].reverse().map((doc) => ({ op: 'put' as const, in: 'members' as const, doc })));
}

const idsOf = async (store: Store, range: Range) => (await store.range('members', range)).map(({ _id }) => _id);

export function rangeContract(openStore: OpenStore): void {
  describe('a range', () => {
    it.each<[string, Range, string[]]>([
      ['a prefix, in the order of the next field', { index: 'byRoom', prefix: ['r'] }, ['r:a', 'r:c', 'r:b']],
      ['descending', { index: 'byRoom', prefix: ['r'], desc: true }, ['r:b', 'r:c', 'r:a']],
      ['a prefix that nothing has', { index: 'byRoom', prefix: ['x'] }, []],
      ['a lower bound', { index: 'byRoom', prefix: ['r'], gt: 1 }, ['r:c', 'r:b']],
      ['a lower bound that counts', { index: 'byRoom', prefix: ['r'], gte: 2 }, ['r:c', 'r:b']],
      ['an upper bound', { index: 'byRoom', prefix: ['r'], lt: 3 }, ['r:a', 'r:c']],
      ['an upper bound that counts', { index: 'byRoom', prefix: ['r'], lte: 2 }, ['r:a', 'r:c']],
      [
        'both bounds, descending, limited',
        { index: 'byRoom', prefix: ['r'], gte: 1, lt: 9, desc: true, limit: 2 },
        ['r:b', 'r:c'],
      ],
      ['a longer prefix', { index: 'byRole', prefix: ['r', 'admin'] }, ['r:c', 'r:b']],
      ['a longer prefix with a bound', { index: 'byRole', prefix: ['r', 'admin'], gt: 20 }, ['r:b']],
      ['the whole prefix', { index: 'byRole', prefix: ['r', 'admin', 20] }, ['r:c']],
      ['another index', { index: 'byAccount', prefix: ['a'] }, ['r:a', 's:a']],
      ['ties by id', { index: 'byRole', prefix: ['s', 'member'] }, ['s:a', 's:f', 's:g']],
      ['ties by id, descending', { index: 'byRole', prefix: ['s', 'member'], desc: true }, ['s:g', 's:f', 's:a']],
      ['no prefix', { index: 'byRoom', limit: 3 }, ['r:a', 'r:c', 'r:b']],
      ['ids', { index: '_id', gte: 'r:', lt: 'r;' }, ['r:a', 'r:b', 'r:c', 'r:d', 'r:e']],
      ['ids, descending from one', { index: '_id', lt: 'r:c', desc: true }, ['r:b', 'r:a']],
      ['one id', { index: '_id', prefix: ['s:f'] }, ['s:f']],
      ['a bound of another type', { index: 'byRoom', prefix: ['r'], gt: '' }, []],
      ['no limit at all', { index: 'byRoom', limit: 0 }, []],
    ])('reads %s', async (_, range, ids) => {
      const store = await openStore();
      await seed(store);
      expect(await idsOf(store, range)).toEqual(ids);
      expect(await store.count('members', range)).toBe(ids.length);
    });

    it('reads what lies after a place of each of several prefixes, in the order of the index, up to one limit', async () => {
      const store = await openStore();
      await seed(store);
      const after = [
        { first: 's', gt: 0 },
        { first: 'x', gt: 0 },
        { first: 'r', gt: 1 },
      ];
      const idsAfter = async (limit: number) =>
        (await store.rangeAfterEach('members', { index: 'byRoom', after, limit })).map(({ _id }) => _id);
      expect(await idsAfter(10)).toEqual(['r:c', 'r:b', 's:a', 's:f', 's:g']);
      expect(await idsAfter(3)).toEqual(['r:c', 'r:b', 's:a']);
      expect(await store.rangeAfterEach('members', { index: 'byRoom', after: [], limit: 10 })).toEqual([]);
    });

    it.each<[string, Range[]]>([
      ['ids', ['s', 'x', 'r'].map((room) => ({ index: '_id', gt: `${room}:`, lt: `${room};` }))],
      [
        'ids from within',
        [
          { index: '_id', gt: 'r:b', lt: 'r;' },
          { index: '_id', gte: 's:f', lte: 's:f' },
        ],
      ],
      ['prefixes', ['s', 'r'].map((room) => ({ index: 'byRoom', prefix: [room] }))],
      [
        'prefixes with bounds',
        [
          { index: 'byRoom', prefix: ['r'], gt: 1, lte: 2 },
          { index: 'byRoom', prefix: ['s'], gte: 3 },
        ],
      ],
      ['more than fits together', ['s', 'r'].map((room) => ({ index: 'byRoom', prefix: [room], limit: 2 }))],
      [
        'exactly what fits together',
        ['s', 'r'].map((room) => ({ index: '_id', gt: `${room}:`, lt: `${room};`, limit: 8 })),
      ],
      ['descending', ['s', 'r'].map((room) => ({ index: 'byRoom', prefix: [room], desc: true, limit: 2 }))],
      [
        'one that holds nothing',
        [
          { index: '_id', limit: 0 },
          { index: '_id', gt: 'r:', lt: 'r;' },
        ],
      ],
      ['one', [{ index: 'byRoom', prefix: ['r'] }]],
      ['none', []],
    ])('of several answers each as it answers alone: %s', async (_, ranges) => {
      const store = await openStore();
      await seed(store);
      const alone = await Promise.all(ranges.map((range) => store.range('members', range)));
      expect(await store.ranges('members', ranges)).toEqual(alone);
    });

    it('follows a document that changes, leaves the index and comes back', async () => {
      const store = await openStore();
      await seed(store);
      const set = (change: Record<string, unknown>, unset: string[] = []) =>
        store.write([{ op: 'set', in: 'members', id: 'r:a', set: change, unset }]);
      await set({ joinedSeq: 9 });
      expect(await idsOf(store, { index: 'byRoom', prefix: ['r'] })).toEqual(['r:c', 'r:b', 'r:a']);
      await set({}, ['present']);
      expect(await idsOf(store, { index: 'byRoom', prefix: ['r'] })).toEqual(['r:c', 'r:b']);
      await set({ present: true });
      expect(await idsOf(store, { index: 'byRoom', prefix: ['r'] })).toEqual(['r:c', 'r:b', 'r:a']);
      await store.write([{ op: 'del', in: 'members', id: 'r:c' }]);
      expect(await idsOf(store, { index: 'byRoom', prefix: ['r'] })).toEqual(['r:b', 'r:a']);
    });

    it('keeps types apart and sorts texts by their bytes', async () => {
      const store = await openStore();
      const values = ['b', 'B', 'é', '🟢', '', '10', '9', 'İ', '\uffff'];
      const put = (doc: Any) => ({ op: 'put' as const, in: 'members' as const, doc });
      await store.write([
        ...values.map((role, at) => put({ _id: `r:t${at}`, room: 'r', role, since: 1, present: true })),
        ...[5, 10, -1, 0.5].map((role) => put({ _id: `r:n${role}`, room: 'r', role, since: 1, present: true })),
        put({ _id: 'r:yes', room: 'r', role: true, since: 1, present: true }),
        put({ _id: 'r:no', room: 'r', role: false, since: 1, present: true }),
        put({ _id: 'r:null', room: 'r', role: null, since: 1, present: true }),
        put({ _id: 'r:void', room: 'r', since: 1, present: true }),
      ]);
      const texts = values.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      const docs = async (range: Partial<Range>) =>
        store.range<Any>('members', { index: 'byRole', prefix: ['r'], ...range });
      expect((await docs({ gte: '' })).map((doc) => doc.role)).toEqual(texts);
      expect((await docs({ gt: -5 })).map((doc) => doc.role)).toEqual([-1, 0.5, 5, 10]);
      expect((await docs({ lte: 5 })).map((doc) => doc.role)).toEqual([-1, 0.5, 5]);
      expect((await docs({ gte: false })).map((doc) => doc.role)).toEqual([false, true]);
      expect((await docs({})).map((doc) => doc.role ?? null)).toEqual([
        null,
        null,
        -1,
        0.5,
        5,
        10,
        ...texts,
        false,
        true,
      ]);
      expect(await idsOf(store, { index: 'byRole', prefix: ['r', null] })).toEqual(['r:null', 'r:void']);
      expect(await idsOf(store, { index: 'byRole', prefix: ['r', true] })).toEqual(['r:yes']);
    });

    it('answers a thousand documents unless told, and ten thousand at most', async () => {
      const store = await openStore();
      const docs = Array.from({ length: 10_050 }, (_, at) => ({ _id: `d${String(at).padStart(5, '0')}` }));
      for (let at = 0; at < docs.length; at += 1_500) {
        await store.write(
          docs.slice(at, at + 1_500).map((doc) => ({ op: 'put', in: 'readers', doc })),
          { bulk: true },
        );
      }
      expect(await store.range('readers', { index: '_id' })).toEqual(docs.slice(0, 1_000));
      expect(await store.range('readers', { index: '_id', limit: 1e9 })).toHaveLength(10_000);
      expect(await store.count('readers', { index: '_id' })).toBe(10_000);
      expect(await store.count('readers', { index: '_id', limit: 7 })).toBe(7);
    });

    it.each<[string, Range]>([
      ['an index that nobody declared', { index: 'byNothing' }],
      ['a prefix that is too long', { index: 'byAccount', prefix: ['a', 'r', 1] }],
      ['a bound behind the last field', { index: 'byAccount', prefix: ['a', 'r'], gt: 1 }],
      ['a bound of null', { index: 'byAccount', gt: null }],
    ])('refuses %s', async (_, range) => {
      const store = await openStore();
      await expect(store.range('members', range)).rejects.toThrow(TypeError);
      await expect(store.count('members', range)).rejects.toThrow(TypeError);
    });

    it('refuses point reads over what is no unique index', async () => {
      const store = await openStore();
      await expect(store.getManyBy('members', 'byRoom', ['r'])).rejects.toThrow(TypeError);
      await expect(store.getManyBy('sessions', 'nothing', ['r'])).rejects.toThrow(TypeError);
      expect(await store.getManyBy('log', 'dedup', [null])).toEqual([null]);
    });
  });
}
