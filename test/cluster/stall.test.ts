/** Main threads that stand still on two nodes of three: both end, the third takes their rooms, nothing is lost. */

import { createRoom, developer, logOf, type Person, rest } from '../support/clients/rest.js';
import { buildFresh } from '../support/processes/fresh-build.js';
import { EXIT_STALLED, STALL_ON_SIGNAL, stallSignals } from '../support/processes/stalling.js';
import { startThreeNodes, type ThreeNodes } from '../support/processes/three-nodes.js';
import { mongodForTests } from '../support/servers/mongod.js';
import { redisForTests } from '../support/servers/redis.js';
import { describeWith } from '../support/skipped-suites.js';
import { poll } from '../support/time/poll.js';

const [mongod, redis] = [mongodForTests(), redisForTests()];
const START_MS = 240_000;
const ROOMS = ['oda-1', 'oda-2', 'oda-3', 'oda-4', 'oda-5', 'oda-6'];

describeWith({ mongod, 'redis-server': redis }, 'main threads that stand still on two nodes of three', (found) =>
  stalls({ mongod: found.mongod, redis: found['redis-server'] }),
);

function stalls(binaries: { mongod: string; redis: string }): void {
  let three: ThreeNodes;
  let ada: Person;
  beforeAll(async () => {
    buildFresh();
    three = await startThreeNodes(binaries, { STALL_S: '4', NODE_OPTIONS: STALL_ON_SIGNAL });
    ada = await developer(three.url, 'ada');
    for (const room of ROOMS) await createRoom(three.url, ada, room);
  }, START_MS);
  afterAll(() => three?.[Symbol.asyncDispose](), START_MS);

  const say = (url: string, room: string, body: string) =>
    rest(url, `/rooms/${room}/messages`, { method: 'POST', token: ada.token, body: { body } });

  it(
    'end with their own exit code; every room answers from the third, with what was acknowledged',
    async () => {
      const [looping, waiting, third] = three.nodes;
      for (const room of ROOMS) await say(third.url, room, 'before');
      process.kill(looping.pid, stallSignals['an endless loop']);
      process.kill(waiting.pid, stallSignals['a lock that nobody opens']);
      expect(await Promise.all([looping.ended(), waiting.ended()])).toEqual([EXIT_STALLED, EXIT_STALLED]);
      for (const room of ROOMS) {
        const isSaid = () =>
          say(third.url, room, 'after').then(
            () => true,
            () => false,
          );
        await poll(isSaid, { until: `${room} has moved`, withinMs: 60_000, everyMs: 250 });
        const bodies = (await logOf(third.url, ada, room)).map(({ body }) => body);
        expect(bodies).toEqual(expect.arrayContaining(['before', 'after']));
      }
      expect(await third.stop()).toBe(0);
      third.verifyLog();
    },
    START_MS,
  );
}
