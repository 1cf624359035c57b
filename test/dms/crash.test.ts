import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { verifyAllRooms } from '#actors/room/verify/verify-room.js';
import { crashPoints } from '#actors/runtime/crash-points.js';
import { systemEnv } from '#actors/runtime/system-env.js';
import { createDirectChats } from '#http/rooms/direct-chats.js';
import { createNode } from '#src/node.js';
import { openEmbeddedStore } from '#src/store/embedded/embedded-store.js';
import { openMongoStore } from '#src/store/mongo/mongo-store.js';
import type { Store } from '#src/store/store.js';
import { buildFresh } from '../support/processes/fresh-build.js';
import { describeOnOwnMongod } from '../support/store/engines.js';
import { callers, dmTerms, operations, STARS } from './crash-script.mjs';
import { compare } from './dm-compare.js';
import { DmModel, type Name } from './dm-model.js';

const CHILD = fileURLToPath(new URL('./crash-child.mjs', import.meta.url));

beforeAll(buildFresh, 120_000);

interface Line {
  at?: number;
  answer?: string;
  error?: string;
  done?: true;
}

/** One life from an operation on: the next one that nobody acknowledged, or null at the end of the script. */
async function live(place: string, folder: string, from: number, crashAt: string | null): Promise<number | null> {
  const { PATH } = process.env;
  const env = { ...(PATH && { PATH }), ...(crashAt && { CRASH_AT: crashAt }) };
  const diary = join(folder, `diary-${crashAt ?? 'last'}`);
  const child = spawn(process.execPath, [CHILD, place, diary, String(from)], { env, stdio: 'inherit' });
  const [code, signal] = await once(child, 'exit');
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`the process ended with ${code ?? signal}`);
  const text = await readFile(diary, 'utf8');
  const lines = text.split('\n').flatMap((line): Line[] => (line ? [JSON.parse(line)] : []));
  expect(lines.flatMap(({ error }) => error ?? [])).toEqual([]);
  expect(lines.filter(({ answer }) => answer === 'unavailable')).toEqual([]);
  const reached = lines.findLast(({ at }) => at !== undefined)?.at;
  return lines.at(-1)?.done ? null : (reached ?? from - 1) + 1;
}

/** Dies at one point after the other, then comes to the end: as if nothing had been. */
async function dieAndCompare(place: string, folder: string, open: () => Promise<Store>): Promise<void> {
  let from = 0;
  let deaths = 0;
  for (const [at, point] of crashPoints.entries()) {
    // Checkpoints are written when the actors stop, at the end of the script.
    const next = await live(place, folder, from, `${point}:${1 + (at % 3)}`);
    if (next === null) break;
    deaths += 1;
    from = next;
  }
  expect(deaths).toBeGreaterThan(10);
  if (from < operations.length) expect(await live(place, folder, from, null)).toBeNull();
  const model = Object.assign(new DmModel(STARS), { dmTerms: structuredClone(dmTerms) });
  for (const operation of operations) model.apply(operation);
  const store = await open();
  const node = createNode({ store, env: systemEnv, owner: 'look', alone: true, brand: 'meydan', onError: fail });
  const callerOf = (name: Name) => callers[name];
  await compare({ store, node, dms: createDirectChats({ rooms: node.rooms, reader: store }), callerOf, model });
  await node.system.stop();
  for await (const { problems } of verifyAllRooms(store)) expect(problems).toEqual([]);
  await store.close();
}

const fail = (error: unknown): never => {
  throw error;
};

async function inFolder(test: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'meydan-dms-'));
  await test(folder).finally(() => rm(folder, { recursive: true, force: true }));
}

const stands = 'pays once, meets in one room, and says everything once';

describe('who dies again and again on the way to a paid chat (embedded)', () => {
  it(
    stands,
    () =>
      inFolder((folder) => {
        const dir = join(folder, 'data');
        return dieAndCompare(dir, folder, () => openEmbeddedStore({ dir }));
      }),
    180_000,
  );
});

describeOnOwnMongod('who dies again and again on the way to a paid chat', (mongod) => {
  it(
    stands,
    () =>
      inFolder((folder) => {
        const uri = mongod().freshUri();
        return dieAndCompare(uri, folder, () => openMongoStore({ uri }));
      }),
    180_000,
  );
});
