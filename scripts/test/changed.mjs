/**
 * `npm test -- --changed`: the tests that are nearest to the change, as many as fit into a minute. A file is as
 * near as the shortest chain of imports (or of quoted paths, for scripts and documents) from a test to it.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Of the files' own times, added up; two or three of them run beside each other. */
const BUDGET_MS = 100_000;
/** Of a test file that has not run here yet. */
const UNKNOWN_MS = 8_000;
/** They hold every source and take a few seconds. */
const ALWAYS = ['test/architecture.test.ts', 'test/names.test.ts'];
const TIMES = '.cache/test-times.json';

const SOURCE = /\.(ts|tsx|mjs|js|cjs)$/;
const TEST = /^test\/.*\.test\.ts$/;
const QUOTED = /['"`]([#.\w][\w./#-]*\.(?:js|ts|tsx|mjs|cjs|md|json|yml))['"`]/g;

/** The test files to run, and how many more there are that the change reaches. */
export function nearestTests(root, base = null) {
  const changed = changedFiles(root, base);
  const distances = distancesFrom(changed, importersOf(root));
  const times = knownTimes(root);
  const costOf = (test) => times[test] ?? UNKNOWN_MS;
  const reached = [...distances.keys()].filter((path) => TEST.test(path) && !ALWAYS.includes(path));
  reached.sort((a, b) => distances.get(a) - distances.get(b) || costOf(a) - costOf(b) || a.localeCompare(b));
  const chosen = [];
  let left = BUDGET_MS;
  for (const test of reached) {
    if (costOf(test) > left && chosen.length > 0) continue;
    left -= costOf(test);
    chosen.push(test);
  }
  return { changed, chosen: [...ALWAYS, ...chosen], missed: reached.length - chosen.length };
}

/** The duration of each file's last run, in ms. */
export function rememberTimes(root, ended) {
  const times = knownTimes(root);
  for (const [path, { ms }] of ended) if (ms !== undefined) times[posix.relative(root, path)] = ms;
  // Runs beside each other read whole files; which of them writes last does not matter.
  const draft = join(root, `${TIMES}.${process.pid}`);
  writeFileSync(draft, `${JSON.stringify(times)}\n`);
  renameSync(draft, join(root, TIMES));
}

/** In ms, by the path of a test file. */
export function knownTimes(root) {
  const path = join(root, TIMES);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

/** Since `base`; without one, uncommitted changes or, where there are none, the last commit. */
function changedFiles(root, base) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  const since = (commit) => [
    ...git('diff', '--name-only', '--no-renames', commit),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  if (base !== null) return since(base);
  const uncommitted = since('HEAD');
  return uncommitted.length > 0 ? uncommitted : since('HEAD~1');
}

/** By file: the files that import it or name its path. */
function importersOf(root) {
  const listed = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const files = new Set(execFileSync('git', listed, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean));
  const importers = new Map();
  for (const path of files) {
    if (!SOURCE.test(path) || !existsSync(join(root, path))) continue;
    for (const [, written] of readFileSync(join(root, path), 'utf8').matchAll(QUOTED)) {
      const target = targetOf(path, written, files);
      if (target) importers.set(target, [...(importers.get(target) ?? []), path]);
    }
  }
  return importers;
}

function targetOf(path, written, files) {
  const named = written.startsWith('#') ? written.slice(1) : written;
  const places = [posix.join(posix.dirname(path), named), posix.normalize(named)];
  const spellings = places.flatMap((place) => [place, place.replace(/\.js$/, '.ts'), place.replace(/\.js$/, '.tsx')]);
  return spellings.find((spelling) => files.has(spelling) && spelling !== path);
}

/** Steps from the changed files to each file that they reach. */
function distancesFrom(changed, importers) {
  const distances = new Map(changed.map((path) => [path, 0]));
  for (const [path, distance] of distances)
    for (const importer of importers.get(path) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1);
  return distances;
}
