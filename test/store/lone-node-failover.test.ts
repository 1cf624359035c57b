/** One node on MongoDB without Redis: its lease outlives an election, and the wait for that of a dead node. */
import { MongoClient } from 'mongodb';
import { createRoom, developer, logOf, rest } from '../support/clients/rest.js';
import { buildFresh } from '../support/processes/fresh-build.js';
import { type ServerProcess, startServer } from '../support/processes/server-process.js';
import { type MongoSet, startMongoSet } from '../support/servers/mongo-set.js';
import { mongodForTests } from '../support/servers/mongod.js';
import { describeWith } from '../support/skipped-suites.js';
import { poll } from '../support/time/poll.js';

const TEST_MS = 240_000;
/** Longer than the lease of the node. */
const OUTAGE_MS = 12_000;
/** Longer than a start takes on a busy machine. */
const LEASE_LEFT_MS = 15_000;

describeWith({ mongod: mongodForTests() }, 'a node that is alone on MongoDB', ({ mongod }) => outlives(mongod));

function outlives(mongod: string): void {
  let set: MongoSet;
  let server: ServerProcess;
  beforeAll(async () => {
    buildFresh();
    set = await startMongoSet(mongod);
    server = await startServer({ MONGODB_URI: set.uri('meydan') });
  }, TEST_MS);
  afterAll(async () => {
    await server?.remove();
    await set?.stop();
  }, TEST_MS);

  it(
    'lives on without a majority for longer than its lease, is not ready meanwhile, and goes on',
    async () => {
      const ada = await developer(server.url, 'ada');
      await createRoom(server.url, ada, 'oda');
      const { pid } = server;
      const say = (body: string) =>
        rest(server.url, '/rooms/oda/messages', { method: 'POST', token: ada.token, body: { body } });
      await say('before');
      const isReady = async () => (await fetch(`${server.url}/api/ready`)).status === 200;
      const killed = [await set.primary(), await set.secondary()];
      for (const port of killed) await set.kill(port);
      await poll(async () => !(await isReady()), { until: 'it is not ready', withinMs: 30_000 });
      await new Promise((resolve) => setTimeout(resolve, OUTAGE_MS));
      for (const port of killed) await set.start(port);
      await poll(isReady, { until: 'it is ready again', withinMs: 60_000, everyMs: 100 });
      const isSaid = () =>
        say('after').then(
          () => true,
          () => false,
        );
      await poll(isSaid, { until: 'a message is taken', withinMs: 30_000 });
      expect((await logOf(server.url, ada, 'oda')).map(({ body }) => body)).toEqual(
        expect.arrayContaining(['before', 'after']),
      );
      expect(server.pid).toBe(pid);
      expect(server.output()).not.toContain('Stopping');
    },
    TEST_MS,
  );

  it(
    'waits for the lease of a node that was killed, and says so',
    async () => {
      await server.kill();
      await renewLease(set.uri('meydan'));
      await server.start();
      expect(server.output()).toContain('waiting for the store lease to expire');
      expect(server.output()).not.toContain('cannot start');
    },
    TEST_MS,
  );
}

/** As the node would have right before it died, had its next start been as quick as its supervisor. */
async function renewLease(uri: string): Promise<void> {
  const client = await MongoClient.connect(uri);
  const until = Date.now() + LEASE_LEFT_MS;
  const meta = client.db().collection<{ _id: string; until: number }>('meta');
  await meta.updateOne({ _id: 'node-lease' }, { $set: { until } }, { writeConcern: { w: 'majority' } });
  await client.close();
}
