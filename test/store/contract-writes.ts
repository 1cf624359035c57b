import type { Doc, Store, Write } from '#src/store/store.js';
import type { OpenStore } from '../support/store/engines.js';

type Any = Doc & Record<string, unknown>;
const put = (id: string, doc: Record<string, unknown> = {}, guard?: Write['guard']): Write => ({
  op: 'put',
  in: 'rooms',
  doc: { _id: id, ...doc },
  ...(guard ? { guard } : {}),
});
const read = (store: Store, id: string) => store.get<Any>('rooms', id);

export function writeContract(openStore: OpenStore): void {
  describe('writing', () => {
    it('puts, replaces as a whole, changes fields and deletes', async () => {
      const store = await openStore();
      expect(await store.write([put('a', { x: 1, y: 2 })])).toEqual([true]);
      expect(await store.write([put('a', { x: 5, z: [1, { deep: null }] })])).toEqual([true]);
      expect(await read(store, 'a')).toEqual({ _id: 'a', x: 5, z: [1, { deep: null }] });
      await store.write([
        { op: 'set', in: 'rooms', id: 'a', set: { y: 'new' }, unset: ['z', 'never'], inc: { x: -2, n: 3 } },
      ]);
      expect(await read(store, 'a')).toEqual({ _id: 'a', x: 3, y: 'new', n: 3 });
      expect(await store.write([{ op: 'del', in: 'rooms', id: 'a' }])).toEqual([true]);
      expect(await read(store, 'a')).toBeNull();
    });

    it('carries out a batch in order, so a later write sees an earlier one', async () => {
      const store = await openStore();
      const results = await store.write([
        put('a', { n: 1 }),
        { op: 'set', in: 'rooms', id: 'a', inc: { n: 1 }, guard: { equals: { n: 1 } } },
        { op: 'del', in: 'rooms', id: 'a', guard: { equals: { n: 2 } } },
        { op: 'set', in: 'rooms', id: 'a', set: { n: 9 } },
        put('a', { n: 7 }, { absent: true }),
      ]);
      expect(results).toEqual([true, true, true, false, true]);
      expect(await read(store, 'a')).toEqual({ _id: 'a', n: 7 });
    });

    it.each<[string, Any | null, Write['guard'], boolean]>([
      ['absent, and there is none', null, { absent: true }, true],
      ['absent, but there is one', { _id: 'a' }, { absent: true }, false],
      ['older, and there is none', null, { olderThan: 5 }, true],
      ['older, without a rev', { _id: 'a' }, { olderThan: 5 }, true],
      ['older, with a smaller rev', { _id: 'a', rev: 4 }, { olderThan: 5 }, true],
      ['older, with the same rev', { _id: 'a', rev: 5 }, { olderThan: 5 }, false],
      ['older, with a greater rev', { _id: 'a', rev: 6 }, { olderThan: 5 }, false],
      ['equal, and there is none', null, { equals: { x: null } }, false],
      ['equal', { _id: 'a', x: 'v' }, { equals: { x: 'v' } }, true],
      ['not equal', { _id: 'a', x: 'v' }, { equals: { x: 'w' } }, false],
      ['not equal by type', { _id: 'a', x: 1 }, { equals: { x: '1' } }, false],
      ['true is not one', { _id: 'a', x: 1 }, { equals: { x: true } }, false],
      ['null matches a missing field', { _id: 'a' }, { equals: { x: null } }, true],
      ['null matches null', { _id: 'a', x: null }, { equals: { x: null } }, true],
      ['a value does not match a missing field', { _id: 'a' }, { equals: { x: 0 } }, false],
      ['at least, exactly', { _id: 'a', x: 3 }, { atLeast: { x: 3 } }, true],
      ['at least, one short', { _id: 'a', x: 2 }, { atLeast: { x: 3 } }, false],
      ['at least, missing', { _id: 'a' }, { atLeast: { x: 0 } }, false],
      ['at least, and there is none', null, { atLeast: { x: 0 } }, false],
      [
        'the same',
        { _id: 'a', x: [1, null], y: { z: 'ş' } },
        { same: { _id: 'a', x: [1, null], y: { z: 'ş' } } },
        true,
      ],
      ['the same but for a field', { _id: 'a', x: 1, y: 2 }, { same: { _id: 'a', x: 1 } }, false],
      ['the same but for a value', { _id: 'a', x: { y: '$x' } }, { same: { _id: 'a', x: { y: '$y' } } }, false],
      ['the same, and there is none', null, { same: { _id: 'a' } }, false],
      ['at least, a text', { _id: 'a', x: '9' }, { atLeast: { x: 3 } }, false],
      ['several, all true', { _id: 'a', rev: 1, x: 3 }, { olderThan: 2, equals: { x: 3 }, atLeast: { x: 2 } }, true],
      ['several, one false', { _id: 'a', rev: 2, x: 3 }, { olderThan: 2, equals: { x: 3 } }, false],
    ])('guards a write: %s', async (_, stored, guard, passes) => {
      const store = await openStore();
      const prepare = async () => store.write([stored ? put('a', stored) : { op: 'del', in: 'rooms', id: 'a' }]);
      await prepare();
      expect(await store.write([put('a', { new: true }, guard as NonNullable<Write['guard']>)])).toEqual([passes]);
      expect(await read(store, 'a')).toEqual(passes ? { _id: 'a', new: true } : stored);
      await prepare();
      expect(await store.write([{ op: 'set', in: 'rooms', id: 'a', set: { x: 0 }, guard: guard! }])).toEqual([
        passes && stored !== null,
      ]);
      await prepare();
      expect(await store.write([{ op: 'del', in: 'rooms', id: 'a', guard: guard! }])).toEqual([passes]);
    });

    it('takes a field that is undefined for one that is not there', async () => {
      const store = await openStore.again(await openStore());
      await store.write([put('a', { x: undefined, y: 1 }), { op: 'set', in: 'rooms', id: 'a', set: { z: undefined } }]);
      await store.append([{ _id: 'r:1', room: 'r', x: undefined }]);
      expect(Object.keys((await read(store, 'a')) ?? {})).toEqual(['_id', 'y']);
      expect(Object.keys((await store.get('log', 'r:1')) ?? {})).toEqual(['_id', 'room']);
    });

    it('skips a write that a unique index refuses and carries out the rest', async () => {
      const store = await openStore();
      const session = (id: string, refreshHash?: string): Write => ({
        op: 'put',
        in: 'sessions',
        doc: { _id: id, ...(refreshHash ? { refreshHash } : {}) },
      });
      const results = await store.write([session('a', 'f'), session('b', 'f'), session('c'), session('d')]);
      expect(results).toEqual([true, false, true, true]);
      expect(await store.write([{ op: 'set', in: 'sessions', id: 'c', set: { refreshHash: 'f' } }])).toEqual([false]);
      expect(await store.getManyBy('sessions', 'refresh', ['f', 'none'])).toEqual([
        { _id: 'a', refreshHash: 'f' },
        null,
      ]);
      expect(await store.get('sessions', 'c')).toEqual({ _id: 'c' });
    });

    it('carries out a bulk of hundreds, whatever some of them meet', async () => {
      const store = await openStore();
      const ids = Array.from({ length: 200 }, (_, n) => `r${n}`);
      await store.write(
        ids.map((id, n) => put(id, { rev: n % 5 === 0 ? 9 : 1, n: n % 7 === 0 ? 'text' : n })),
        { bulk: true },
      );
      const guard = { olderThan: 5 };
      await store.write(
        [
          ...ids.map((id): Write => ({ op: 'set', in: 'rooms', id, inc: { n: 1 } })),
          ...ids.map((id): Write => ({ op: 'put', in: 'members', doc: { _id: id, room: id, rev: 5 }, guard })),
          ...ids.map((id): Write => ({ op: 'set', in: 'rooms', id, set: { rev: 5 }, guard })),
          put('never', {}, { absent: true, equals: { n: 1 } }),
        ],
        { bulk: true },
      );
      const docs = await store.getMany<Any>('rooms', ids);
      const expected = ids.map((_id, n) => ({ _id, rev: n % 5 === 0 ? 9 : 5, n: n % 7 === 0 ? 'text' : n + 1 }));
      expect(docs).toEqual(expected);
      expect(await read(store, 'never')).toBeNull();
      expect(await store.count('members', { index: '_id' })).toBe(200);
    });

    it('carries out the writes of one document in a bulk in their order', async () => {
      const store = await openStore();
      const del = (id: string): Write => ({ op: 'del', in: 'rooms', id });
      // Drivers send an unordered bulk by kinds of writes, those of the first one first.
      await store.write([put('a', { n: 1 }), del('a'), put('a', { n: 2 }), del('b'), put('b', { n: 1 }), del('b')], {
        bulk: true,
      });
      expect([await read(store, 'a'), await read(store, 'b')]).toEqual([{ _id: 'a', n: 2 }, null]);
      await store.write([del('a'), put('a', { n: 3 }), put('b', { n: 4 }), del('b')], { bulk: true });
      expect([await read(store, 'a'), await read(store, 'b')]).toEqual([{ _id: 'a', n: 3 }, null]);
    });

    it('refuses to increment what is no number', async () => {
      const store = await openStore();
      await store.write([put('a', { x: 'text' })]);
      expect(await store.write([{ op: 'set', in: 'rooms', id: 'a', inc: { x: 1 } }, put('b')])).toEqual([false, true]);
      expect(await read(store, 'a')).toEqual({ _id: 'a', x: 'text' });
    });

    it('writes a projection once, however often and in whatever order it is sent', async () => {
      const store = await openStore();
      const revs = [3, 1, 2, 5, 4, 5, 1];
      await Promise.all(revs.map((rev) => store.write([put('a', { rev }, { olderThan: rev })])));
      expect(await read(store, 'a')).toEqual({ _id: 'a', rev: 5 });
    });

    it('refuses a write by its guard alone, also where another one of its moment makes the document', async () => {
      const store = await openStore();
      for (const guard of [{ olderThan: 9 }, undefined] as const) {
        const id = `of ${guard?.olderThan}`;
        const all = Array.from({ length: 30 }, (_, n) => store.write([put(id, { rev: 1, n }, guard)]));
        expect((await Promise.all(all)).flat()).toEqual(Array(30).fill(true));
      }
    });

    it.each<[string, unknown]>([
      ['unicode', 'İstanbul’da çağrı 🟢 \u0000 \u2028 "\\'],
      ['sixteen kilobytes', 'ğ'.repeat(8 * 1024)],
      ['a megabyte', 'x'.repeat(1024 * 1024)],
      ['keys that look like operators', { $ne: 1, $set: { a: 1 }, 'a.b': [{ $gt: '' }] }],
      ['keys that look like a prototype', JSON.parse('{"__proto__": {"admin": true}, "constructor": 1}')],
      ['numbers', [0, -1, 1.5, 2 ** 53 - 1, -(2 ** 53) + 1, 1e300]],
      ['nothing', [null, [], {}, '', false]],
    ])('gives back exactly what was put: %s', async (_, value) => {
      const store = await openStore();
      await store.write([put('a', { value })]);
      await store.write([put('b'), { op: 'set', in: 'rooms', id: 'b', set: { value } }]);
      const [a, b] = await store.getMany<Any>('rooms', ['a', 'b']);
      expect(JSON.stringify(a?.value)).toBe(JSON.stringify(value));
      expect(JSON.stringify(b?.value)).toBe(JSON.stringify(value));
      expect(({} as Record<string, unknown>).admin).toBeUndefined();
    });

    it.each(['$ne', 'a.b', '__proto__', '', 'dollar$'])(
      'refuses the top-level name %p before it reaches the store',
      async (name) => {
        const store = await openStore();
        const doc = JSON.parse(`{"_id": "a", ${JSON.stringify(name)}: 1}`);
        await expect(store.write([{ op: 'put', in: 'rooms', doc }])).rejects.toThrow(TypeError);
        await expect(store.append([doc])).rejects.toThrow(TypeError);
        const set = JSON.parse(`{${JSON.stringify(name)}: 1}`);
        await expect(store.write([{ op: 'set', in: 'rooms', id: 'a', set }])).rejects.toThrow(TypeError);
        await expect(store.write([put('a', {}, { equals: set })])).rejects.toThrow(TypeError);
        expect(await store.count('rooms', { index: '_id' })).toBe(0);
      },
    );

    it.each(['a.b', '$where', '__proto__', 'a:b:00000001', 'x'.repeat(500), 'ş ı'])(
      'takes the id %p as it is',
      async (id) => {
        const store = await openStore();
        await store.write([put(id, { x: 1 })]);
        expect(await store.getMany('rooms', [id, 'other', id])).toEqual([{ _id: id, x: 1 }, null, { _id: id, x: 1 }]);
      },
    );

    it('never mistakes an object for a key', async () => {
      const store = await openStore();
      await store.write([put('a')]);
      const query = { $ne: '' } as unknown as string;
      await expect(store.get('rooms', query)).rejects.toThrow(TypeError);
      await expect(store.range('rooms', { index: '_id', gt: query })).rejects.toThrow(TypeError);
      await expect(store.write([{ op: 'del', in: 'rooms', id: query }])).rejects.toThrow(TypeError);
      const guard = { equals: { x: { $exists: false } as unknown as string } };
      await expect(store.write([{ op: 'del', in: 'rooms', id: 'a', guard }])).rejects.toThrow(TypeError);
      expect(await read(store, 'a')).toEqual({ _id: 'a' });
    });

    it('gives every reader a document of its own', async () => {
      const store = await openStore();
      await store.write([put('a', { list: [1] })]);
      const [one, two] = await Promise.all([read(store, 'a'), read(store, 'a')]);
      (one as { list: number[] } & Any).list.push(2);
      expect(two).toEqual({ _id: 'a', list: [1] });
    });

    it('answers a thousand point reads in their order', async () => {
      const store = await openStore();
      await store.write(Array.from({ length: 700 }, (_, at) => put(`d${at}`, { at })));
      const ids = Array.from({ length: 1000 }, (_, at) => `d${(at * 37) % 1000}`);
      const docs = await store.getMany<Any>('rooms', ids);
      expect(docs.map((doc) => doc?.at ?? null)).toEqual(
        ids.map((id) => (Number(id.slice(1)) < 700 ? Number(id.slice(1)) : null)),
      );
    });

    it('tells its clock and that it can be reached', async () => {
      const store = await openStore();
      await store.ping();
      expect(Math.abs((await store.now()) - Date.now())).toBeLessThan(5_000);
    });

    it('is unavailable once it is closed', async () => {
      const store = await openStore();
      await store.close();
      await store.close();
      await expect(store.get('rooms', 'a')).rejects.toMatchObject({ name: 'StoreUnavailable' });
      await expect(store.append([{ _id: 'r:1', room: 'r' }])).rejects.toMatchObject({ name: 'StoreUnavailable' });
    });
  });
}
