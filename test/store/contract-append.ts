import { logId } from '#src/store/collections.js';
import type { Doc } from '#src/store/store.js';
import type { OpenStore } from '../support/store/engines.js';

type Entry = Doc & Record<string, unknown>;

const entry = (room: string, seq: number, more: Record<string, unknown> = {}): Entry => ({
  _id: logId(room, seq),
  room,
  seq,
  ...more,
});

export function appendContract(openStore: OpenStore): void {
  describe('appending', () => {
    it('answers how many entries are durable, and reads them back', async () => {
      const store = await openStore();
      expect(await store.append([entry('r', 1), entry('r', 2), entry('s', 1)])).toEqual({ appended: 3 });
      expect(await store.get('log', logId('r', 2))).toEqual(entry('r', 2));
      expect(await store.append([])).toEqual({ appended: 0 });
    });

    it('stops at an entry whose seq is taken and writes nothing behind it', async () => {
      const store = await openStore();
      await store.append([entry('r', 1, { commit: 'first' })]);
      const result = await store.append([entry('s', 1), entry('r', 1, { commit: 'late' }), entry('t', 1)]);
      expect(result).toEqual({ appended: 1, refused: { by: '_id' } });
      expect(await store.get('log', logId('r', 1))).toMatchObject({ commit: 'first' });
      expect(await store.get('log', logId('t', 1))).toBeNull();
    });

    it('stops at an entry whose dedup key is taken', async () => {
      const store = await openStore();
      await store.append([entry('r', 1, { dedup: 'r:ada:1' })]);
      const result = await store.append([entry('r', 2), entry('r', 3, { dedup: 'r:ada:1' }), entry('r', 4)]);
      expect(result).toEqual({ appended: 1, refused: { by: 'dedup' } });
      expect(await store.get('log', logId('r', 3))).toBeNull();
    });

    it('refuses a seq or a dedup key that repeats within one call', async () => {
      const store = await openStore();
      expect(await store.append([entry('r', 1), entry('r', 1)])).toEqual({ appended: 1, refused: { by: '_id' } });
      const twice = [entry('s', 1, { dedup: 's:k' }), entry('s', 2, { dedup: 's:k' })];
      expect(await store.append(twice)).toEqual({ appended: 1, refused: { by: 'dedup' } });
    });

    it('takes any number of entries without a dedup key', async () => {
      const store = await openStore();
      const many = Array.from({ length: 500 }, (_, at) => entry('r', at + 1));
      expect(await store.append(many)).toEqual({ appended: 500 });
      expect(await store.count('log', { index: '_id', gte: 'r:', lt: 'r;' })).toBe(500);
    });

    it('frees a dedup key when it is unset, and keeps the seq', async () => {
      const store = await openStore();
      await store.append([entry('r', 1, { dedup: 'r:k' })]);
      await store.write([{ op: 'set', in: 'log', id: logId('r', 1), unset: ['dedup'] }]);
      expect(await store.getManyBy('log', 'dedup', ['r:k'])).toEqual([null]);
      expect(await store.append([entry('r', 2, { dedup: 'r:k' })])).toEqual({ appended: 1 });
      expect(await store.append([entry('r', 1)])).toEqual({ appended: 0, refused: { by: '_id' } });
    });

    it('refuses the whole of an entry that is sent again after it did land', async () => {
      const store = await openStore();
      const sent = [entry('r', 1, { commit: 'c1' }), entry('r', 2, { commit: 'c2' })];
      await store.append(sent);
      expect(await store.append(sent)).toEqual({ appended: 0, refused: { by: '_id' } });
      expect(await store.get('log', logId('r', 1))).toMatchObject({ commit: 'c1' });
    });

    it('lets exactly one of a hundred claim a seq', async () => {
      const store = await openStore();
      const claims = Array.from({ length: 100 }, (_, at) => store.append([entry('r', 1, { commit: `c${at}` })]));
      const results = await Promise.all(claims);
      const winners = results.flatMap((result, at) => (result.appended === 1 ? [`c${at}`] : []));
      expect(winners).toHaveLength(1);
      expect(await store.get('log', logId('r', 1))).toMatchObject({ commit: winners[0] });
    });

    it('keeps the rooms of parallel appends apart and in order', async () => {
      const store = await openStore();
      const lanes = Array.from({ length: 8 }, async (_, lane) => {
        for (let seq = 1; seq <= 40; seq++) {
          expect(await store.append([entry(`room${lane}`, seq)])).toEqual({ appended: 1 });
        }
      });
      await Promise.all(lanes);
      for (let lane = 0; lane < 8; lane++) {
        const rows = await store.range<Entry>('log', { index: '_id', gte: `room${lane}:`, lt: `room${lane};` });
        expect(rows.map((row) => row.seq)).toEqual(Array.from({ length: 40 }, (_, at) => at + 1));
      }
    });

    it('is there after the store is opened again', async () => {
      const store = await openStore();
      await store.append(Array.from({ length: 100 }, (_, at) => entry('r', at + 1, { dedup: `r:k${at}` })));
      const again = await openStore.again(store);
      expect(await again.count('log', { index: '_id', gte: 'r:' })).toBe(100);
      expect(await again.getManyBy('log', 'dedup', ['r:k99'])).toEqual([entry('r', 100, { dedup: 'r:k99' })]);
      expect(await again.append([entry('r', 100)])).toEqual({ appended: 0, refused: { by: '_id' } });
    });

    it('finds rows by their other indexes right after the append', async () => {
      const store = await openStore();
      await store.append([entry('r', 1, { discussionOf: 'm' }), entry('r', 2), entry('r', 3, { discussionOf: 'm' })]);
      const rows = await store.range<Entry>('log', { index: 'discussion', prefix: ['r', 'm'], gt: 1 });
      expect(rows.map((row) => row.seq)).toEqual([3]);
    });
  });
}
