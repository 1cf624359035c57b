import { spawnSync } from 'node:child_process';
import { mkdtemp, open, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEmbeddedStore } from '#src/store/embedded/embedded-store.js';
import type { Store } from '#src/store/store.js';
import { fc } from '../support/seeds/fast-check.js';
import { startStoreProcess } from '../support/store/store-process.js';
import { poll } from '../support/time/poll.js';

const folders: string[] = [];

async function freshFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'meydan-crash-'));
  folders.push(dir);
  return dir;
}

async function withStore<T>(dir: string, use: (store: Store) => Promise<T>): Promise<T> {
  const store = await openEmbeddedStore({ dir });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

interface Row {
  _id: string;
  room: string;
  seq: number;
  dedup: string;
}

async function allRows(store: Store): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const last = rows.at(-1)?._id ?? '';
    const more = await store.range<Row>('log', { index: '_id', gt: last, limit: 10_000 });
    rows.push(...more);
    if (more.length < 10_000) return rows;
  }
}

afterAll(async () => {
  for (const dir of folders) await rm(dir, { recursive: true, force: true });
});

describe('a process that is killed with -9 while it appends', () => {
  it('loses no entry that it had acknowledged, and leaves no hole, however often', async () => {
    const dir = await freshFolder();
    const acked = new Set<string>();
    for (let round = 0; round < 12; round++) {
      const first = 1 + Math.max(0, ...(await withStore(dir, allRows)).map(({ seq }) => seq));
      const child = startStoreProcess('append', dir, first);
      const enough = 20 + 37 * round;
      await poll(() => child.lines.length > enough, { until: `${enough} acknowledgements came`, everyMs: 1 });
      await child.kill();
      for (const line of child.lines) for (const id of line.acked ?? []) acked.add(id);
      const rows = await withStore(dir, allRows);
      const present = new Set(rows.map(({ _id }) => _id));
      expect([...acked].filter((id) => !present.has(id))).toEqual([]);
    }
    expect(acked.size).toBeGreaterThan(1_000);
  }, 120_000);

  it('keeps every index in step with the documents', async () => {
    const dir = await freshFolder();
    const child = startStoreProcess('append', dir);
    await poll(() => child.lines.length > 200, { until: '200 acknowledgements came', everyMs: 1 });
    await child.kill();
    await withStore(dir, async (store) => {
      const rows = await allRows(store);
      const found = await store.getManyBy<Row>(
        'log',
        'dedup',
        rows.map(({ dedup }) => dedup),
      );
      expect(found.map((row) => row?._id)).toEqual(rows.map(({ _id }) => _id));
      for (const room of 'abcdef') {
        const seqs = rows.filter((row) => row.room === room).map(({ seq }) => seq);
        expect(seqs).toEqual(seqs.map((_, at) => at + 1));
      }
    });
  }, 60_000);
});

describe('a power cut that tears what was not synced yet', () => {
  const GROUPS = 12;
  let dir: string;
  /** Bytes of the write-ahead log after each acknowledged group: everything before them is synced. */
  const synced: number[] = [];
  const entriesOf = (group: number) =>
    Array.from({ length: 5 }, (_, at) => ({
      _id: `r:${group}:${at}`,
      room: 'r',
      dedup: `${group}:${at}`,
      body: 'ş'.repeat(300),
    }));

  beforeAll(async () => {
    dir = await freshFolder();
    const live = join(dir, 'live');
    await withStore(live, async (store) => {
      for (let group = 0; group < GROUPS; group++) {
        await store.append(entriesOf(group));
        synced.push((await stat(join(live, 'store.db-wal'))).size);
      }
      // Another process copies: closing the file here would drop the lock that this process holds on it.
      spawnSync('cp', ['-r', live, join(dir, 'cut')]);
    });
  });

  /** What a machine finds after the cut: group `next` was being written. */
  async function afterCut(
    tear: (wal: string, from: number, to: number) => Promise<void>,
    next: number,
  ): Promise<number> {
    const copy = await mkdtemp(join(dir, 'copy-'));
    spawnSync('cp', ['-r', `${join(dir, 'cut')}/.`, copy]);
    const [from, to] = [synced[next - 1] ?? 0, synced[next] ?? 0];
    const wal = join(copy, 'store.db-wal');
    await truncate(wal, to);
    await tear(wal, from, to);
    const kept = await withStore(copy, allRows);
    await rm(copy, { recursive: true, force: true });
    const expected = [...Array(next).keys()].flatMap((group) => entriesOf(group).map(({ _id }) => _id));
    const ids = new Set(kept.map(({ _id }) => _id));
    expect(expected.filter((id) => !ids.has(id))).toEqual([]);
    return kept.length - expected.length;
  }

  it('has grown its write-ahead log by every group', () => {
    expect(synced).toHaveLength(GROUPS);
    expect(synced).toEqual([...new Set(synced)].sort((a, b) => a - b));
  });

  it('keeps all that was acknowledged, and the torn group whole or not at all, wherever it is cut off', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: GROUPS - 1 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (next, part) => {
          const more = await afterCut((wal, from, to) => truncate(wal, from + Math.floor((to - from) * part)), next);
          expect([0, 5]).toContain(more);
        },
      ),
      { numRuns: 25 },
    );
  }, 60_000);

  it('keeps all that was acknowledged when the torn group is garbled', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: GROUPS - 1 }),
        fc.double({ min: 0, max: 0.99, noNaN: true }),
        fc.uint8Array({ minLength: 1, maxLength: 600 }),
        async (next, part, noise) => {
          const garble = async (wal: string, from: number, to: number) => {
            const at = from + Math.floor((to - from) * part);
            const file = await open(wal, 'r+');
            await file.write(noise.subarray(0, Math.min(noise.length, to - at)), 0, undefined, at);
            await file.close();
          };
          expect([0, 5]).toContain(await afterCut(garble, next));
        },
      ),
      { numRuns: 25 },
    );
  }, 60_000);
});
