/**
 * Each file of tests once without a mutant: how long it takes, and which mutants it reaches. Kept in `.cache/mutation`
 * for as long as neither the mutated sources nor the file of tests and what it imports beside it change.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** `left()` is in ms; files beyond it are named in `leftOut`. `onFile` is called for each. */
export async function dryRun({ root, plan, tests, testMs, left, process: tester, onFile }) {
  const file = join(root, '.cache/mutation', `${plan.key}.coverage.json`);
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const found = new Map();
  const imported = new Set();
  const leftOut = [];
  let untimed = 0;
  for (const test of tests) {
    const hash = hashOf(join(root, test));
    const known = kept[test]?.hash === hash && (!kept[test].isSlow || kept[test].ms >= testMs);
    if (!known && left() < testMs / 4) {
      untimed += 1;
      continue;
    }
    const result = known ? kept[test] : { hash, ...(await measure(tester, test, testMs)) };
    if (!known) {
      kept[test] = result;
      writeFileSync(file, JSON.stringify(kept));
      onFile(test, result);
    }
    for (const id of result.imported ?? []) imported.add(id);
    if (result.isSlow || result.ms > testMs) leftOut.push(`${test} (slow)`);
    else if (result.failure) leftOut.push(`${test} (fails without a mutant: ${result.failure.split('\n')[0]})`);
    else if (result.passed > 0) found.set(test, reachOf(result));
  }
  return { found, imported, leftOut, untimed };
}

const RELATIVE_IMPORT = /from '(\.{1,2}\/[^']+)\.js'/g;

/** Of a file of tests, and of all that it reaches by relative imports. */
function hashOf(test) {
  const hash = createHash('sha256');
  const files = new Set([test]);
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    hash.update(`\0${text}`);
    for (const [, path] of text.matchAll(RELATIVE_IMPORT)) {
      const imported = join(dirname(file), `${path}.ts`);
      if (existsSync(imported)) files.add(imported);
    }
  }
  return hash.digest('hex');
}

async function measure(tester, test, testMs) {
  const timeoutMs = testMs + 5_000;
  const first = await tester.run(test, { timeoutMs });
  const answer = tester.wasFirst && first.outcome === 'ended' ? await tester.run(test, { timeoutMs }) : first;
  if (answer.outcome !== 'ended') return { isSlow: true, ms: Math.max(answer.ms, testMs) };
  const [failure = null] = answer.failures;
  const { ms, passed, tests, shared, total, imported } = answer;
  return { ms, passed, failure, tests, shared, total, imported };
}

/**
 * For each mutant: the tests of the file that reach it, all of them where a hook does; and how often it was reached.
 */
function reachOf({ ms, tests, shared, total }) {
  const counts = new Map();
  for (let at = 0; at < total.length; at += 2) counts.set(total[at], total[at + 1]);
  const byMutant = new Map();
  for (const test of tests) for (const id of test.ids) byMutant.set(id, [...(byMutant.get(id) ?? []), test]);
  for (const id of shared) byMutant.set(id, tests);
  const ownMs = tests.reduce((sum, test) => sum + test.ms, 0);
  return { ms, ownMs, hooksMs: Math.max(0, ms - ownMs), counts, byMutant, testCount: tests.length };
}
