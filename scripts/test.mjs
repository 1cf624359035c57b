/**
 * `npm test [-- <paths or jest options>]`: installs and builds what is missing, finds the real servers the tests run
 * against, and runs the tests: without options all but most of the long ones (`test/long-tests.mjs`), with
 * `--whole` all, with `--changed[=<commit>]` the nearest to a change. Where CI=true a missing server is a failure;
 * elsewhere its tests are left out, loudly.
 * A file that gives no sign of life for TEST_STALL_S seconds (300; 0 for no bound) is named, ended and counted as
 * failed. The last line says how many passed, how many failed, and how many were skipped if there are any.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { bin, checkNode, ensureBuild, ensurePackages, fail, root } from './setup.mjs';
import { nearestTests, rememberTimes } from './test/changed.mjs';
import { closingLine } from './test/closing-line.mjs';
import { longTestsLeftOut } from './test/long-tests.mjs';
import { findServers } from './test/servers.mjs';
import { runWatched } from './test/watched-run.mjs';

const STALL_S = 300;

const isCi = process.env.CI === 'true';
const asked = process.argv.slice(2);
const options = asked.flatMap(jestOptionsOf);
const leftOut = leftOutOf(asked);
const records = join(root, '.cache', `test-progress-${process.pid}.ndjson`);

checkNode();
ensurePackages();
ensureBuild();
const env = {
  ...process.env,
  ...findServers(isCi),
  MEYDAN_TEST_PROGRESS: records,
  MEYDAN_TESTS_LEFT_OUT: leftOut.map((path) => join(root, path)).join(delimiter),
  NODE_OPTIONS: nodeOptions(),
};
mkdirSync(join(root, '.cache'), { recursive: true });
process.on('exit', () => rmSync(records, { force: true }));
const run = await runWatched({ spawnJest, records, stallMs: stallMs(), root });
rememberTimes(root, run.progress.ended);
if (leftOut.length > 0)
  console.log(`${leftOut.length} long files of tests wait for another commit; "npm test -- --whole" runs all.`);
process.exitCode = closingLine(run, { isCi, root }) ? 0 : 1;

/** A run with paths or options has all of what it names. */
function leftOutOf(words) {
  return words.length > 0 ? [] : longTestsLeftOut(root);
}

/** `--changed` becomes the files that it means; everything else is jest's. */
function jestOptionsOf(option) {
  if (option === '--whole') return [];
  const asked = /^--changed(?:=(.+))?$/.exec(option);
  if (!asked) return [option];
  const [, base = null] = asked;
  const { changed, chosen, missed } = nearestTests(root, base);
  console.error(`Changed: ${changed.length} files. The ${chosen.length} nearest files of tests run; ${missed} do not.`);
  return ['--runTestsByPath', ...chosen];
}

/** Last, because an option of jest that takes a list takes every word after it. */
function spawnJest() {
  const own = [
    '--filter',
    file('jest-remaining.cjs'),
    '--reporters',
    'default',
    '--reporters',
    file('jest-progress.mjs'),
  ];
  const args = [bin('jest', 'bin/jest.js'), ...options, ...own];
  const jest = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], env });
  for (const signal of ['SIGINT', 'SIGTERM']) {
    const pass = () => jest.kill(signal);
    process.on(signal, pass);
    jest.on('exit', () => process.off(signal, pass));
  }
  return jest;
}

function file(name) {
  return join(root, 'scripts', name);
}

function nodeOptions() {
  return `${process.env.NODE_OPTIONS ?? ''} --disable-warning=ExperimentalWarning`.trim();
}

/** A process that is paused at a breakpoint is not hanging. */
function stallMs() {
  const seconds = Number(process.env.TEST_STALL_S ?? STALL_S);
  if (!(seconds >= 0))
    fail(`TEST_STALL_S is a number of seconds, 0 for no bound, and not "${process.env.TEST_STALL_S}".`);
  return /--inspect/.test(process.env.NODE_OPTIONS ?? '') || seconds === 0 ? Number.POSITIVE_INFINITY : seconds * 1_000;
}
