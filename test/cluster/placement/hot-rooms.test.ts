/** Two rooms that are busy on one node, on real servers: they part while everybody talks, and nothing fails. */
import { randomUUID } from 'node:crypto';
import { SlotBalancer } from '#actors/cluster/placement/slot-balancer.js';
import { heaviest } from '#actors/cluster/slots.js';
import { verifyRoom } from '#actors/room/verify/verify-room.js';
import { pause } from '#actors/runtime/pause.js';
import { systemEnv } from '#actors/runtime/system-env.js';
import { defaultSettings } from '#src/domain/rooms/room.js';
import { slotOf } from '#src/domain/slots.js';
import { type ClusterNode, startNode } from '../../support/processes/in-process-cluster.js';
import { ada, sending } from '../../support/rooms/room-fixture.js';
import { describeOnRedis } from '../../support/servers/redis.js';
import { describeOnMongo } from '../../support/store/engines.js';
import { poll } from '../../support/time/poll.js';

const NAMES = ['a', 'b'];
const INTERVAL_MS = 500;
/** Of each node in each room, so that a machine that is busy otherwise has enough to measure. */
const TALKERS = 4;
/** Both nodes are one process here: they are busy, and never without a pause. */
const PAUSE_MS = 25;
/** A minute is the promise on a machine with nothing else to do (placements.test.ts); this one has. */
const PARTED_WITHIN_MS = 120_000;

/** A fresh room that falls to this node. */
function roomOf(name: string): string {
  for (;;) {
    const id = randomUUID();
    if (heaviest(slotOf(id), NAMES) === name) return id;
  }
}

describeOnRedis('two hot rooms of one node', (redis) => {
  describeOnMongo('with a shared store', (_, mongod) => {
    it('part without a failed call', async () => {
      const place = { redisUrl: redis().url, mongodbUri: mongod().freshUri(), prefix: randomUUID() };
      const nodes = await Promise.all(NAMES.map((name) => startNode(name, place)));
      const [a, b] = nodes as [ClusterNode, ClusterNode];
      const balancers = nodes.map(({ name, cluster, table }) => {
        const { coordinator, peers, work } = cluster;
        const quiet = { onMoved: () => undefined, onMeasured: () => undefined, onError: () => undefined };
        return new SlotBalancer({
          ...quiet,
          name,
          table,
          coordinator,
          peers,
          work,
          env: systemEnv,
          intervalMs: INTERVAL_MS,
          busyMin: 2,
        });
      });
      const held = () => nodes.map(({ cluster }) => cluster.coordinator.heldSlots().length);
      await poll(() => held().every((count) => count > 0) && held().reduce((x, y) => x + y) === 1_024, {
        until: 'both nodes have their slots',
        withinMs: 30_000,
      });
      const rooms = [roomOf('a'), roomOf('a')];
      const settings = { ...defaultSettings, name: 'Oda' };
      for (const room of rooms) {
        await a.node.rooms.ask(room, { type: 'create_room', by: ada, slug: `oda-${room.slice(0, 8)}`, settings });
      }
      let isOver = false;
      const failed: unknown[] = [];
      let said = 0;
      const talk = async ({ node }: ClusterNode, room: string) => {
        while (!isOver) {
          const answer = await node.rooms.tryAsk(room, { ...sending(`söz ${said}`), by: ada });
          if (!answer.ok) failed.push(answer);
          said += 1;
          await pause(systemEnv, PAUSE_MS);
        }
      };
      const ownersOf = () => rooms.map((room) => b.cluster.coordinator.ownerOf(slotOf(room))?.name);
      expect(ownersOf()).toEqual(['a', 'a']);
      const talking = rooms.flatMap((room) =>
        nodes.flatMap((node) => Array.from({ length: TALKERS }, () => talk(node, room))),
      );
      try {
        for (const balancer of balancers) balancer.start();
        await poll(() => new Set(ownersOf()).size === 2, {
          until: 'the rooms have parted',
          withinMs: PARTED_WITHIN_MS,
        });
        const before = said;
        await poll(() => said > before + 50, { until: 'both rooms go on', withinMs: PARTED_WITHIN_MS });
      } finally {
        isOver = true;
        await Promise.all(talking);
        for (const balancer of balancers) balancer.stop();
      }
      expect(failed).toEqual([]);
      for (const room of rooms) expect((await verifyRoom(a.store, room)).problems).toEqual([]);
      await Promise.all(nodes.map((node) => node.stop()));
    }, 300_000);
  });
});
