/** What is deleted gives its space back to the disk, in small steps beside the requests. */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { type EmbeddedStore, openEmbeddedSchema, openEmbeddedStore } from '#src/store/embedded/embedded-store.js';
import type { Write } from '#src/store/store.js';
import { poll } from '../support/time/poll.js';

const ROWS = 40_000;

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'meydan-space-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

const sizeMb = async () => (await stat(join(dir, 'store.db'))).size / 1e6;
const idOf = (n: number) => `ada:${n}`;

async function inBatches(store: EmbeddedStore, write: (n: number) => Write): Promise<void> {
  for (let from = 0; from < ROWS; from += 1_000)
    await store.write(Array.from({ length: 1_000 }, (_, n) => write(from + n)));
}

const put = (n: number): Write => ({
  op: 'put',
  in: 'interestEvents',
  doc: { _id: idOf(n), account: 'ada', era: 1, place: n, at: n, text: 'x'.repeat(600) },
});
/** All but the last 1 000. */
const del = (n: number): Write => ({ op: 'del', in: 'interestEvents', id: idOf(n < ROWS - 1_000 ? n : 0) });

/** The file as an older version made it. */
function withoutVacuum(): void {
  const db = new Database(join(dir, 'store.db'));
  db.exec('PRAGMA auto_vacuum = NONE');
  db.exec('VACUUM');
  db.close();
}

describe('the file of the embedded store', () => {
  it('shrinks after deletions while it serves, and holds what was not deleted', async () => {
    const filled = await openEmbeddedStore({ dir });
    await inBatches(filled, put);
    await filled.close();
    expect(await sizeMb()).toBeGreaterThan(25);
    const store = await openEmbeddedStore({ dir, shrinkEveryMs: 20 });
    await inBatches(store, del);
    let [reads, slowest] = [0, 0];
    await poll(
      async () => {
        const at = performance.now();
        await store.get('interestEvents', idOf(ROWS - 1));
        slowest = Math.max(slowest, performance.now() - at);
        reads += 1;
        return (await sizeMb()) < 10;
      },
      { until: 'the file has given its space back' },
    );
    expect(reads).toBeGreaterThan(0);
    expect(slowest).toBeLessThan(1_000);
    expect(await store.count('interestEvents', { index: 'byAccount', prefix: ['ada'] })).toBe(1_000);
    await store.close();
    const again = await openEmbeddedStore({ dir });
    expect(await again.count('interestEvents', { index: '_id' })).toBe(1_000);
    await again.close();
  }, 60_000);

  it('of an older version stays as large as it is until an operator gives its space back', async () => {
    await (await openEmbeddedStore({ dir })).close();
    withoutVacuum();
    const store = await openEmbeddedStore({ dir, shrinkEveryMs: 1 });
    await inBatches(store, put);
    await inBatches(store, del);
    await store.close();
    expect(await sizeMb()).toBeGreaterThan(25);
    const schema = await openEmbeddedSchema({ dir });
    await schema.vacuum();
    await schema.close();
    expect(await sizeMb()).toBeLessThan(3);
    const db = new Database(join(dir, 'store.db'));
    expect(db.prepare('PRAGMA auto_vacuum').get([])).toMatchObject({ auto_vacuum: 2 });
    db.close();
  }, 60_000);
});
