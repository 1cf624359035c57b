/** What the return of a person costs the store, on a node that knows nothing of them: round trips, not times. */
import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { systemEnv } from '#actors/runtime/system-env.js';
import { Connections } from '#http/gateway/connection/connections.js';
import { Memberships } from '#http/gateway/rooms/memberships.js';
import type { FeedContext } from '#http/gateway/rooms/room-feed.js';
import { RoomFeeds } from '#http/gateway/rooms/room-feeds.js';
import { OnlinePresence } from '#http/gateway/user-events/online-presence.js';
import { mapLimit } from '#src/concurrency/map-limit.js';
import type { Caller } from '#src/domain/accounts/account.js';
import { defaultSettings } from '#src/domain/rooms/room.js';
import { createNode, type Node } from '#src/node.js';
import { openMongoStore } from '#src/store/mongo/mongo-store.js';
import type { Store } from '#src/store/store.js';
import { sending } from '../support/rooms/room-fixture.js';
import { describeOnEmbedded, describeOnMongo } from '../support/store/engines.js';
import { countMongoCommands, countThreadMessages, monitored, type RoundTrips } from '../support/store/round-trips.js';

const ROOMS = 40;

const unexpected = (error: unknown): never => {
  throw error;
};

const startNode = (store: Store): Node =>
  createNode({ store, env: systemEnv, owner: randomUUID(), alone: true, brand: 'meydan', onError: unexpected });

async function enter({ accounts, users }: Node, username: string): Promise<Caller> {
  const identity = { fingerprint: username, developer: true, birthDate: null, gender: null };
  const { accountId } = await accounts.enter(identity);
  const sessionId = randomUUID();
  const refreshExpiresAt = systemEnv.now() + 3_600_000;
  await users.ask(accountId, { type: 'open_session', sessionId, refreshHash: sessionId, refreshExpiresAt });
  await users.ask(accountId, { type: 'choose_username', username });
  return { accountId, sessionId, username, language: null };
}

/** By an earlier node: ada is in forty rooms, and bob said something in each that she has not read. */
async function settle(store: Store): Promise<Caller> {
  const node = startNode(store);
  const [ada, bob] = [await enter(node, 'ada'), await enter(node, 'bob')];
  const settings = { ...defaultSettings, name: 'Oda', eventsVisibility: 'none' as const, showWelcome: false };
  const rooms = Array.from({ length: ROOMS }, () => randomUUID());
  await mapLimit(rooms, 8, async (room) => {
    await node.rooms.ask(room, { type: 'create_room', by: ada, slug: `oda-${room.slice(0, 8)}`, settings });
    await node.rooms.ask(room, { type: 'join_room', by: bob });
    await node.rooms.ask(room, { ...sending('selam'), by: bob });
  });
  await node.system.stop();
  return ada;
}

/** The part of a gateway that a first socket goes through. */
function gatewayOf({ streams, rooms }: Node, store: Store) {
  const connections = new Connections();
  const context = { connections, renderContext: {}, env: systemEnv } as unknown as FeedContext;
  const feeds = new RoomFeeds({ streams, rooms, env: systemEnv }, context, unexpected);
  const memberships = new Memberships(store, feeds, systemEnv, unexpected);
  const shared = { connections, memberships, reader: store, env: systemEnv };
  const presence = new OnlinePresence({ ...shared, cluster: null, onError: unexpected });
  return {
    async arrive({ users }: Node, { accountId, sessionId }: Caller) {
      expect(await users.ask(accountId, { type: 'view_session', sessionId })).not.toBeNull();
      memberships.connected(accountId, presence.connected(accountId));
      expect(await memberships.roomsOf(accountId)).toHaveLength(ROOMS);
    },
    stop() {
      presence.stop();
      memberships.stop();
      feeds.close();
    },
  };
}

const readsOfList = { 'command.aggregate': 'members' };

async function costOf(store: Store, trips: RoundTrips, onSettled: () => Promise<unknown> = async () => undefined) {
  const ada = await settle(store);
  await onSettled();
  const node = startNode(store);
  const gateway = gatewayOf(node, store);
  try {
    trips.taken();
    await gateway.arrive(node, ada);
    const arriving = trips.taken();
    const rows = await node.roomList(ada);
    const listing = trips.taken();
    expect(rows.map(({ unread }) => unread)).toEqual(Array(ROOMS).fill(1));
    // Only hers: no room was loaded.
    expect(node.system.activeCount).toBe(1);
    return { arriving, listing };
  } finally {
    trips.stop();
    gateway.stop();
    await node.system.stop();
  }
}

describe('the return of a person with forty rooms', () => {
  describeOnEmbedded('takes two messages to the thread of the store, and one for the list', (openStore) => {
    it('of rooms', async () => {
      const { arriving, listing } = await costOf(await openStore(), countThreadMessages());
      expect(arriving).toEqual(['accounts+sessions+devices', 'members']);
      expect(listing).toEqual(['members']);
    });
  });

  describeOnMongo('takes two commands, and one for the list', (_, mongod) => {
    it('of rooms', async () => {
      const trips = countMongoCommands();
      const uri = mongod().freshUri();
      const client = new MongoClient(uri);
      const store = await openMongoStore({ uri: monitored(uri) });
      try {
        const { arriving, listing } = await costOf(store, trips, () => client.db().command({ profile: 2 }));
        expect(arriving).toEqual(['accounts+sessions+devices', 'members']);
        expect(listing).toEqual(['members+rooms+readers+log']);
        const [list] = await client.db().collection('system.profile').find(readsOfList).toArray();
        // A membership, a head, a cursor and a message for each room; the entry after the head is looked for in the index.
        expect(list).toMatchObject({ docsExamined: 4 * ROOMS });
        expect(list?.keysExamined).toBeLessThanOrEqual(7 * ROOMS);
      } finally {
        await client.close();
        await store.close();
      }
    });
  });
});
