/**
 * `npm run test:mutation [-- <paths>] [--changed[=<commit>]] [--sample n] [--seed n] [--seconds n] [--depth s] [--tests
 * path …] [--again]`: small mistakes of the usual kinds (Stryker's) put into the sources, each tried by the fast tests
 * that reach it. Prints the survivors and a score for each folder; the whole result is in `.cache/mutation/result.json`.
 * `--sample` tries n of them, `--seconds` ends after a time and counts the rest, `--depth` bounds the tests of one
 * mutant (20 s), `--tests` takes only these tests, `--again` tries only what the run before did not notice.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkNode, ensureBuild, ensurePackages, root } from '../setup.mjs';
import { knownTimes, nearestTests } from '../test/changed.mjs';
import { changedLines, onLines, shuffled, unnoticed } from './choose.mjs';
import { dryRun } from './dry-run.mjs';
import { acceptedOf, LIST } from './equivalent.mjs';
import { evaluate } from './evaluate.mjs';
import { instrument } from './instrument.mjs';
import { mongodFor } from './mongod.mjs';
import { lineOf, scoresOf, tableOf } from './report.mjs';
import { filesOf, isInMemory, isTestOf, testsFor } from './targets.mjs';
import { TestProcess } from './test-process.mjs';

const MS_PER_S = 1_000;
/** A file of tests that takes longer is no fast one; the last where the run is bounded, and no tests are named. */
const NAMED_TEST_MS = 120_000;
const TEST_MS = 40_000;
const TEST_OF_BOUNDED_MS = 12_000;
/** Of a test file that has not run here yet. */
const UNKNOWN_MS = 8_000;
/** Of a bounded run, for the tests without a mutant. */
const DRY_SHARE = 0.5;
/** Fewer say nothing about a folder. */
const JUDGED_MIN = 20;
/** A part of the mutants, by a part of the tests, is held to less than the goal. */
const PARTIAL_GOAL = 60;

const RESULT = join(root, '.cache/mutation/result.json');
const isGiven = (value) => value !== null && value !== undefined;

const startedAt = performance.now();
const { values, paths } = options();
/** A run that is asked to end reports its results so far. */
let isEnding = false;
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    isEnding = true;
  });
const boundMs = values.seconds === null ? Number.POSITIVE_INFINITY : values.seconds * MS_PER_S;
const left = () => (isEnding ? 0 : boundMs - (performance.now() - startedAt));

checkNode();
ensurePackages();
ensureBuild();
mkdirSync(join(root, '.cache/mutation'), { recursive: true });
process.exitCode = (await main()) ? 0 : 1;

function options() {
  const spelled = process.argv.slice(2).map((each) => (each === '--changed' ? '--changed=' : each));
  const asked = parseArgs({
    args: spelled,
    options: {
      changed: { type: 'string' },
      sample: { type: 'string' },
      seed: { type: 'string', default: '1' },
      seconds: { type: 'string' },
      depth: { type: 'string', default: '20' },
      tests: { type: 'string', multiple: true },
      again: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const number = (name) => (asked.values[name] === undefined ? null : Number(asked.values[name]));
  const numbers = {
    sample: number('sample'),
    seed: number('seed'),
    seconds: number('seconds'),
    depth: number('depth'),
  };
  return { values: { ...asked.values, ...numbers }, paths: asked.positionals };
}

async function main() {
  const isChanged = values.changed !== undefined;
  const ranges = isChanged ? changedLines(root, values.changed || null) : null;
  if (isChanged && ranges === null) {
    console.log(`Left out: this clone does not hold ${values.changed}.`);
    return true;
  }
  const files = filesOf(root, paths).filter((file) => ranges === null || ranges.has(file));
  if (files.length === 0) {
    console.log('Nothing that is mutated has changed.');
    return true;
  }
  const plan = await instrument(root, files);
  const { accepted, stale, unexplained } = acceptedOf(root, plan.mutants, files);
  for (const entry of stale) console.log(`${LIST}: no mutant is meant by ${entry.file}: ${entry.at}`);
  for (const entry of unexplained) console.log(`${LIST}: no reason is given for ${entry.file}: ${entry.at}`);
  if (stale.length + unexplained.length > 0) return false;

  const touched = isChanged ? onLines(plan.mutants, ranges) : plan.mutants;
  const chosen = values.again ? unnoticed(touched, JSON.parse(readFileSync(RESULT, 'utf8')).results) : touched;
  const isPartial = isChanged || values.again || [values.sample, values.seconds, values.tests].some(isGiven);
  const ordered = isPartial ? shuffled(chosen, values.seed) : chosen;
  const meant = values.sample === null ? ordered : ordered.slice(0, values.sample);
  console.log(
    `${meant.length} of ${plan.mutants.length} mutants in ${files.length} files (${plan.seconds.toFixed(1)} s).`,
  );
  const results = await resultsOf(plan, files, meant, accepted);
  return told(results, isPartial);
}

async function resultsOf(plan, files, meant, accepted) {
  const mongod = await mongodFor(files);
  const tester = new TestProcess(root, plan, mongod?.env);
  try {
    const tests = nearestFirst(testsFor(root, files, values.tests));
    const isBounded = values.seconds !== null && !values.tests;
    const testMs = values.tests ? NAMED_TEST_MS : isBounded ? TEST_OF_BOUNDED_MS : TEST_MS;
    const dryLeft = () => left() - (isBounded ? boundMs * (1 - DRY_SHARE) : 0);
    const onFile = (test, { ms, isSlow }) =>
      values.verbose && console.log(`${ms} ms ${test}${isSlow ? ' (slow)' : ''}`);
    const dry = await dryRun({ root, plan, tests, testMs, left: dryLeft, process: tester, onFile });
    const seconds = ((performance.now() - startedAt) / MS_PER_S).toFixed(0);
    console.log(`${dry.found.size} of ${tests.length} files of tests take part (after ${seconds} s).`);
    for (const each of dry.leftOut) console.log(`left out    ${each}`);
    if (dry.untimed > 0) console.log(`left out    ${dry.untimed} files of tests, for want of time`);
    const results = meant
      .filter(({ id }) => accepted.has(id))
      .map((mutant) => ({ mutant, status: 'equivalent', ms: 0 }));
    const mutants = meant.filter(({ id }) => !accepted.has(id));
    const run = {
      ...dry,
      mutants,
      all: plan.mutants,
      left,
      depthMs: values.depth * MS_PER_S,
      process: tester,
      isTestOf,
    };
    for await (const result of evaluate(run)) {
      results.push(result);
      if (values.verbose || ['survived', 'no coverage'].includes(result.status)) console.log(lineOf(result));
    }
    return results;
  } finally {
    await tester.end();
    await mongod?.stop();
  }
}

/** Where time is bounded, the tests nearest to a change come first, and the quick before the slow. */
function nearestFirst(tests) {
  if (values.seconds === null) return tests;
  const near = values.changed === undefined ? [] : nearestTests(root, values.changed || null).chosen;
  const times = knownTimes(root);
  const costOf = (test) =>
    isInMemory(test) ? 0 : (times[test] ?? UNKNOWN_MS) + (near.includes(test) ? 0 : UNKNOWN_MS);
  return [...tests].sort((a, b) => costOf(a) - costOf(b));
}

function told(results, isPartial) {
  const scores = scoresOf(results);
  const seconds = (performance.now() - startedAt) / MS_PER_S;
  writeFileSync(RESULT, JSON.stringify({ seconds, scores, results }, null, 1));
  console.log(`\n${tableOf(scores)}`);
  const tried = results.filter(({ status }) => ['killed', 'timeout', 'survived'].includes(status)).length;
  console.log(`${tried} mutants were tried in ${seconds.toFixed(0)} s.`);
  const under = scores.filter(
    ({ judged, score, goal }) => judged >= JUDGED_MIN && score < (isPartial ? PARTIAL_GOAL : goal),
  );
  for (const { folder, score, goal } of under)
    console.log(`${folder} is at ${score.toFixed(1)} %, and its goal is ${goal} %.`);
  return under.length === 0;
}
