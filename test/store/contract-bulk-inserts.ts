import type { Write } from '#src/store/store.js';
import type { OpenStore } from '../support/store/engines.js';

type Put = Extract<Write, { op: 'put' }>;

const fresh = (id: string, fields: Record<string, unknown> = {}): Put => ({
  op: 'put',
  in: 'log',
  doc: { _id: id, room: 'd', ...fields },
  guard: { absent: true },
});
const many = (from: number, to: number, fields = {}) =>
  Array.from({ length: to - from }, (_, at) => fresh(`d:${from + at}`, { ...fields, n: from + at }));

/** Documents that must not be there yet, many in one transaction: an engine may put them together. */
export function freshPutContract(openStore: OpenStore): void {
  describe('a transaction of documents that must be new', () => {
    it('puts all of them, among other writes', async () => {
      const store = await openStore();
      const other: Write = { op: 'put', in: 'accounts', doc: { _id: 'a', stars: 1 } };
      const inc: Write = { op: 'set', in: 'accounts', id: 'a', inc: { stars: 2 } };
      expect(await store.transaction([other, ...many(0, 60), inc, ...many(60, 100)])).toEqual({ ok: true });
      expect(await store.count('log', { index: '_id' })).toBe(100);
      expect(await store.get('log', 'd:73')).toEqual({ _id: 'd:73', room: 'd', n: 73 });
      expect(await store.get('accounts', 'a')).toEqual({ _id: 'a', stars: 3 });
    });

    it.each([0, 4, 9])('puts none when number %d is there already, and tells which', async (there) => {
      const store = await openStore();
      await store.write([{ op: 'put', in: 'log', doc: { _id: `d:${there}`, room: 'd', old: true } }]);
      const other: Write = { op: 'put', in: 'accounts', doc: { _id: 'a' } };
      const result = await store.transaction([other, ...many(0, 10)]);
      expect(result).toEqual({ ok: false, at: there + 1, reason: 'guard' });
      expect(await store.range('log', { index: '_id' })).toEqual([{ _id: `d:${there}`, room: 'd', old: true }]);
      expect(await store.get('accounts', 'a')).toBeNull();
    });

    it('puts none when one of them comes twice', async () => {
      const store = await openStore();
      const result = await store.transaction([...many(0, 3), fresh('d:1'), ...many(3, 5)]);
      expect(result).toEqual({ ok: false, at: 3, reason: 'guard' });
      expect(await store.count('log', { index: '_id' })).toBe(0);
    });

    it('puts none when a unique index refuses one, and tells which', async () => {
      const store = await openStore();
      await store.write([fresh('d:old', { dedup: 'd:k' })]);
      const writes = [...many(0, 3), fresh('d:x', { dedup: 'd:k' }), ...many(3, 5)];
      expect(await store.transaction(writes)).toEqual({ ok: false, at: 3, reason: 'unique', by: 'dedup' });
      expect(await store.count('log', { index: '_id' })).toBe(1);
      const early = [...writes, fresh('d:old')];
      expect(await store.transaction(early)).toEqual({ ok: false, at: 3, reason: 'unique', by: 'dedup' });
      const late = [...many(0, 2), fresh('d:old'), fresh('d:x', { dedup: 'd:k' })];
      expect(await store.transaction(late)).toEqual({ ok: false, at: 2, reason: 'guard' });
    });

    it('puts those of one of two that overlap, when both come at once', async () => {
      const store = await openStore();
      const results = await Promise.all([
        store.transaction(many(0, 30, { by: 'one' })),
        store.transaction(many(20, 50, { by: 'two' })),
      ]);
      const won = results.findIndex(({ ok }) => ok);
      expect(results.filter(({ ok }) => ok).length).toBe(1);
      const docs = await store.range<{ _id: string; by: string }>('log', { index: '_id' });
      expect([docs.length, new Set(docs.map(({ by }) => by))]).toEqual([30, new Set([won === 0 ? 'one' : 'two'])]);
    });
  });

  describe('a transaction of deletions', () => {
    const del = (n: number, n0 = n): Write => ({ op: 'del', in: 'log', id: `d:${n}`, guard: { equals: { n: n0 } } });

    it('deletes all of them, among other writes', async () => {
      const store = await openStore();
      await store.transaction(many(0, 60));
      const other: Write = { op: 'put', in: 'accounts', doc: { _id: 'a' } };
      const all = Array.from({ length: 59 }, (_, n) => del(n));
      expect(await store.transaction([other, ...all])).toEqual({ ok: true });
      expect((await store.range('log', { index: '_id' })).map(({ _id }) => _id)).toEqual(['d:59']);
      expect(await store.get('accounts', 'a')).toEqual({ _id: 'a' });
    });

    it.each<[string, Write]>([
      ['has changed', del(7, 8)],
      ['is gone', del(99)],
    ])('deletes none when one %s, and tells which', async (_, refused) => {
      const store = await openStore();
      await store.transaction(many(0, 10));
      const result = await store.transaction([del(0), del(1), refused, del(2)]);
      expect(result).toEqual({ ok: false, at: 2, reason: 'guard' });
      expect(await store.count('log', { index: '_id' })).toBe(10);
    });

    it('deletes a document once, whoever asks at the same time', async () => {
      const store = await openStore();
      await store.transaction(many(0, 20));
      const all = Array.from({ length: 20 }, (_, n) => del(n));
      const tally: Write = { op: 'set', in: 'accounts', id: 'a', inc: { n: 1 } };
      await store.write([{ op: 'put', in: 'accounts', doc: { _id: 'a', n: 0 } }]);
      const results = await Promise.all([store.transaction([...all, tally]), store.transaction([...all, tally])]);
      expect(results.filter(({ ok }) => ok)).toHaveLength(1);
      expect(await store.get('accounts', 'a')).toEqual({ _id: 'a', n: 1 });
    });
  });
}
