import type { Write } from '#src/store/store.js';
import { describeOnMongo } from '../support/store/engines.js';

const COUNT = 200;

describeOnMongo('writes into a collection with a unique index', (openStore) => {
  it('go side by side where they do not touch it, and keep their order where they do', async () => {
    const store = await openStore();
    const ids = Array.from({ length: COUNT }, (_, n) => `r:${n}`);
    await store.append(ids.map((_id) => ({ _id, room: 'r', rev: 0 })));
    const sets = (field: string): Write[] =>
      ids.map((id, n) => ({ op: 'set', in: 'log', id, set: { [field]: `${field} ${n}`, rev: n } }));
    const took = async (writes: Write[]) => {
      const from = performance.now();
      expect(await store.write(writes)).toEqual(Array(COUNT).fill(true));
      return performance.now() - from;
    };
    await took(sets('warm'));
    const [free, chained] = [await took(sets('edited')), await took(sets('dedup'))];
    process.stderr.write(`${COUNT} sets: ${free.toFixed(0)} ms side by side, ${chained.toFixed(0)} ms in a row\n`);
    expect(free).toBeLessThan(chained);
    const [id = ''] = ids;
    const put: Write = { op: 'put', in: 'log', doc: { _id: id, room: 'r', rev: 1 } };
    const after: Write = { op: 'set', in: 'log', id, set: { edited: 'last' } };
    expect(await store.write([put, after])).toEqual([true, true]);
    expect(await store.get('log', id)).toEqual({ _id: id, room: 'r', rev: 1, edited: 'last' });
  });
});
