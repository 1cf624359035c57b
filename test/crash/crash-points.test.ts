import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crashPoints } from '#actors/runtime/crash-points.js';
import { openEmbeddedStore } from '#src/store/embedded/embedded-store.js';
import { openMongoStore } from '#src/store/mongo/mongo-store.js';
import type { Store } from '#src/store/store.js';
import { buildFresh } from '../support/processes/fresh-build.js';
import { describeOnOwnMongod } from '../support/store/engines.js';
import { checkRooms } from './crash-check.js';
import { CrashRun } from './crash-run.js';

interface Place {
  at: string;
  open(): Promise<Store>;
}

beforeAll(buildFresh, 120_000);

/** Lives that end at these points, one after the other, then one that comes to the end of the script. */
async function dieAndFinish(run: CrashRun, points: string[]): Promise<void> {
  for (const point of points) expect([point, await run.live(point)]).toEqual([point, false]);
  expect(await run.live(null)).toBe(true);
  expect(run.crashes).toBe(points.length);
  expect(run.errors).toEqual([]);
}

async function dieAt(points: string[], placeIn: (folder: string) => Place): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'meydan-points-'));
  try {
    const { at, open } = placeIn(folder);
    const run = new CrashRun(at, folder);
    await dieAndFinish(run, points);
    const store = await open();
    await checkRooms(store, run).finally(() => store.close());
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Checkpoints are far between: the script is not long enough for many lives that end there. */
const timesOf = (point: string) => (point.startsWith('checkpoint') ? [1, 2, 1] : [1, 4, 2, 3]);

/**
 * Every point once in one history; each point several times in a history of its own when there is time (MODEL_RUNS).
 */
const histories: [name: string, points: string[]][] = process.env.MODEL_RUNS
  ? crashPoints.map((point) => [point, timesOf(point).map((n) => `${point}:${n}`)])
  : [['every point', crashPoints.map((point, at) => `${point}:${1 + (at % 2)}`)]];
const stands = 'at %s: what was acknowledged is there once, in order, and everything agrees with it';

describe('a process that dies (embedded)', () => {
  const inFolder = (folder: string) => {
    const dir = join(folder, 'data');
    return { at: dir, open: () => openEmbeddedStore({ dir }) };
  };
  it.each(histories)(stands, (_, points) => dieAt(points, inFolder), 180_000);
});

describeOnOwnMongod('a process that dies', (mongod) => {
  const inDatabase = () => {
    const uri = mongod().freshUri();
    return { at: uri, open: () => openMongoStore({ uri }) };
  };
  it.each(histories)(stands, (__, points) => dieAt(points, inDatabase), 180_000);
});
