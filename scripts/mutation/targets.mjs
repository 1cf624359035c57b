/** The mutated files, the share of mutants that must be noticed, and the test folders that are run against them. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '../setup.mjs';

const ROOMS = ['test/rooms', 'test/dms'];
/** Nodes on virtual time; those on a real Redis take too long for each mutant. */
const NODES = [
  'test/cluster/in-memory',
  'test/cluster/held-slots',
  'test/cluster/table-clock',
  'test/cluster/placement/placements',
  'test/cluster/placement/plan-moves',
  'test/cluster/stream-subscription',
];
const BETWEEN_NODES = ['in-memory', 'shared-clock', 'table-clock', 'redis-lease-table', 'redis-link', 'user-event-bus'];

export const targets = [
  { folder: 'actors/room/log', goal: 97, tests: ROOMS },
  { folder: 'actors/room/access', goal: 97, tests: ROOMS },
  { folder: 'actors/room/messages', goal: 90, tests: ROOMS },
  { folder: 'actors/room/members', goal: 90, tests: ROOMS },
  { folder: 'actors/room/reading', goal: 90, tests: ROOMS },
  // The gate, the lanes and the requests to the lease table.
  { folder: 'actors/runtime', goal: 97, tests: ['test/runtime', 'test/cluster', 'test/idempotency/keys'] },
  { folder: 'actors/cluster', goal: 97, tests: NODES },
  { folder: 'src/cluster', goal: 97, tests: BETWEEN_NODES.map((name) => `test/cluster/${name}`) },
  { folder: 'http/gateway', goal: 90, tests: ['test/gateway', 'test/rooms/talk', 'test/rooms/devices'] },
  {
    folder: 'src/store',
    goal: 90,
    tests: [
      'test/store',
      'test/archive/archived-room',
      'test/archive/archive-objects',
      'test/archive/archived-life',
      'test/runtime',
    ],
  },
  { folder: 'sdk/src', goal: 90, tests: ['test/sdk'] },
];

/**
 * They run in the thread of the embedded store alone, which runs the build: no switch reaches them there. The tests of
 * processes hold them (docs/testing.md).
 */
const IN_THREAD = ['src/store/embedded/worker.ts', 'src/store/embedded/exclusive-lock.ts'];

/** Code that works in memory alone: a bounded run begins with it. */
const IN_MEMORY =
  /^test\/(rooms\/(log\/facts|access|message-rules|messages\/|reading\/|members\/[a-z]+-rules)|runtime\/(activation|gate|mailbox|settle|unsettled|lanes\/commit-stamps|memory|next))|held-slots/;

export const isInMemory = (test) => IN_MEMORY.test(test);

/** They run processes, browsers or real servers, or take minutes. */
const NOT_FAST = /cluster\/process|node-versions|e2e|crash|sdk\/failover|sdk\/package|servers|processes/;

/** The sources that the paths mean; without any, all of the targets. */
export function filesOf(root, paths) {
  const asked = paths.length > 0 ? paths.map((path) => path.replace(/^\.\//, '').replace(/\/$/, '')) : null;
  const all = targets.flatMap(({ folder }) => sourcesIn(root, folder));
  const missing = (asked ?? []).find((path) => !all.some((file) => isWithin(file, path)));
  if (missing)
    fail(`${missing} holds nothing that is mutated: there are ${targets.map((each) => each.folder).join(', ')}.`);
  return asked ? all.filter((file) => asked.some((path) => isWithin(file, path))) : all;
}

export function targetOf(file) {
  return targets.find(({ folder }) => isWithin(file, folder));
}

/** The fast tests that may notice a mutant of these files; of those, `only` the ones below these paths. */
export function testsFor(root, files, only = ['']) {
  const prefixes = [...new Set(files.flatMap((file) => targetOf(file).tests))];
  const found = new Set(prefixes.flatMap((prefix) => testsAt(root, prefix)));
  const isMeant = (path) => only.some((prefix) => path.startsWith(prefix));
  return [...found].filter((path) => !NOT_FAST.test(path) && isMeant(path));
}

export const isTestOf = (test, file) => targetOf(file).tests.some((prefix) => isWithin(test, prefix));

function testsAt(root, prefix) {
  if (!existsSync(join(root, prefix))) {
    const test = `${prefix}.test.ts`;
    return existsSync(join(root, test)) ? [test] : fail(`There are no tests at ${prefix}.`);
  }
  return filesIn(root, prefix).filter((path) => path.endsWith('.test.ts'));
}

function sourcesIn(root, folder) {
  const isMutated = (path) => path.endsWith('.ts') && !IN_THREAD.includes(path) && !isOnlyTypes(root, path);
  return filesIn(root, folder).filter(isMutated);
}

const isOnlyTypes = (root, path) =>
  !/^(export )?(async )?(function|const|let|class|abstract class)/m.test(readFileSync(join(root, path), 'utf8'));

function filesIn(root, folder) {
  const entries = readdirSync(join(root, folder), { recursive: true }).map(
    (name) => `${folder}/${name.replaceAll('\\', '/')}`,
  );
  return entries.filter((path) => statSync(join(root, path)).isFile()).sort();
}

const isWithin = (path, folder) => path === folder || path.startsWith(`${folder}/`) || path === `${folder}.test.ts`;
