import { MongoClient } from 'mongodb';
import { openMongoStore } from '#src/store/mongo/mongo-store.js';
import type { Store, Write } from '#src/store/store.js';
import { describeOnOwnMongod } from '../support/store/engines.js';

describeOnOwnMongod('a transaction of one write', (mongod) => {
  let store: Store;
  let client: MongoClient;
  beforeEach(async () => {
    const uri = mongod().freshUri();
    store = await openMongoStore({ uri });
    client = await MongoClient.connect(uri);
  });
  afterEach(async () => {
    await Promise.all([store.close(), client.close()]);
  });

  const started = async (): Promise<number> =>
    Number((await client.db('admin').command({ serverStatus: 1 })).transactions.totalStarted);
  const put = (v: number, guard: Write['guard'] = {}): Write => ({
    op: 'put',
    in: 'readers',
    doc: { _id: 'a', v },
    guard,
  });

  it('opens none on the server, so that a process that dies in it leaves no lock behind', async () => {
    const before = await started();
    expect(await store.transaction([put(1)])).toEqual({ ok: true });
    expect(
      await store.transaction([{ op: 'set', in: 'readers', id: 'a', set: { v: 2 }, guard: { equals: { v: 1 } } }]),
    ).toEqual({
      ok: true,
    });
    expect(await store.get('readers', 'a')).toEqual({ _id: 'a', v: 2 });
    expect(await started()).toBe(before);
    await store.transaction([put(3), put(4)]);
    expect(await started()).toBe(before + 1);
  });
});
