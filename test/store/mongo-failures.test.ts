import { databaseOf } from '#src/store/mongo/connection.js';
import { openMongoStore } from '#src/store/mongo/mongo-store.js';
import { mongodForTests, startMongod } from '../support/servers/mongod.js';
import { describeWith } from '../support/skipped-suites.js';
import { describeOnMongo, describeOnOwnMongod } from '../support/store/engines.js';
import { poll } from '../support/time/poll.js';

const QUICK = { operationMs: 1_000, selectionMs: 800 };
/** For a server that answers: on a busy machine a first connection may take more than a second. */
const PATIENT = { operationMs: 2_500, selectionMs: 2_000 };

describe('the MongoDB setting', () => {
  it.each([
    ['mongodb://localhost/', 'meydan'],
    ['mongodb://localhost', 'meydan'],
    ['mongodb://a:1,b:2/chat?replicaSet=rs0', 'chat'],
    ['mongodb+srv://ada:p%40ss@cluster.example/sohbet?w=1', 'sohbet'],
    ['mongodb://localhost/?replicaSet=rs0', 'meydan'],
  ])('names the database by the path of %s', (uri, name) => {
    expect(databaseOf(uri)).toBe(name);
  });

  it.each(['http://x', '', 'mongodb://ada:secret@'])('refuses %p without repeating a password', async (uri) => {
    const opening = openMongoStore({ uri, deadlines: QUICK });
    await expect(opening).rejects.toMatchObject({
      name: 'StoreUnavailable',
      message: expect.stringContaining('MONGODB_URI'),
    });
    await expect(opening).rejects.not.toMatchObject({ message: expect.stringContaining('secret') });
  });

  it('tells within its deadline that nobody answers', async () => {
    const startedAt = performance.now();
    const opening = openMongoStore({ uri: 'mongodb://127.0.0.1:1/x', deadlines: QUICK });
    await expect(opening).rejects.toMatchObject({ name: 'StoreUnavailable' });
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});

describeOnOwnMongod('a failing server', (mongod) => {
  it('is unavailable within the deadline while it hangs, and serves again afterwards', async () => {
    const store = await openMongoStore({ uri: mongod().freshUri(), deadlines: PATIENT });
    await store.append([{ _id: 'r:00000001', room: 'r', commit: 'c1' }]);
    mongod().process.kill('SIGSTOP');
    // A busy system may take a moment until every thread of the server stands still.
    const answers = () =>
      store.ping().then(
        () => true,
        () => false,
      );
    await poll(async () => !(await answers()), { until: 'the server hangs' });
    const startedAt = performance.now();
    const calls = [
      store.append([{ _id: 'r:00000002', room: 'r', commit: 'c2' }]),
      store.get('log', 'r:00000001'),
      store.write([{ op: 'put', in: 'rooms', doc: { _id: 'a' } }]),
      store.transaction([{ op: 'put', in: 'rooms', doc: { _id: 'b' } }]),
      store.range('log', { index: '_id' }),
      store.ping(),
    ];
    const outcomes = await Promise.allSettled(calls);
    const tookMs = performance.now() - startedAt;
    mongod().process.kill('SIGCONT');
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'StoreUnavailable' } });
    }
    expect(tookMs).toBeLessThan(10_000);
    await expectToSettle(() => store.append([{ _id: 'r:00000002', room: 'r', commit: 'c2' }]));
    expect(await store.get('log', 'r:00000002')).toEqual({ _id: 'r:00000002', room: 'r', commit: 'c2' });
    await store.close();
  });
});

describeOnMongo('a store that is opened twice', (openStore) => {
  it('keeps its indexes when it is opened again', async () => {
    const store = await openStore();
    await store.append([{ _id: 'r:00000001', room: 'r', dedup: 'r:k' }]);
    const beside = await openStore.beside(store);
    const again = await openStore.again(store);
    expect(await beside?.getManyBy('log', 'dedup', ['r:k'])).toEqual([{ _id: 'r:00000001', room: 'r', dedup: 'r:k' }]);
    expect(await again.append([{ _id: 'r:00000002', room: 'r', dedup: 'r:k' }])).toEqual({
      appended: 0,
      refused: { by: 'dedup' },
    });
  });

  it('lets two owners fight over one room without a hole, a fork or a loss', async () => {
    const one = await openStore();
    const two = await openStore.beside(one);
    const rows: string[] = [];
    const fight = async (store: typeof one | null, owner: string) => {
      for (let seq = 1; seq <= 60; ) {
        const result = await store!.append([
          { room: 'r', _id: `r:${String(seq).padStart(8, '0')}`, commit: `${owner}${seq}` },
        ]);
        if (result.appended === 1) rows.push(`${owner}${seq}`);
        seq += 1;
      }
    };
    await Promise.all([fight(one, 'a'), fight(two, 'b')]);
    const stored = await one.range<{ _id: string; commit: string }>('log', { index: '_id', prefix: [], gte: 'r:' });
    expect(stored).toHaveLength(60);
    expect(stored.map(({ commit }) => commit).sort()).toEqual(rows.sort());
  });
});

/** The first answer may still be "unavailable" while the driver finds the server again. */
async function expectToSettle(append: () => Promise<{ appended: number; refused?: { by: string } }>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { appended, refused } = await append();
      expect(appended === 1 || refused?.by === '_id').toBe(true);
      return;
    } catch (cause) {
      if ((cause as Error).name !== 'StoreUnavailable' || attempt === 20) throw cause;
    }
  }
}

describeWith({ mongod: mongodForTests() }, 'a server that stands alone', ({ mongod: binary }) => {
  it('is refused with a word on what to do', async () => {
    const alone = await startMongod(binary, []);
    try {
      const opening = openMongoStore({ uri: alone.freshUri() });
      await expect(opening).rejects.toMatchObject({ message: expect.stringContaining('--replSet') });
    } finally {
      await alone.stop();
    }
  });
});
