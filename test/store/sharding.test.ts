/** MongoDB may divide the collections: unique indexes begin with the shard key, and filters of hot collections carry it. */
import { type Db, type Document, MongoClient } from 'mongodb';
import { verifyAllRooms } from '#actors/room/verify/verify-room.js';
import { type CollectionName, collections, type IndexSpec, logId } from '#src/store/collections.js';
import { openMongoStore } from '#src/store/mongo/mongo-store.js';
import { mongoIndex, shardBetween, shardKeys } from '#src/store/sharding.js';
import type { Store } from '#src/store/store.js';
import { ada, bob, cem, RoomFixture, registerNames } from '../support/rooms/room-fixture.js';
import { RoomNode } from '../support/rooms/room-node.js';
import { describeOnBothEngines, describeOnOwnMongod } from '../support/store/engines.js';
import { monitored, observeMongoCommands } from '../support/store/round-trips.js';
import { carries, hot, withoutShardKey } from '../support/store/shard-keys.js';
import { TestClock } from '../support/time/test-clock.js';

const names = Object.keys(collections) as CollectionName[];
const indexesOf = (name: CollectionName) => Object.entries(collections[name].indexes as Record<string, IndexSpec>);
describe('the table of shard keys', () => {
  it('has one for each collection', () => {
    expect(Object.keys(shardKeys)).toEqual(names);
  });

  it('lets a collection be divided only if its unique indexes begin with the key', () => {
    for (const name of names) {
      const { key } = shardKeys[name];
      const unique = indexesOf(name).filter(([, spec]) => spec.unique);
      if (key === null) expect(unique).not.toEqual([]);
      else expect(unique.filter(([index]) => mongoIndex(name, index).fields[0] !== key)).toEqual([]);
    }
  });

  it('names each index of a room that does not begin with the room', () => {
    for (const name of names) {
      const shard = shardKeys[name];
      if (shard.key !== 'room') continue;
      const others = indexesOf(name).filter(([index]) => mongoIndex(name, index).fields[0] !== 'room');
      expect(others.map(([index]) => index)).toEqual(Object.keys(shard.asksAll ?? {}));
    }
  });

  it('keeps none of the hot collections on one shard', () => {
    expect(hot.filter((name) => shardKeys[name].key === null)).toEqual([]);
  });

  it.each<[string, string, string | null]>([
    ['r:', 'r;', 'r'],
    ['r:a', 'r:b', 'r'],
    ['r:a', 's:b', null],
    ['', 's', null],
  ])('knows the key of ids between %j and %j', (low, high, key) => {
    expect(shardBetween(low, high)).toBe(key);
  });
});

describeOnBothEngines('a document whose room is not the one of its id', (openStore) => {
  it.each([{ room: 's' }, {}])('is refused: %j', async (fields) => {
    const store = await openStore();
    const doc = { _id: 'r:1', ...fields };
    await expect(store.append([doc])).rejects.toThrow(TypeError);
    await expect(store.write([{ op: 'put', in: 'members', doc }])).rejects.toThrow(TypeError);
    const moved = { op: 'set', in: 'members', id: 'r:1', set: { room: 's' } } as const;
    await expect(store.write([moved])).rejects.toThrow('a key never changes');
  });
});

/** A room with messages, reactions, reads, an edit, a deletion and a ban, through a restart to its end. */
async function roomLife(store: Store): Promise<void> {
  await registerNames(store);
  const fixture = await new RoomFixture(store).found({}, [bob, cem]);
  const first = await fixture.say(bob, 'selam @cem', { clientId: 'one' });
  await fixture.say(cem, 'merhaba', { replyTo: first.id, clientId: 'two' });
  await fixture.ok(cem, { type: 'react', messageId: first.id, emoji: '👍', on: true });
  await fixture.ok(bob, { type: 'edit_message', messageId: first.id, body: 'selamlar' });
  await fixture.ok(cem, { type: 'mark_read', seq: first.seq });
  await fixture.restart();
  // A repeat that memory has forgotten, and lists that it does not hold.
  await fixture.say(cem, 'merhaba', { replyTo: first.id, clientId: 'two' });
  await fixture.ok(ada, { type: 'list_members', limit: 10 });
  await fixture.ok(ada, { type: 'delete_message', messageId: first.id });
  await fixture.ok(ada, { type: 'ban_member', account: cem.accountId, reason: null });
  await fixture.stop();
  expect(await fixture.problems()).toEqual([]);
  // Rooms that are verified together are read together.
  const other = new RoomNode(store, { id: 'another-room', clock: new TestClock() });
  await other.create('ada', {}, 'another-room');
  await other.node.system.stop();
  for await (const { problems } of verifyAllRooms(store)) expect(problems).toEqual([]);
}

/** What each command of this database asked of a collection. */
async function filtersIn(db: Db, collection: string): Promise<Document[]> {
  const profiled = await db
    .collection('system.profile')
    .find({ ns: `${db.databaseName}.${collection}`, op: { $in: ['query', 'update', 'remove', 'command'] } })
    .toArray();
  return profiled.flatMap(({ command = {} }) => {
    const [stage] = command.pipeline ?? [];
    const filter = command.filter ?? command.q ?? command.query ?? stage?.$match;
    return filter ? [filter as Document] : [];
  });
}

describeOnOwnMongod('the commands of rooms', (mongod) => {
  it('carry the shard key of each hot collection, so that one shard answers', async () => {
    const uri = mongod().freshUri();
    const store = await openMongoStore({ uri });
    const client = new MongoClient(uri);
    const db = client.db();
    try {
      await db.createCollection('system.profile', { capped: true, size: 64 * 1_024 * 1_024 });
      await db.command({ profile: 2 });
      await roomLife(store);
      await db.command({ profile: 0 });
      for (const name of hot) {
        const { key } = shardKeys[name];
        const filters = await filtersIn(db, name);
        expect(filters.filter((filter) => !carries(filter, key as string))).toEqual([]);
        if (name === 'members' || name === 'readers') expect(filters.some(({ $or }) => $or?.length === 2)).toBe(true);
        if (name === 'log' || name === 'members' || name === 'reactions') expect(filters.length).toBeGreaterThan(0);
      }
    } finally {
      await client.close();
      await store.close();
    }
  });

  it('ask all shards only for the lists of one account over all of its rooms', async () => {
    const store = await openMongoStore({ uri: monitored(mongod().freshUri()) });
    const commands = observeMongoCommands(withoutShardKey);
    try {
      await registerNames(store);
      const fixture = await new RoomFixture(store).found({}, [bob, cem]);
      const first = await fixture.say(bob, 'selam');
      await fixture.say(cem, 'merhaba', { replyTo: first.id });
      expect(commands.taken()).toEqual([]);
      const { inbox, roomList } = fixture.node;
      expect((await inbox.replies(bob, { limit: 10 })).messages).toHaveLength(1);
      await inbox.discussions(bob, { limit: 10 });
      expect([...commands.taken()].sort()).toEqual(['log.answers', 'log.begun', 'log.joined', 'log.quotes']);
      await roomList(bob);
      expect([...new Set(commands.taken())]).toEqual(['members.byAccount']);
      await fixture.stop();
    } finally {
      commands.stop();
      await store.close();
    }
  });

  it('find a repeat by the index that begins with the room, beside the one of a version without it', async () => {
    const uri = mongod().freshUri();
    const store = await openMongoStore({ uri });
    const client = new MongoClient(uri);
    try {
      const log = client.db().collection('log');
      const unique = (await log.indexes()).filter((index) => index.unique);
      expect(unique.map(({ name, key }) => [name, Object.keys(key)])).toEqual([['dedupInRoom', ['room', 'dedup']]]);
      const [{ options } = {}] = await client
        .db()
        .listCollections<{ name: string; options?: Document }>({ name: 'log' })
        .toArray();
      const configOf = ({ storageEngine }: Document) => storageEngine.wiredTiger.configString;
      expect(configOf(options ?? {})).toBe('block_compressor=zstd');
      expect(configOf(options?.indexOptionDefaults)).toBe('block_compressor=snappy');
      const [stats] = await log.aggregate([{ $collStats: { storageStats: {} } }]).toArray();
      for (const name of ['_id_', 'dedupInRoom'])
        expect(stats?.storageStats.indexDetails[name].creationString).toContain('block_compressor=snappy,');
      await log.createIndex(
        { dedup: 1 },
        { name: 'dedup', unique: true, partialFilterExpression: { dedup: { $type: 2 } } },
      );
      const entry = (seq: number) => ({ _id: logId('r', seq), room: 'r', seq, dedup: 'r:ada:1' });
      expect(await store.append([entry(1)])).toEqual({ appended: 1 });
      expect(await store.append([entry(2)])).toEqual({ appended: 0, refused: { by: 'dedup' } });
      expect(await store.getManyBy('log', 'dedup', ['r:ada:1', 'r:ada:2', 's:ada:1'])).toEqual([entry(1), null, null]);
      expect(await store.indexDifferences()).toEqual([{ collection: 'log', index: 'dedup', kind: 'undeclared' }]);
    } finally {
      await client.close();
      await store.close();
    }
  });
});
