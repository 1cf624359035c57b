/** A node that begins another life is reached under its new address, also when it could not be had at first. */
import { randomUUID } from 'node:crypto';
import { defaultSettings } from '#src/domain/rooms/room.js';
import { slotOf } from '#src/domain/slots.js';
import { type ClusterNode, startNode } from '../support/processes/in-process-cluster.js';
import { describeOnRedis } from '../support/servers/redis.js';
import { describeOnMongo } from '../support/store/engines.js';
import { poll } from '../support/time/poll.js';

const ada = { accountId: randomUUID(), username: 'ada', sessionId: 's', language: null };
const settings = { ...defaultSettings, name: 'Oda' };

describeOnRedis('a node that lost its lease', (redis) => {
  describeOnMongo('among two', (_, mongod) => {
    const nodes: ClusterNode[] = [];
    afterEach(async () => {
      await Promise.all(nodes.splice(0).map((node) => node.stop()));
    });

    it('is asked by the other again although its address could not be had for a while', async () => {
      const place = { redisUrl: redis().url, mongodbUri: mongod().freshUri(), prefix: randomUUID() };
      const [reborn, other] = await Promise.all(['a', 'b'].map((name) => startNode(name, place)));
      if (!reborn || !other) throw new Error('two nodes are started');
      nodes.push(reborn, other);
      const first = reborn.cluster.coordinator.token;
      const listen = reborn.link.listen.bind(reborn.link);
      reborn.link.listen = () => Promise.reject(new Error('Redis is away'));
      const beat = reborn.table.beat.bind(reborn.table);
      reborn.table.beat = () => Promise.resolve({ status: 'lost' });
      await poll(() => reborn.cluster.coordinator.token !== first, { until: 'the lease is lost' });
      reborn.table.beat = beat;
      await poll(() => reborn.cluster.coordinator.heldSlots().length > 400, {
        until: 'it has slots again',
        withinMs: 20_000,
      });
      reborn.link.listen = listen;
      const room = await roomOf(reborn);
      const found = () =>
        other.node.rooms.ask(
          room,
          { type: 'create_room', by: ada, slug: `oda-${room.slice(0, 8)}`, settings },
          { deadlineMs: 1_000 },
        );
      expect(await poll(() => found().catch(() => null), { until: 'it answers the other' })).toBeTruthy();
    }, 60_000);

    it('is told by a node that has left when it hears of that a moment too late', async () => {
      const place = { redisUrl: redis().url, mongodbUri: mongod().freshUri(), prefix: randomUUID() };
      const [leaving, other] = await Promise.all(['a', 'b'].map((name) => startNode(name, place)));
      if (!leaving || !other) throw new Error('two nodes are started');
      nodes.push(other);
      await poll(() => leaving.cluster.coordinator.heldSlots().length > 400, { until: 'both have slots' });
      const room = await roomOf(leaving);
      const slug = `oda-${room.slice(0, 8)}`;
      await other.node.rooms.ask(room, { type: 'create_room', by: ada, slug, settings });
      const beat = other.table.beat.bind(other.table);
      other.table.beat = async (token, version) => {
        await new Promise((resolve) => setTimeout(resolve, 400));
        return beat(token, version);
      };
      let hasLeft = false;
      const left = leaving.stop().then(() => {
        hasLeft = true;
      });
      let longestMs = 0;
      while (!hasLeft) {
        const began = performance.now();
        await other.node.rooms.tryAsk(room, { type: 'view_room', by: ada }, { deadlineMs: 6_000 });
        longestMs = Math.max(longestMs, performance.now() - began);
      }
      await left;
      // Whoever asks nobody waits for its whole deadline.
      expect(longestMs).toBeLessThan(6_000);
    }, 60_000);
  });
});

async function roomOf({ cluster }: ClusterNode): Promise<string> {
  for (;;) {
    const room = randomUUID();
    if (cluster.coordinator.holds(slotOf(room))) return room;
  }
}
