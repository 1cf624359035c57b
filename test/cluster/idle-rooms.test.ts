/** People who are connected and say nothing: what their rooms cost, on real servers. */
import { randomUUID } from 'node:crypto';
import type { Env } from '#actors/runtime/env.js';
import { systemEnv } from '#actors/runtime/system-env.js';
import { Connections } from '#http/gateway/connection/connections.js';
import { Memberships } from '#http/gateway/rooms/memberships.js';
import type { FeedContext } from '#http/gateway/rooms/room-feed.js';
import { RoomFeeds } from '#http/gateway/rooms/room-feeds.js';
import { mapLimit } from '#src/concurrency/map-limit.js';
import { defaultSettings, type Member } from '#src/domain/rooms/room.js';
import { createNode } from '#src/node.js';
import { memberId } from '#src/store/collections.js';
import { openMongoStore } from '#src/store/mongo/mongo-store.js';
import { asDoc, type Doc, type Reader, type Store, type Write } from '#src/store/store.js';
import { type ClusterNode, startNode } from '../support/processes/in-process-cluster.js';
import { describeOnRedis } from '../support/servers/redis.js';
import { describeOnMongo } from '../support/store/engines.js';
import { poll } from '../support/time/poll.js';

const PEOPLE = 5;
const ROOMS = 200;
const NODES = ['a', 'b'];

const people = Array.from({ length: PEOPLE }, (_, at) => ({
  accountId: randomUUID(),
  username: `person${at}`,
  sessionId: 's',
  language: null,
}));

/** Counts the reads of each collection. */
function counted(store: Store): { store: Store; reads: Map<string, number> } {
  const reads = new Map<string, number>();
  const read =
    (name: keyof Reader) =>
    (from: string, ...args: unknown[]) => {
      reads.set(from, (reads.get(from) ?? 0) + 1);
      return (store[name] as (...all: unknown[]) => unknown).call(store, from, ...args);
    };
  const names = new Set<PropertyKey>(['get', 'getMany', 'getManyBy', 'range', 'count']);
  const counting = new Proxy(store, {
    get(target, name) {
      if (names.has(name)) return read(name as keyof Reader);
      const found = Reflect.get(target, name, target) as unknown;
      return typeof found === 'function' ? found.bind(target) : found;
    },
  });
  return { store: counting, reads };
}

/** By a node of an earlier time. */
async function found(store: Store, rooms: readonly string[]): Promise<void> {
  const node = createNode({ store, env: systemEnv, owner: randomUUID(), alone: true, brand: 'meydan' });
  const [by] = people as [(typeof people)[0]];
  const settings = { ...defaultSettings, name: 'Oda' };
  await mapLimit(rooms, 40, (room) =>
    node.rooms.ask(room, { type: 'create_room', by, slug: `oda-${room.slice(0, 8)}`, settings }),
  );
  await node.system.stop();
  await addMembers(store, rooms);
}

/** All people are in all rooms, like the founder; nobody was told of it. */
async function addMembers(store: Store, rooms: readonly string[]): Promise<void> {
  const founder = people[0]?.accountId as string;
  const founders = await store.getMany<Member & Doc>(
    'members',
    rooms.map((room) => memberId(room, founder)),
  );
  const writes = founders.flatMap((member): Write[] => {
    const { room } = member as Member;
    return people
      .slice(1)
      .map(({ accountId }) => ({ ...(member as Member), _id: memberId(room, accountId), account: accountId }))
      .map((doc) => ({ op: 'put', in: 'members', doc: asDoc({ ...doc, role: 'member' }) }));
  });
  await store.write(writes, { bulk: true });
}

/** The part of a gateway that follows the rooms of connected accounts. */
function follow(node: ClusterNode, env: Env): { memberships: Memberships; stop(): void } {
  const context = { connections: new Connections(), renderContext: {}, env } as unknown as FeedContext;
  const unexpected = (error: unknown): never => {
    throw error;
  };
  const feeds = new RoomFeeds({ streams: node.node.streams, rooms: node.node.rooms, env }, context, unexpected);
  const memberships = new Memberships(node.store, feeds, env, unexpected);
  for (const { accountId } of people) memberships.connected(accountId);
  return {
    memberships,
    stop: () => {
      memberships.stop();
      feeds.close();
    },
  };
}

describeOnRedis('people who say nothing', (redis) => {
  describeOnMongo('on nodes with a shared store', (_, mongod) => {
    const uri = { mongodbUri: '', redisUrl: '', prefix: '' };

    async function start() {
      const reads: Map<string, number>[] = [];
      const nodes = await mapLimit(NODES, NODES.length, (name) =>
        startNode(name, uri, (store) => {
          const counting = counted(store);
          reads.push(counting.reads);
          return counting.store;
        }),
      );
      await poll(() => nodes.reduce((sum, { cluster }) => sum + cluster.coordinator.heldSlots().length, 0) === 1_024, {
        until: 'every slot has a holder',
      });
      const readsOf = (collection: string) => reads.reduce((sum, one) => sum + (one.get(collection) ?? 0), 0);
      return { nodes, readsOf };
    }

    const entries = (store: Store) => store.count('log', { index: '_id', gt: '', limit: 100_000 });

    it('cost no entry and no read of a log, whichever nodes serve them', async () => {
      Object.assign(uri, { redisUrl: redis().url, mongodbUri: mongod().freshUri(), prefix: randomUUID() });
      const rooms = Array.from({ length: ROOMS }, () => randomUUID());
      const store = await openMongoStore({ uri: uri.mongodbUri });
      await found(store, rooms);
      const written = await entries(store);

      for (let restart = 0; restart < 2; restart += 1) {
        const { nodes, readsOf } = await start();
        const gateways = nodes.map((one) => follow(one, systemEnv));
        for (const [at, { memberships }] of gateways.entries()) {
          for (const { accountId } of people) expect(await memberships.roomsOf(accountId)).toHaveLength(ROOMS);
          await Promise.all(rooms.map((room) => nodes[at]?.node.streams.ready(room)));
        }
        expect(nodes.map((one) => one.node.system.activeCount)).toEqual([0, 0]);
        expect([readsOf('log'), readsOf('rooms'), readsOf('members')]).toEqual([0, 0, PEOPLE * NODES.length]);
        expect(await entries(store)).toBe(written);
        for (const gateway of gateways) gateway.stop();
        await Promise.all(nodes.map((one) => one.stop()));
      }
      await store.close();
    }, 60_000);

    it('are not looked at again when a node leaves in order, but when one is killed', async () => {
      Object.assign(uri, { redisUrl: redis().url, mongodbUri: mongod().freshUri(), prefix: randomUUID() });
      const { nodes } = await start();
      const [a, b] = nodes as [ClusterNode, ClusterNode];
      let losses = 0;
      a.cluster.onLoss(() => {
        losses += 1;
      });
      const living = () => a.cluster.coordinator.table.nodes.map(({ name }) => name);
      await b.stop();
      await poll(() => living().length === 1, { until: 'the other node has left' });
      const c = await startNode('c', uri);
      await poll(() => living().includes('c') && c.cluster.coordinator.heldSlots().length > 0, {
        until: 'a third node lives',
      });
      expect(losses).toBe(0);
      await c.kill();
      await poll(() => losses === 1, { until: 'the killed node is taken for lost' });
      await a.stop();
      expect(losses).toBe(1);
    }, 60_000);
  });
});
