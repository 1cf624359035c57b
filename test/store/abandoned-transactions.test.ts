import { MongoClient } from 'mongodb';
import { openMongoStore } from '#src/store/mongo/mongo-store.js';
import { describeOnOwnMongod } from '../support/store/engines.js';

describeOnOwnMongod('a transaction that nobody ends', (mongod) => {
  /** Another process has changed the document of the account, and was killed before it could commit. */
  async function abandon(uri: string, appName: string) {
    const client = new MongoClient(uri, { appName });
    const session = client.startSession();
    session.startTransaction({ writeConcern: { w: 'majority' } });
    const accounts = client.db().collection<{ _id: string; n: number }>('accounts');
    await accounts.updateOne({ _id: 'ada' }, { $set: { n: 2 } }, { session });
    return { commit: () => session.commitTransaction(), close: () => client.close() };
  }

  it('holds up the writes of its documents for some seconds only', async () => {
    const uri = mongod().freshUri();
    const store = await openMongoStore({ uri });
    await store.write([{ op: 'put', in: 'accounts', doc: { _id: 'ada', n: 1 } }]);
    const other = await abandon(uri, 'meydan');
    const startedAt = performance.now();
    const again = { op: 'put' as const, in: 'accounts' as const, doc: { _id: 'ada', n: 3 } };
    await Promise.all([store.write([again]), store.transaction([again, { ...again, doc: { _id: 'bob', n: 3 } }])]);
    expect(performance.now() - startedAt).toBeLessThan(9_000);
    await expect(other.commit()).rejects.toThrow(/has been aborted/);
    expect(await store.get('accounts', 'ada')).toEqual({ _id: 'ada', n: 3 });
    await Promise.all([store.close(), other.close()]);
  });

  it('is left alone when it is of another program', async () => {
    const uri = mongod().freshUri();
    const store = await openMongoStore({ uri, deadlines: { operationMs: 7_000, selectionMs: 3_000 } });
    await store.write([{ op: 'put', in: 'accounts', doc: { _id: 'ada', n: 1 } }]);
    const other = await abandon(uri, 'reports');
    const waiting = store.write([{ op: 'put', in: 'accounts', doc: { _id: 'ada', n: 3 } }]);
    await expect(waiting).rejects.toMatchObject({ name: 'StoreUnavailable' });
    await other.commit();
    await Promise.all([store.close(), other.close()]);
  });
});
