import type { Guard, Store, Write } from '#src/store/store.js';
import type { OpenStore } from '../support/store/engines.js';

const purse = (id: string, stars: number): Write => ({ op: 'put', in: 'accounts', doc: { _id: id, stars } });
const starsOf = async (store: Store, id: string) =>
  (await store.get<{ _id: string; stars: number }>('accounts', id))?.stars;

export function transactionContract(openStore: OpenStore): void {
  describe('a transaction', () => {
    it('does all of its writes', async () => {
      const store = await openStore();
      const result = await store.transaction([
        { op: 'put', in: 'usernames', doc: { _id: 'ada', account: 'a' }, guard: { absent: true } },
        { op: 'put', in: 'accounts', doc: { _id: 'a', username: 'ada' } },
        { op: 'set', in: 'accounts', id: 'a', inc: { stars: 3 } },
        { op: 'put', in: 'log', doc: { _id: 'r:00000001', room: 'r', seq: 1 } },
      ]);
      expect(result).toEqual({ ok: true });
      expect(await store.get('accounts', 'a')).toEqual({ _id: 'a', username: 'ada', stars: 3 });
      expect(await store.get('log', 'r:00000001')).toEqual({ _id: 'r:00000001', room: 'r', seq: 1 });
      expect(await store.transaction([])).toEqual({ ok: true });
    });

    it('does nothing when a guard refuses, and tells which', async () => {
      const store = await openStore();
      await store.write([purse('a', 2)]);
      const result = await store.transaction([
        purse('b', 0),
        { op: 'set', in: 'accounts', id: 'b', inc: { stars: 3 } },
        { op: 'set', in: 'accounts', id: 'a', inc: { stars: -3 }, guard: { atLeast: { stars: 3 } } },
      ]);
      expect(result).toEqual({ ok: false, at: 2, reason: 'guard' });
      expect(await starsOf(store, 'a')).toBe(2);
      expect(await store.get('accounts', 'b')).toBeNull();
    });

    it('does nothing when a document to change is missing', async () => {
      const store = await openStore();
      const result = await store.transaction([
        purse('a', 1),
        { op: 'set', in: 'accounts', id: 'nobody', set: { x: 1 } },
      ]);
      expect(result).toEqual({ ok: false, at: 1, reason: 'guard' });
      expect(await store.get('accounts', 'a')).toBeNull();
    });

    it('does nothing when a unique index refuses, and tells which', async () => {
      const store = await openStore();
      await store.append([{ _id: 'r:00000001', room: 'r', seq: 1, dedup: 'r:k' }]);
      const result = await store.transaction([
        purse('a', 1),
        { op: 'put', in: 'log', doc: { _id: 'r:00000002', room: 'r', seq: 2, dedup: 'r:k' } },
      ]);
      expect(result).toEqual({ ok: false, at: 1, reason: 'unique', by: 'dedup' });
      expect(await store.get('accounts', 'a')).toBeNull();
      const taken: Write = { op: 'put', in: 'log', doc: { _id: 'r:00000001', room: 'r' }, guard: { absent: true } };
      expect(await store.transaction([purse('a', 1), taken])).toEqual({ ok: false, at: 1, reason: 'guard' });
    });

    it('of one write names what refused it, like any other', async () => {
      const store = await openStore();
      const put = (v: number | string, guard: Guard = {}): Write => ({
        op: 'put',
        in: 'readers',
        doc: { _id: 'a', v },
        guard,
      });
      const set = (id: string, change: object): Write => ({ op: 'set', in: 'readers', id, ...change });
      const session = (_id: string): Write => ({ op: 'put', in: 'sessions', doc: { _id, refreshHash: 'f' } });
      for (const done of [put(1), set('a', { inc: { v: 1 } }), put('text', { equals: { v: 2 } }), session('x')])
        expect(await store.transaction([done])).toEqual({ ok: true });
      const refused = [
        put(2, { absent: true }),
        put(2, { equals: { v: 7 } }),
        put(2, { atLeast: { v: 9 } }),
        set('b', { set: { v: 1 } }),
        set('a', { inc: { v: 1 } }),
      ];
      for (const write of refused)
        expect(await store.transaction([write])).toEqual({ ok: false, at: 0, reason: 'guard' });
      expect(await store.transaction([session('y')])).toEqual({ ok: false, at: 0, reason: 'unique', by: 'refresh' });
      expect(await store.transaction([set('a', { set: { v: 3 } }), put(2, { equals: { v: 4 } })])).toEqual({
        ok: false,
        at: 1,
        reason: 'guard',
      });
      expect(await store.getMany('readers', ['a', 'b'])).toEqual([{ _id: 'a', v: 'text' }, null]);
    });

    it('leaves its neighbours of the same moment untouched when it fails', async () => {
      const store = await openStore();
      const failing = () =>
        store.transaction([purse('x', 1), { op: 'set', in: 'accounts', id: 'nobody', set: { y: 1 } }]);
      const [before, failed, after, append] = await Promise.all([
        store.write([purse('a', 1)]),
        failing(),
        store.transaction([purse('b', 1)]),
        store.append([{ _id: 'r:00000001', room: 'r' }]),
      ]);
      expect([before, failed, after, append]).toEqual([
        [true],
        { ok: false, at: 1, reason: 'guard' },
        { ok: true },
        { appended: 1 },
      ]);
      expect(await store.getMany('accounts', ['a', 'b', 'x'])).toEqual([
        { _id: 'a', stars: 1 },
        { _id: 'b', stars: 1 },
        null,
      ]);
    });

    it('never lets a balance fall below zero, however many spend at once', async () => {
      const store = await openStore();
      await store.write([purse('payer', 10), purse('payee', 0)]);
      const spend = () =>
        store.transaction([
          { op: 'set', in: 'accounts', id: 'payer', inc: { stars: -3 }, guard: { atLeast: { stars: 3 } } },
          { op: 'set', in: 'accounts', id: 'payee', inc: { stars: 3 } },
        ]);
      const results = await Promise.all(Array.from({ length: 30 }, spend));
      expect(results.filter((result) => result.ok)).toHaveLength(3);
      expect([await starsOf(store, 'payer'), await starsOf(store, 'payee')]).toEqual([1, 9]);
    });

    it('lets exactly one of a hundred claim a name', async () => {
      const store = await openStore();
      const claim = (account: string) =>
        store.transaction([
          { op: 'put', in: 'usernames', doc: { _id: 'ada', account }, guard: { absent: true } },
          { op: 'put', in: 'accounts', doc: { _id: account, username: 'ada' } },
        ]);
      const results = await Promise.all(Array.from({ length: 100 }, (_, at) => claim(`a${at}`)));
      const winner = results.findIndex((result) => result.ok);
      expect(results.filter((result) => result.ok)).toHaveLength(1);
      expect(await store.get('usernames', 'ada')).toEqual({ _id: 'ada', account: `a${winner}` });
      expect(await store.count('accounts', { index: '_id' })).toBe(1);
    });
  });
}
