import { describeOnMongo } from '../support/store/engines.js';
import { monitored, observeMongoCommands, type RoundTrips } from '../support/store/round-trips.js';
import { withoutShardKey } from '../support/store/shard-keys.js';
import { storeContract } from './contract.js';

describeOnMongo(
  'the store',
  (openStore) => {
    let commands: RoundTrips;
    beforeAll(() => {
      commands = observeMongoCommands(withoutShardKey);
    });
    afterAll(() => commands.stop());

    storeContract(openStore);

    /** Whole walks by ids or an index, as of backups, and the rooms of an account. No point and no write is among them. */
    const ofManyKeys = /^\w+ by ids$|^log\.dedup$|^members\.by(Account|Room)$/;

    it('has named the shard key in each command of a hot collection that is about one key', () => {
      const without = [...new Set(commands.taken())];
      expect(without).toContain('members.byAccount');
      expect(without.filter((way) => !ofManyKeys.test(way))).toEqual([]);
    });
  },
  monitored,
);
