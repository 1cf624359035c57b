import { MongoClient } from 'mongodb';
import { openMongoReader, openMongoStore } from '#src/store/mongo/mongo-store.js';
import type { IndexBuild } from '#src/store/schema/index-builds.js';
import type { Write } from '#src/store/store.js';
import { type Mongod, mongodForTests, startMongod } from '../support/servers/mongod.js';
import { describeWith } from '../support/skipped-suites.js';
import { poll } from '../support/time/poll.js';

const deadlines = { operationMs: 1_000, selectionMs: 5_000 };
const OPTIONS = ['--replSet', 'rs0', '--setParameter', 'enableTestCommands=1'];

describeWith({ mongod: mongodForTests() }, 'an index that takes long to build (mongo)', ({ mongod: binary }) => {
  let mongod: Mongod;
  beforeAll(async () => {
    mongod = await startMongod(binary, OPTIONS);
  });
  // Also after a failure: a server that hangs in a build would keep the whole run from its end.
  afterAll(() => mongod.stop());

  it('is waited for by the start that began it and by the next one, and both are ready only when it is complete', async () => {
    const uri = mongod.freshUri();
    const first = await openMongoStore({ uri });
    await first.append(Array.from({ length: 100 }, (_, at) => ({ _id: `r:${at}`, room: 'r', deletedSeq: at })));
    await first.close();
    const client = new MongoClient(uri);
    await client.db().collection('log').dropIndex('deleted');
    const hang = (mode: 'alwaysOn' | 'off') =>
      client.db('admin').command({ configureFailPoint: 'hangAfterSettingUpIndexBuild', mode });
    await hang('alwaysOn');
    const ready: string[] = [];
    const builds: IndexBuild[] = [];
    const opening = ['one', 'two'].map(async (name) => {
      const store = await openMongoStore({ uri, deadlines, onBuild: (build) => builds.push(build) });
      ready.push(name);
      return store;
    });
    await poll(() => builds.length >= 2, { until: 'both starts report the build', withinMs: 20_000 });
    expect(ready).toEqual([]);
    expect(builds[0]).toMatchObject({ collection: 'log', indexes: ['deleted'] });
    await hang('off');
    for (const store of await Promise.all(opening)) {
      expect(await store.count('log', { index: 'deleted', prefix: ['r'] })).toBe(100);
      await store.close();
    }
    await client.close();
  }, 60_000);

  const put = (_id: string): Write => ({ op: 'put', in: 'accounts', doc: { _id } });

  it('reads each page as it is once the server has lost the snapshot of a reader', async () => {
    const uri = mongod.freshUri();
    const store = await openMongoStore({ uri });
    await store.write([put('a')]);
    const reader = await openMongoReader({ uri });
    await reader.holdSnapshot();
    const idsNow = async () => (await reader.range('accounts', { index: '_id' })).map(({ _id }) => _id);
    await store.write([put('b')]);
    expect(await idsNow()).toEqual(['a']);
    const client = new MongoClient(uri);
    const fail = (errorCode: number) =>
      client.db('admin').command({
        configureFailPoint: 'failCommand',
        mode: { times: 1 },
        data: { failCommands: ['find'], errorCode, appName: 'meydan' },
      });
    await fail(2);
    await expect(idsNow()).rejects.toMatchObject({ name: 'StoreUnavailable' });
    expect(await idsNow()).toEqual(['a']);
    await fail(239);
    expect(await idsNow()).toEqual(['a', 'b']);
    await Promise.all([reader.close(), store.close(), client.close()]);
  });
});
