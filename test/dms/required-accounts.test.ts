import { MongoClient } from 'mongodb';
import { requireAccount } from '#actors/writers/commands.js';
import { changeOf } from '#src/store/mongo/writes.js';
import type { Write } from '#src/store/store.js';
import { describeOnOwnMongod } from '../support/store/engines.js';

describeOnOwnMongod('a commit that needs an account', (mongod) => {
  it('and the deletion of the account exclude each other, though neither has ended', async () => {
    const client = new MongoClient(mongod().freshUri());
    const accounts = client.db().collection<{ _id: string; version: number }>('accounts');
    await accounts.insertOne({ _id: 'ada', version: 1 });
    const commit = client.startSession();
    const deletion = client.startSession();
    for (const session of [commit, deletion]) {
      session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } });
    }
    const change = changeOf(requireAccount('ada') as Write & { op: 'set' });
    await accounts.updateOne({ _id: 'ada' }, change, { session: commit });
    const deleted = accounts.deleteOne({ _id: 'ada' }, { session: deletion });
    await expect(deleted).rejects.toMatchObject({ codeName: 'WriteConflict' });
    await commit.commitTransaction();
    expect(await accounts.countDocuments()).toBe(1);
    await Promise.all([commit.endSession(), deletion.endSession()]);
    await client.close();
  });
});
