/** What a store keeps about itself: the identity key, the formats of its versions, its migrations. */
import { FORMAT, OLDEST_FORMAT } from '#src/domain/format.js';
import { formatTable } from '#src/domain/log/format-table.js';
import { VERSION } from '#src/domain/version.js';
import { findReferences } from '#src/store/find-references.js';
import { IdentityKeyLocked, openIdentityKey } from '#src/store/identity-key.js';
import { countDeleted } from '#src/store/migrations/count-deleted.js';
import { listOpenRooms } from '#src/store/migrations/list-open-rooms.js';
import { splitTallies } from '#src/store/migrations/split-tallies.js';
import {
  EPOCH_ID,
  epochOf,
  FORMAT_ID,
  isOfNewerVersion,
  recordArchiving,
  recordFormat,
  refuseNewerFormat,
  refuseUnfinished,
  type StoreFormat,
  withRowFormat,
} from '#src/store/schema/format.js';
import type { Doc as AnyDoc, Store } from '#src/store/store.js';
import { memoryStore } from '../../support/store/memory-store.js';

type Doc = AnyDoc & Record<string, unknown>;

const formatNamed = (more: Partial<StoreFormat>): StoreFormat => ({
  _id: FORMAT_ID,
  current: FORMAT,
  oldest: OLDEST_FORMAT,
  version: 'v9',
  ...more,
});
const put = (store: Store, into: 'meta' | 'accounts' | 'log' | 'rooms' | 'erasures' | 'audit', doc: AnyDoc) =>
  store.write([{ op: 'put', in: into, doc: doc as Doc }]);

describe('the identity key', () => {
  it('is created once, and is the same for all that have the secret', async () => {
    const store = memoryStore();
    const [one, other] = await Promise.all([openIdentityKey(store, ['a']), openIdentityKey(store, ['a'])]);
    expect(one).toHaveLength(32);
    expect(one.equals(other)).toBe(true);
    expect((await openIdentityKey(store, ['a'])).equals(one)).toBe(true);
    expect(JSON.stringify(await store.get('meta', 'identity-key'))).not.toContain(one.toString('base64url'));
  });

  it('outlives a secret that another one follows', async () => {
    const store = memoryStore();
    const key = await openIdentityKey(store, ['old']);
    await expect(openIdentityKey(store, ['new'])).rejects.toThrow(IdentityKeyLocked);
    const before = await store.get('meta', 'identity-key');
    expect((await openIdentityKey(store, ['old', 'older'])).equals(key)).toBe(true);
    expect(await store.get('meta', 'identity-key')).toEqual(before);
    expect((await openIdentityKey(store, ['new', 'old'])).equals(key)).toBe(true);
    expect((await openIdentityKey(store, ['new'])).equals(key)).toBe(true);
    await expect(openIdentityKey(store, ['old'])).rejects.toThrow(IdentityKeyLocked);
  });

  it('is refused where its text was cut or changed', async () => {
    const store = memoryStore();
    await openIdentityKey(store, ['a']);
    const { sealed } = (await store.get('meta', 'identity-key')) as unknown as { sealed: string };
    for (const damaged of [sealed.slice(1), `${sealed}AA`, `${sealed[0] === 'A' ? 'B' : 'A'}${sealed.slice(1)}`]) {
      await put(store, 'meta', { _id: 'identity-key', sealed: damaged } as Doc);
      await expect(openIdentityKey(store, ['a'])).rejects.toThrow(IdentityKeyLocked);
    }
  });

  it('is not made up where it cannot be stored', async () => {
    let tried = 0;
    const store = {
      get: async () => null,
      transaction: async () => {
        tried += 1;
        return { ok: true };
      },
    } as unknown as Store;
    await expect(openIdentityKey(store, ['a'])).rejects.toThrow('could not be stored');
    expect(tried).toBe(5);
  });
});

describe('the format of a store', () => {
  it('refuses this version from the first format on that it does not know', () => {
    for (const stored of [null, formatNamed({ oldest: FORMAT, current: FORMAT + 1 })])
      expect(() => refuseNewerFormat(stored)).not.toThrow();
    expect(() => refuseNewerFormat(formatNamed({ oldest: FORMAT + 1 }))).toThrow(
      `written by version v9 and needs store format ${FORMAT + 1} or newer`,
    );
  });

  it('is one of a newer version that admits this one', () => {
    const newer = { current: FORMAT + 1, oldest: FORMAT };
    expect(isOfNewerVersion(formatNamed(newer))).toBe(true);
    expect(isOfNewerVersion(formatNamed({ ...newer, oldest: FORMAT + 1 }))).toBe(false);
    expect(isOfNewerVersion(formatNamed({ ...newer, current: FORMAT }))).toBe(false);
    expect(isOfNewerVersion(null)).toBe(false);
  });

  it('is raised for the form of its rows, and the form of its documents stays', () => {
    expect(withRowFormat(formatNamed({ oldest: 2 }), 2)).toBeNull();
    expect(withRowFormat(formatNamed({ current: 1, oldest: 1 }), 2)).toEqual({
      _id: FORMAT_ID,
      current: 2,
      oldest: 2,
      documents: 1,
      version: VERSION,
    });
    expect(withRowFormat(formatNamed({ current: 7, oldest: 1 }), 2)).toMatchObject({ current: 7, oldest: 2 });
    expect(withRowFormat(null, 2)).toMatchObject({ current: 2, oldest: 2, documents: OLDEST_FORMAT });
  });

  it('is recorded once, and an older version does not take it back', async () => {
    const store = memoryStore();
    await recordFormat(store);
    const first = { _id: FORMAT_ID, current: FORMAT, oldest: OLDEST_FORMAT, version: VERSION };
    expect(await store.get('meta', FORMAT_ID)).toEqual(first);
    const later = formatNamed({ current: FORMAT + 1, documents: 1 });
    await put(store, 'meta', later);
    await recordFormat(store);
    expect(await store.get('meta', FORMAT_ID)).toEqual(later);
    await put(store, 'meta', formatNamed({ current: 0, oldest: 3, documents: 0 }));
    await recordFormat(store);
    expect(await store.get('meta', FORMAT_ID)).toMatchObject({ current: FORMAT, oldest: 3, documents: OLDEST_FORMAT });
    await put(store, 'meta', formatNamed({ oldest: FORMAT + 1 }));
    await expect(recordFormat(store)).rejects.toThrow('needs store format');
  });

  it('admits no version that would see a hole, from the first archived stretch on', async () => {
    const store = memoryStore();
    await recordArchiving(store);
    const recorded = await store.get('meta', FORMAT_ID);
    expect(recorded).toMatchObject({
      current: formatTable.archivedStretches,
      oldest: formatTable.archivedStretches,
      documents: OLDEST_FORMAT,
    });
    await recordArchiving(store);
    expect(await store.get('meta', FORMAT_ID)).toEqual(recorded);
    await put(store, 'meta', formatNamed({ current: 9, oldest: 2, documents: 1 }));
    await recordArchiving(store);
    expect(await store.get('meta', FORMAT_ID)).toMatchObject({
      current: 9,
      oldest: formatTable.archivedStretches,
      documents: 1,
    });
    await put(store, 'meta', formatNamed({ current: 9, oldest: 2 }));
    await recordArchiving(store);
    expect(await store.get('meta', FORMAT_ID)).toMatchObject({ documents: 2 });
  });

  it('is looked at again where another node has recorded one meanwhile', async () => {
    for (const record of [recordFormat, recordArchiving]) {
      const store = memoryStore();
      const other = formatNamed({ current: 0, oldest: 0 });
      let reads = 0;
      const slow = {
        get: async () => {
          const found = await store.get<StoreFormat>('meta', FORMAT_ID);
          reads += 1;
          if (reads === 1) await put(store, 'meta', other);
          return found;
        },
        write: store.write.bind(store),
      } as unknown as Store;
      await record(slow);
      expect(reads).toBe(2);
      expect(await store.get('meta', FORMAT_ID)).toMatchObject({ version: VERSION });
    }
  });

  it('says of which restore it is, and refuses a half of one', async () => {
    const store = memoryStore();
    expect(await epochOf(store)).toBe('0');
    await put(store, 'meta', { _id: EPOCH_ID, value: 'e7' } as Doc);
    expect(await epochOf(store)).toBe('e7');
    expect(() => refuseUnfinished(null)).not.toThrow();
    expect(() => refuseUnfinished({ _id: 'restore' })).toThrow('has not finished');
  });
});

describe('a migration of more than a page of documents', () => {
  const many = (count: number, doc: (at: number) => Doc) => Array.from({ length: count }, (_, at) => doc(at));
  const idAt = (at: number) => `a${String(at).padStart(5, '0')}`;

  it('gives each account its tally, and leaves those that are there', async () => {
    const store = memoryStore();
    const accounts = many(1_001, (at) => ({
      _id: idAt(at),
      ...(at === 1_000 && { stars: 3, followers: 2, following: 1 }),
    }));
    await store.write(accounts.map((doc) => ({ op: 'put', in: 'accounts', doc })));
    await store.write([{ op: 'put', in: 'tallies', doc: { _id: idAt(0), stars: 9 } as Doc }]);
    await splitTallies(store);
    const told = await store.getMany('tallies', [idAt(0), idAt(1), idAt(1_000)]);
    expect(told).toEqual([
      { _id: idAt(0), stars: 9 },
      { _id: idAt(1), stars: 0, followers: 0, following: 0 },
      { _id: idAt(1_000), stars: 3, followers: 2, following: 1 },
    ]);
  });

  it('lists each open group with its size, and none that was written since', async () => {
    const store = memoryStore();
    const open = { kind: 'group', settings: { visibility: 'open' }, rev: 3 };
    const heads = many(1_001, (at) => ({ _id: idAt(at), ...open, ...(at > 0 && { memberCount: 2 }) }));
    await store.write(heads.map((doc) => ({ op: 'put', in: 'rooms', doc })));
    await listOpenRooms(store);
    const [first, last] = await store.getMany('rooms', [idAt(0), idAt(1_000)]);
    expect([first, last]).toMatchObject([{ openSize: 0 }, { openSize: 2 }]);
  });

  it('gives deleted rows the fields of unread counts', async () => {
    const store = memoryStore();
    const deleted = (room: string, at: number, row: object, more = {}) =>
      ({ _id: `${room}:${at.toString(36)}`, room, seq: at, deletedSeq: at, row, ...more }) as Doc;
    const rows = [
      ...many(1_001, (at) => deleted('a', at + 1, { owner: 'ada' })),
      deleted('b', 1, { owner: 'ada', mentionsAll: true }),
      deleted('b', 2, { sender: { accountId: 'bob' } }),
      deleted('b', 3, { owner: null, mentionsAll: true }),
      deleted('b', 4, { owner: null, sender: { accountId: 'bob' } }),
      deleted('b', 5, { owner: 'ada' }, { deletedOf: 'eda' }),
      deleted('b', 6, {}),
      { _id: 'b:7', room: 'b', seq: 7, deletedSeq: 7 },
    ];
    await store.write(rows.map((doc) => ({ op: 'put', in: 'log', doc })));
    await countDeleted(store);
    const fieldsOf = async (id: string) => {
      const { deletedOf, deletedCall, deletedCallOf } = (await store.get('log', id)) as unknown as Record<
        string,
        unknown
      >;
      return [deletedOf ?? null, deletedCall ?? null, deletedCallOf ?? null];
    };
    expect(await fieldsOf(`a:${(1_001).toString(36)}`)).toEqual(['ada', null, null]);
    expect(await Promise.all([1, 2, 3, 4, 5, 6, 7].map((at) => fieldsOf(`b:${at}`)))).toEqual([
      ['ada', 1, 'ada'],
      ['bob', null, null],
      [null, 3, null],
      [null, null, null],
      ['eda', null, null],
      [null, null, null],
      [null, null, null],
    ]);
  });
});

describe('names that are looked for in the whole store', () => {
  it('are found in every collection but the audit log, with the document that has them', async () => {
    const store = memoryStore();
    const pages = Array.from({ length: 1_000 }, (_, at) => ({ _id: `a${String(at).padStart(4, '0')}` }));
    await store.write(pages.map((doc) => ({ op: 'put', in: 'accounts', doc })));
    await put(store, 'accounts', { _id: 'z', about: 'ada and bob' } as Doc);
    await put(store, 'rooms', { _id: 'room-of-ada', rev: 1 } as Doc);
    await put(store, 'audit', { _id: 'x', by: 'ada' } as Doc);
    await put(store, 'erasures', { _id: 'ada' });
    await put(store, 'meta', { _id: 'm', of: 'ada', erased: true } as Doc);
    const found = async (skip: ('erasures' | 'rooms')[] = []) => {
      const all: string[] = [];
      for await (const { in: from, id, name } of findReferences(store, ['ada', 'bob'], skip))
        all.push(`${from} ${id} ${name}`);
      return all.sort();
    };
    const rest = ['accounts z ada', 'accounts z bob'];
    expect(await found()).toEqual([...rest, 'erasures ada ada', 'meta m ada', 'rooms room-of-ada ada']);
    expect(await found(['erasures'])).toEqual([...rest, 'rooms room-of-ada ada']);
    expect(await found(['rooms'])).toEqual([...rest, 'erasures ada ada', 'meta m ada']);
  });
});
