import { FORMAT } from '#src/domain/format.js';
import { contractSchema } from '#src/store/schema/contract-schema.js';
import type { Store } from '#src/store/store.js';
import { describeSchemas, type SchemaPlace } from '../support/store/schema-places.js';

const later = { _id: 'format', current: FORMAT + 1, version: '9.9.0' };

async function inStore(place: SchemaPlace, work: (store: Store) => Promise<unknown>): Promise<void> {
  const store = await place.open();
  await work(store);
  await store.close();
}

const writing = (place: SchemaPlace, doc: { _id: string } & Record<string, unknown>) =>
  inStore(place, (store) => store.write([{ op: 'put', in: 'meta', doc }]));

describeSchemas('two versions of the service on one store', (place) => {
  beforeEach(() => inStore(place(), async () => undefined));

  it('leave the indexes that they do not declare to each other, and to operators', async () => {
    await place().addIndex('byLater', 'since');
    await inStore(place(), async () => undefined);
    expect(await place().indexes()).toContain('byLater');
  });

  it('build the indexes that the other one lacks', async () => {
    await place().dropIndex('byRole');
    await inStore(place(), (store) => store.count('members', { index: 'byRole', prefix: ['r'] }));
    expect(await place().indexes()).toContain('byRole');
  });

  it('never exchange an index under its name, because the other one reads by it', async () => {
    await place().dropIndex('byRole');
    await place().addIndex('byRole', 'since');
    await expect(place().open()).rejects.toMatchObject({
      name: 'StoreUnavailable',
      message: expect.stringContaining('npm run schema -- --contract members.byRole --yes'),
    });
    expect(await place().indexes()).toContain('byRole');
  });

  it('drop an index at the word of an operator alone, who has confirmed it', async () => {
    await place().addIndex('byLater', 'since');
    const store = await place().openSchema();
    expect(await store.indexDifferences()).toEqual([{ collection: 'members', index: 'byLater', kind: 'undeclared' }]);
    expect(await contractSchema(store, ['members.byRole', 'members.byLater'], true)).toMatchObject({
      refused: ['members.byRole'],
    });
    expect(await contractSchema(store, ['members.byLater'], false)).toMatchObject({ refused: [] });
    expect(await store.indexDifferences()).toHaveLength(1);
    await contractSchema(store, ['members.byLater'], true);
    expect(await store.indexDifferences()).toEqual([]);
    await store.close();
    expect(await place().indexes()).toEqual(expect.arrayContaining(['byRole', 'byAccount']));
    expect(await place().indexes()).not.toContain('byLater');
  });

  it('are refused by name where the other one has written what they cannot read', async () => {
    await writing(place(), { ...later, oldest: FORMAT + 1 });
    const refusal = { name: 'StoreUnavailable', message: expect.stringContaining('start version 9.9.0 or newer') };
    await place().dropIndex('byRole');
    await expect(place().open()).rejects.toMatchObject(refusal);
    await expect(place().openReader()).rejects.toMatchObject(refusal);
    expect(await place().indexes()).not.toContain('byRole');
  });

  it('run side by side where the newer one admits it, and it stays named', async () => {
    await writing(place(), { ...later, oldest: FORMAT });
    await writing(place(), { _id: 'migration:9001-of-the-newer', kind: 'migration', at: 1 });
    await inStore(place(), async (store) => {
      expect(await store.get('meta', 'format')).toEqual({ ...later, oldest: FORMAT });
    });
    const store = await place().openSchema();
    await expect(contractSchema(store, [], true)).rejects.toThrow('9.9.0');
    await store.close();
  });
});

describeSchemas('a checker', (place) => {
  it('reads beside the service what the service has acknowledged', async () => {
    const store = await place().open();
    const reader = await place().openReader();
    await store.append([{ _id: 'r:1', room: 'r', seq: 1 } as never]);
    expect(await reader.get('log', 'r:1')).toMatchObject({ _id: 'r:1', room: 'r' });
    await reader.close();
    expect(await store.append([{ _id: 'r:2', room: 'r' }])).toEqual({ appended: 1 });
    await store.close();
  });

  it('creates, drops and migrates nothing', async () => {
    await inStore(place(), (store) => store.write([{ op: 'del', in: 'meta', id: 'migration:0005-deleted-counts' }]));
    await place().addIndex('byLater', 'since');
    const reader = await place().openReader();
    expect(await reader.get('meta', 'migration:0005-deleted-counts')).toBeNull();
    await reader.close();
    expect(await place().indexes()).toContain('byLater');
    await place().dropIndex('byRole');
    await expect(place().openReader()).rejects.toMatchObject({
      message: expect.stringContaining('start this version of the service once before'),
    });
    expect(await place().indexes()).not.toContain('byRole');
  });

  it('opens no store where there is none', async () => {
    await expect(place().openReader()).rejects.toMatchObject({ name: 'StoreUnavailable' });
  });
});
