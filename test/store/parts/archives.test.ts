/** What a node remembers of archived stretches, and how long. */
import { ArchivedRows } from '#src/store/archive/archived-rows.js';
import { packHashes, RoomArchives, requestHash, unpackHashes } from '#src/store/archive/room-archives.js';
import { firstSeqOf, lastSeqOf, type Stretch, stretchId } from '#src/store/archive/stretch.js';
import { encodeStretch, type LogDoc, packedRow, sha256Of } from '#src/store/archive/stretch-codec.js';
import { logId } from '#src/store/collections.js';
import type { Reader } from '#src/store/store.js';
import { memoryStore } from '../../support/store/memory-store.js';

const KNOWN_MS = 30_000;

const stretch = (at: number, more: Partial<Stretch> = {}, room = 'r'): Stretch & Record<string, unknown> => ({
  _id: stretchId(room, at),
  room,
  at,
  rev: 1,
  state: 'archived',
  key: `k-${room}-${at}`,
  sha256: '',
  bytes: 0,
  rows: 0,
  requests: packHashes([]),
  ...more,
});

function setUp() {
  const store = memoryStore();
  let now = 1_000;
  let reads = 0;
  const range: Reader['range'] = (from, asked) => {
    reads += 1;
    return store.range(from, asked);
  };
  const archives = new RoomArchives({ range }, () => now);
  return {
    archives,
    put: (...docs: ReturnType<typeof stretch>[]) =>
      store.write(docs.map((doc) => ({ op: 'put', in: 'stretches', doc }))),
    pass: (ms: number) => {
      now += ms;
    },
    reads: () => reads,
  };
}

describe('the hashes of archived requests', () => {
  it('are kept sorted, and come back as they were', () => {
    const hashes = [5, 0xffffffff, 0, 70_000];
    expect([...unpackHashes(packHashes(hashes))]).toEqual([0, 5, 70_000, 0xffffffff]);
    expect([...unpackHashes(packHashes([]))]).toEqual([]);
    // Stored stretches hold these numbers.
    expect(requestHash('r:ada:c-1')).toBe(342_798_354);
  });
});

describe('what a node knows of the archives', () => {
  it('is asked once in thirty seconds while there are none, and never again once there is one', async () => {
    const { archives, put, pass, reads } = setUp();
    expect(archives.isEmpty).toBeNull();
    expect(await archives.hasAny()).toBe(false);
    pass(KNOWN_MS - 1);
    expect([archives.isEmpty, await archives.hasAny(), reads()]).toEqual([true, false, 1]);
    await put(stretch(0));
    pass(1);
    expect(archives.isEmpty).toBeNull();
    expect([await archives.hasAny(), archives.isEmpty, reads()]).toEqual([true, false, 2]);
    pass(KNOWN_MS);
    expect([await archives.hasAny(), reads()]).toEqual([true, 2]);
  });

  it('is the last archived entry of a room, read again after thirty seconds', async () => {
    const { archives, put, pass, reads } = setUp();
    expect(await archives.lastSeq('r')).toBe(0);
    await put(stretch(0), stretch(1), stretch(0, {}, 's'));
    pass(KNOWN_MS - 1);
    expect([await archives.lastSeq('r'), reads()]).toEqual([0, 1]);
    pass(1);
    expect([await archives.lastSeq('r'), await archives.lastSeq('s'), reads()]).toEqual([
      lastSeqOf(1),
      lastSeqOf(0),
      3,
    ]);
    await put(stretch(2));
    pass(KNOWN_MS);
    expect(await archives.lastSeq('r')).toBe(lastSeqOf(2));
  });

  it('ends before the first stretch without an object, whose rows are there', async () => {
    const { archives, put, pass } = setUp();
    await put(stretch(0), stretch(1, { key: null, requests: packHashes([7]) }), stretch(2));
    expect([await archives.lastSeq('r'), await archives.mayHold('r', 7)]).toEqual([lastSeqOf(0), false]);
    await put(stretch(1, { requests: packHashes([7]) }));
    pass(KNOWN_MS);
    expect([await archives.lastSeq('r'), await archives.mayHold('r', 7)]).toEqual([lastSeqOf(2), true]);
  });

  it('has every hash of all stretches, and no other, whichever were read together', async () => {
    const { archives, put, pass } = setUp();
    await put(stretch(0, { requests: packHashes([10, 30, 50]) }), stretch(1, { requests: packHashes([20, 60]) }));
    const held = async () => {
      const all = [];
      for (let hash = 5; hash <= 70; hash += 5) if (await archives.mayHold('r', hash)) all.push(hash);
      return all;
    };
    expect(await held()).toEqual([10, 20, 30, 50, 60]);
    await put(stretch(2, { requests: packHashes([5, 70]) }), stretch(3, { requests: packHashes([40]) }));
    expect(await held()).toEqual([10, 20, 30, 50, 60]);
    pass(KNOWN_MS);
    expect(await held()).toEqual([5, 10, 20, 30, 40, 50, 60, 70]);
  });

  it('is read in pages, once for all who ask meanwhile', async () => {
    const { archives, put, reads } = setUp();
    await put(...Array.from({ length: 201 }, (_, at) => stretch(at, { requests: packHashes([at * 2]) })));
    const told = await Promise.all([archives.lastSeq('r'), archives.mayHold('r', 400), archives.mayHold('r', 401)]);
    expect([told, reads()]).toEqual([[lastSeqOf(200), true, false], 2]);
  });
});

describe('the rows of archived stretches', () => {
  const row = (seq: number, body = 'x'): LogDoc => ({ _id: logId('r', seq), room: 'r', seq, body });

  async function withObjects() {
    const store = memoryStore();
    const objects = new Map<string, Uint8Array>();
    let reads = 0;
    const archived = new ArchivedRows(store, {
      read: async (key) => {
        reads += 1;
        return objects.get(key) ?? null;
      },
    });
    const archive = async (at: number, rows: LogDoc[], key = `k-${at}`) => {
      const bytes = await encodeStretch(new Map(rows.map((doc) => [doc.seq, packedRow(doc)])));
      objects.set(key, bytes);
      const doc = stretch(at, { key, sha256: sha256Of(bytes), bytes: bytes.length, rows: rows.length });
      await store.write([{ op: 'put', in: 'stretches', doc }]);
      return doc;
    };
    return { store, objects, archived, archive, reads: () => reads };
  }

  const placesOf = (...seqs: number[]) => seqs.map((seq) => ({ room: 'r', seq }));

  it('come in the order of the places, each object read once while it is remembered', async () => {
    const { archived, archive, reads } = await withObjects();
    await archive(0, [row(1), row(2)]);
    await archive(1, [row(firstSeqOf(1))]);
    const found = () => archived.at(placesOf(firstSeqOf(1), 2, 3, 1, firstSeqOf(2)));
    expect(await found()).toEqual([row(firstSeqOf(1)), row(2), null, row(1), null]);
    await found();
    expect(reads()).toBe(2);
    // Each reader has a document of its own.
    const [one, other] = await archived.at(placesOf(1, 1));
    expect(one).not.toBe(other);
  });

  it('are those of the newest object, where theirs was replaced meanwhile', async () => {
    const { archived, archive, objects } = await withObjects();
    const older = await archive(0, [row(1, 'earlier')]);
    await archive(0, [row(1, 'later')], 'k-new');
    objects.delete('k-0');
    const rows = await archived.packed(older);
    expect(rows.get(1)).toBe(packedRow(row(1, 'later')));
  });

  it('are refused where the object is damaged and nobody has replaced it, and read again the next time', async () => {
    const { archived, archive, objects } = await withObjects();
    const damaged = await archive(0, [row(1)]);
    const whole = objects.get('k-0') as Uint8Array;
    objects.delete('k-0');
    await expect(archived.packed(damaged)).rejects.toThrow('is missing');
    objects.set('k-0', whole);
    expect((await archived.packed(damaged)).size).toBe(1);
  });

  it('are none of a stretch that has no object, and refused of one that is gone', async () => {
    const { store, archived, archive, objects } = await withObjects();
    const gone = await archive(0, [row(1)]);
    objects.delete('k-0');
    await store.write([{ op: 'del', in: 'stretches', id: gone._id }]);
    await expect(archived.packed(gone)).rejects.toThrow('is missing');
    expect((await archived.packed(stretch(1, { key: null }))).size).toBe(0);
  });

  it('are forgotten, those first that were not read for the longest time', async () => {
    const { archived, archive, reads } = await withObjects();
    const text = 'x'.repeat(60_000);
    const rowsOf = (at: number) => Array.from({ length: 100 }, (_, nth) => row(firstSeqOf(at) + nth, text));
    for (const at of [0, 1, 2]) await archive(at, rowsOf(at));
    const read = async (at: number) => {
      await archived.at(placesOf(firstSeqOf(at)));
      return reads();
    };
    // Two of 6 MB have room in 16 MiB, and three do not.
    expect([await read(0), await read(1), await read(0), await read(2)]).toEqual([1, 2, 2, 3]);
    expect([await read(0), await read(2), await read(1)]).toEqual([3, 3, 4]);
  });
});
