import { listOpenRooms } from '#src/store/migrations/list-open-rooms.js';
import { migrate } from '#src/store/migrations/migrate.js';
import { type Migration, migrations } from '#src/store/migrations/migrations.js';
import type { Store } from '#src/store/store.js';
import { describeOnBothEngines } from '../support/store/engines.js';

const marking = (name: string, done: string[], fail = false): Migration => ({
  name,
  run: async (store: Store) => {
    await store.write([{ op: 'put', in: 'rooms', doc: { _id: name } }]);
    if (fail) throw new Error('the power went');
    done.push(name);
  },
});

const ours = [...migrations];

describeOnBothEngines('migrations', (openStore) => {
  it('are applied once, in their order, and remembered', async () => {
    const store = await openStore();
    const done: string[] = [];
    const list = [...ours, marking('0002-a', done), marking('0003-b', done)];
    expect(await migrate(store, list)).toEqual(['0002-a', '0003-b']);
    expect(await migrate(store, list)).toEqual([]);
    expect(done).toEqual(['0002-a', '0003-b']);
  });

  it('go on where a cut-off run stood', async () => {
    const store = await openStore();
    const done: string[] = [];
    const broken = [...ours, marking('0002-a', done), marking('0003-b', done, true), marking('0004-c', done)];
    await expect(migrate(store, broken)).rejects.toThrow('the power went');
    const whole = [...ours, marking('0002-a', done), marking('0003-b', done), marking('0004-c', done)];
    expect(await migrate(store, whole)).toEqual(['0003-b', '0004-c']);
    expect(done).toEqual(['0002-a', '0003-b', '0004-c']);
  });

  it('refuse a store that a newer version has changed', async () => {
    const store = await openStore();
    await migrate(store, [...ours, marking('0009-from-the-future', [])]);
    await expect(migrate(store, ours)).rejects.toMatchObject({
      name: 'StoreUnavailable',
      message: expect.stringContaining('0009-from-the-future'),
    });
    await expect(openStore.again(store)).rejects.toMatchObject({ name: 'StoreUnavailable' });
  });

  it('list the groups that were open before there was a list, and no others', async () => {
    const store = await openStore();
    const head = (id: string, kind: string, visibility: string, deleted = false) => ({
      _id: id,
      rev: 3,
      kind,
      settings: { visibility },
      memberCount: 2,
      deleted,
    });
    const docs = [
      head('a', 'group', 'open'),
      head('b', 'group', 'closed'),
      head('c', 'dm', 'closed'),
      head('d', 'group', 'open', true),
    ];
    await store.write(docs.map((doc) => ({ op: 'put', in: 'rooms', doc })));
    await listOpenRooms(store);
    const listed = await store.range('rooms', { index: 'byOpenSize', desc: true });
    expect(listed.map(({ _id }) => _id)).toEqual(['a']);
  });

  it('are recorded when a store is opened', async () => {
    const store = await openStore();
    expect(await migrate(store)).toEqual([]);
    const recorded = await store.range('meta', { index: '_id', gte: 'migration:', lt: 'migration;' });
    expect(recorded.map(({ _id }) => _id)).toEqual(ours.map(({ name }) => `migration:${name}`));
  });
});
