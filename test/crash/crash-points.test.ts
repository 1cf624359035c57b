import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crashPoints } from '#actors/runtime/crash-points.js';
import { openEmbeddedStore } from '#src/store/embedded/embedded-store.js';
import { openMongoStore } from '#src/store/mongo/mongo-store.js';
import type { Store } from '#src/store/store.js';
import { describeOnMongo } from '../support/engines.js';
import { buildFresh } from '../support/fresh-build.js';
import { checkRooms } from './crash-check.js';
import { CrashRun } from './crash-run.js';

interface Place {
  at: string;
  open(): Promise<Store>;
}

beforeAll(buildFresh, 120_000);

/** Lives that end at the point, earlier and later, then one that comes to the end of the script. */
async function dieAndFinish(run: CrashRun, point: string, times: number[]): Promise<void> {
  for (const n of times) expect(await run.live(`${point}:${n}`)).toBe(false);
  expect(await run.live(null)).toBe(true);
  expect(run.crashes).toBe(times.length);
  expect(run.errors).toEqual([]);
}

const dieAt = (times: number[], placeIn: (folder: string) => Place) => async (point: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'meydan-points-'));
  try {
    const { at, open } = placeIn(folder);
    const run = new CrashRun(at, folder);
    await dieAndFinish(run, point, times);
    const store = await open();
    await checkRooms(store, run);
    await store.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const stands = '%s: what was acknowledged is there once, in order, and everything agrees with it';

describe('a process that dies at a crash point (embedded)', () => {
  const inFolder = (folder: string) => ({
    at: join(folder, 'data'),
    open: () => openEmbeddedStore({ dir: join(folder, 'data') }),
  });
  it.each(crashPoints)(stands, dieAt([1, 3, 2], inFolder), 120_000);
});

describeOnMongo('a process that dies at a crash point', (_, mongod) => {
  const inDatabase = () => {
    const uri = mongod().freshUri();
    return { at: uri, open: () => openMongoStore({ uri }) };
  };
  it.each(crashPoints)(stands, dieAt([2], inDatabase), 120_000);
});
