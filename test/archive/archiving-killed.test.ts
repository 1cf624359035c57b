/**
 * A process that is killed (SIGKILL) after each step of archiving, one life after the other on the same data: no entry is
 * lost or doubled, and in the end no object is left that nothing names. The soak dies on MongoDB, too, and anew at each step.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { verifyRoom } from '#actors/room/verify/verify-room.js';
import type { ArchiveStep } from '#actors/writers/archive-writer.js';
import { openObjectStore } from '#src/adapters/object-store/open-object-store.js';
import { archiveObjects, openArchive } from '#src/app/open-archive.js';
import { loadConfig } from '#src/config/config.js';
import { FORMAT } from '#src/domain/format.js';
import { openStore } from '#src/open-store.js';
import type { Stretch } from '#src/store/archive/stretch.js';
import { contentsOf } from '#src/store/backup/backup-format.js';
import { buildFresh } from '../support/processes/fresh-build.js';
import { roomWithHistory } from '../support/store/archived-room.js';
import { type EngineSettings, onEachEngine } from '../support/store/engine-settings.js';

const CHILD = fileURLToPath(new URL('../support/processes/archiving-child.mjs', import.meta.url));
const STRETCHES = 2;
const steps: readonly ArchiveStep[] = ['named', 'written', 'published', 'cleared', 'removed', 'done'];
const run = promisify(execFile);

/** Each list is one store's lives: the step that each of them dies after, and the how manieth time. */
const usual: [ArchiveStep, number][][] = [steps.map((step) => [step, 1])];
const later: [ArchiveStep, number][] = [...steps.map((step): [ArchiveStep, number] => [step, 2]), ['cleared', 7]];
const all = [...steps.map((step): [ArchiveStep, number] => [step, 1]), ...later].map((death) => [death]);
const isWhole = process.env.ARCHIVE_DEATHS === 'all';
const lives = isWhole ? [...usual, ...all] : usual;

beforeAll(buildFresh, 120_000);

const dying = (engine: EngineSettings): void => {
  let folder: string;
  let env: Record<string, string>;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'meydan-archiving-'));
    env = { NODE_ENV: 'test', DATA_DIR: folder, ...engine() };
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const open = async () => {
    const config = loadConfig(env);
    const rows = await openStore(config);
    const { objects } = await openObjectStore(config, Date.now);
    const { store } = openArchive(rows, objects, { now: Date.now, monotonic: () => performance.now() }, () => FORMAT);
    const close = async () => {
      await objects.close();
      await rows.close();
    };
    return { rows, store, objects: archiveObjects(objects), close };
  };

  it.each(lives.map((deaths) => [deaths.map((death) => death.join(' ')).join(', '), deaths] as const))(
    'loses and doubles nothing: %s',
    async (_, deaths) => {
      const before = await open();
      const said = await roomWithHistory(before.rows, 1_200 + 512 * (STRETCHES - 1), (at) => `söz ${at}`);
      await said.room.node.system.stop();
      const log = await contentsOf(before.store, 'log');
      await before.close();
      for (const [step, nth] of deaths) {
        const life = run(process.execPath, [CHILD, step, String(nth)], { env });
        await expect(life).rejects.toMatchObject({ signal: 'SIGKILL' });
        const between = await open();
        expect([step, await contentsOf(between.store, 'log')]).toEqual([step, log]);
        await between.close();
      }
      await run(process.execPath, [CHILD], { env });

      const after = await open();
      expect(await contentsOf(after.store, 'log')).toEqual(log);
      expect((await contentsOf(after.rows, 'log')).docs).toBeLessThan(log.docs - 512 * STRETCHES * 0.9);
      const stretches = await after.rows.range<Stretch>('stretches', { index: '_id' });
      expect(stretches.map(({ state }) => state)).toEqual(Array(STRETCHES).fill('archived'));
      expect(await after.objects.list('archive/')).toEqual(stretches.map(({ key }) => key).sort());
      expect((await verifyRoom(after.store, said.room.id)).problems).toEqual([]);
      await after.close();
    },
    60_000,
  );
};

const TITLE = 'a process that is killed while it archives';
if (isWhole) onEachEngine(TITLE, dying);
else describe(TITLE, () => dying(() => ({})));
