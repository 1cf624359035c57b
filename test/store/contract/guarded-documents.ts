import { systemEnv } from '#actors/runtime/system-env.js';
import type { Doc, Store } from '#src/store/store.js';
import type { OpenStore } from '../../support/store/engines.js';

type Any = Doc & Record<string, unknown>;

const ranges = [
  { in: 'sessions', index: 'byAccount', limit: 3 },
  { in: 'devices', index: 'byAccount', limit: 10 },
] as const;
const READS = 150;

const put = (into: 'accounts' | 'sessions' | 'devices', ...docs: Any[]) =>
  docs.map((doc) => ({ op: 'put' as const, in: into, doc }));

async function seed(store: Store): Promise<void> {
  await store.write([
    ...put('accounts', { _id: 'ada', version: 1 }, { _id: 'bob', version: 1 }),
    ...put(
      'sessions',
      { _id: 's4', account: 'ada', createdAt: 4 },
      { _id: 's1', account: 'ada', createdAt: 9 },
      { _id: 's3', account: 'ada', createdAt: 2 },
      { _id: 's2', account: 'ada', createdAt: 2 },
      { _id: 's5', account: 'bob', createdAt: 1 },
      { _id: 's6', account: 'gone', createdAt: 1 },
    ),
    ...put('devices', { _id: 'd1', account: 'ada', session: 's1' }),
  ]);
}

export function guardedContract(openStore: OpenStore): void {
  describe('a document with those that it guards', () => {
    it('comes with each range in the order of its index, up to its limit', async () => {
      const store = await openStore();
      await seed(store);
      const { doc, guarded } = await store.getGuarding('accounts', 'ada', ranges);
      expect(doc).toEqual({ _id: 'ada', version: 1 });
      expect(guarded.map((docs) => docs.map(({ _id }) => _id))).toEqual([['s2', 's3', 's4'], ['d1']]);
      const alone = await store.range('sessions', { index: 'byAccount', prefix: ['ada'], limit: 3 });
      expect(guarded[0]).toEqual(alone);
    });

    it('is one of several that are asked for at once, also twice', async () => {
      const store = await openStore();
      await seed(store);
      const ids = ['ada', 'bob', 'gone', 'nobody', 'bob'];
      const found = await Promise.all(ids.map((id) => store.getGuarding('accounts', id, ranges)));
      expect(found.map(({ doc }) => doc?._id ?? null)).toEqual(['ada', 'bob', null, null, 'bob']);
      expect(found.map(({ guarded }) => guarded.map(({ length }) => length))).toEqual([
        [3, 1],
        [1, 0],
        [1, 0],
        [0, 0],
        [1, 0],
      ]);
      expect(found[1]?.doc).not.toBe(found[4]?.doc);
    });

    it('is never newer than they are, while somebody changes both', async () => {
      const store = await openStore();
      await seed(store);
      let isOver = false;
      const changing = (async () => {
        for (let version = 2; !isOver; version += 1) {
          await store.transaction([
            { op: 'set', in: 'accounts', id: 'bob', set: { version } },
            { op: 'set', in: 'sessions', id: 's5', set: { version } },
          ]);
          // A store in memory answers without leaving the turn: no timer of the reader would run.
          await new Promise((resolve) => setImmediate(resolve));
        }
      })();
      for (let read = 0; read < READS; read += 1) {
        const { doc, guarded } = await store.getGuarding<Any>('accounts', 'bob', ranges);
        const [session] = guarded[0] as Any[];
        expect(session?.version ?? 1).toBeGreaterThanOrEqual(doc?.version as number);
        await new Promise<void>((resolve) => systemEnv.after(1, resolve));
      }
      isOver = true;
      await changing;
    });
  });
}
