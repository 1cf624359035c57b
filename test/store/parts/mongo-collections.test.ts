/** The collections and indexes of a start on MongoDB: what a server refuses, and what other nodes and operators have made. */
import { MongoServerError } from 'mongodb';
import { type CollectionName, collections } from '#src/store/collections.js';
import { differencesOf, openCollections } from '#src/store/mongo/indexes.js';

const serverError = (code: number) => new MongoServerError({ message: '', code });

describe('the collections of a store', () => {
  const names = Object.keys(collections) as CollectionName[];
  type Index = { name: string; key: object; unique?: boolean; buildUUID?: string; spec?: object };

  /** A server that refuses what a test says, and has what was created. */
  function server(refuse: (name: string, options: Record<string, unknown>) => number | null = () => null) {
    const created: [string, Record<string, unknown>][] = [];
    const indexes = new Map<string, Index[]>();
    const listed = new Set<string>();
    const db = {
      listCollections: () => ({ toArray: async () => [...listed].map((name) => ({ name })) }),
      createCollection: async (name: string, options: Record<string, unknown>) => {
        const code = refuse(name, options);
        if (code !== null) throw serverError(code);
        created.push([name, options]);
      },
      runCursorCommand: ({ listIndexes, ...more }: { listIndexes: string }) => ({
        toArray: async () => {
          expect(more).toEqual({ includeBuildUUIDs: true });
          if (listIndexes === 'rooms') throw serverError(26);
          return indexes.get(listIndexes) ?? [];
        },
      }),
    };
    const open = async () => {
      const missing = await openCollections(db as never);
      return new Map(missing.map(({ collection, indexes: some }) => [collection, some]));
    };
    return { db: db as never, created, indexes, listed, open };
  }
  const byAge = (name: string, more: Partial<Index> = {}): Index => ({ name, key: { age: 1 }, ...more });

  it('are created where they are missing, the log packed more tightly, and lack all of their indexes', async () => {
    const { created, listed, open } = server();
    listed.add('members');
    const missing = await open();
    expect(created.map(([name]) => name)).toEqual(names.filter((name) => name !== 'members'));
    expect(created.filter(([, options]) => options.storageEngine).map(([name]) => name)).toEqual(['log']);
    expect(missing.get('members')?.map(({ name }) => name)).toEqual(Object.keys(collections.members.indexes));
    expect(missing.get('sessions')).toContainEqual({
      name: 'refresh',
      key: { refreshHash: 1 },
      unique: true,
      partialFilterExpression: { refreshHash: { $type: ['number', 'string', 'bool'] } },
    });
    expect(missing.get('members')).toContainEqual({
      name: 'byAccount',
      key: {
        account: 1,
        ...Object.fromEntries([...collections.members.indexes.byAccount.fields, '_id'].map((f) => [f, 1])),
      },
      partialFilterExpression: expect.anything(),
    });
    expect(missing.has('meta')).toBe(false);
  });

  it('are created plain by a server that does not take its options', async () => {
    const { created, open } = server((_, { storageEngine }) => (storageEngine ? 72 : null));
    await open();
    expect(created.find(([name]) => name === 'log')).toEqual(['log', {}]);
  });

  it('may come from another node meanwhile; any other refusal ends the start', async () => {
    const { created, open } = server((name) => (name === 'log' ? 48 : null));
    await open();
    expect(created.map(([name]) => name)).not.toContain('log');
    await expect(server((name) => (name === 'members' ? 13 : null)).open()).rejects.toMatchObject({ code: 13 });
  });

  it('keep the indexes of others, and lack one until its build has ended', async () => {
    const { db, indexes, listed, open } = server();
    for (const name of names) listed.add(name);
    const [first, ...more] = (await open()).get('members') ?? [];
    const standing = [first, ...more] as Index[];
    indexes.set('members', [byAge('_id_'), byAge('of an operator'), ...standing]);
    expect((await open()).has('members')).toBe(false);
    expect((await differencesOf(db)).filter(({ collection }) => collection === 'members')).toEqual([
      { collection: 'members', index: 'of an operator', kind: 'undeclared' },
    ]);
    const building = { name: '', key: {}, buildUUID: 'u', spec: first as object };
    indexes.set('members', [building, ...(more as Index[])]);
    expect((await open()).get('members')).toEqual([first]);
    expect((await differencesOf(db)).filter(({ collection }) => collection === 'members')).toEqual([]);
  });

  it.each<Partial<Index>>([
    { key: { other: 1 } },
    { unique: true },
    { partialFilterExpression: { other: { $exists: true } } } as Partial<Index>,
  ])('are refused with an index of another definition: %j', async (change) => {
    const { db, indexes, listed, open } = server();
    for (const name of names) listed.add(name);
    const standing = ((await open()).get('members') ?? []) as Index[];
    indexes.set('members', [{ ...(standing[0] as Index), ...change }, ...standing.slice(1)]);
    const name = standing[0]?.name;
    await expect(open()).rejects.toThrow(`the index ${name} of members has another definition`);
    expect(await differencesOf(db)).toContainEqual({ collection: 'members', index: name, kind: 'changed' });
    listed.delete('members');
    expect(await differencesOf(db)).toContainEqual({ collection: 'members', index: name, kind: 'missing' });
  });
});
