/**
 * Each file of tests once without a mutant: how long it takes, and which mutants it reaches. Kept in `.cache/mutation` for
 * as long as neither the sources nor the file of tests change.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** `left()` is in ms; what does not fit is named in `leftOut`. `onFile` hears of each. */
export async function dryRun({ root, plan, tests, testMs, left, process: tester, onFile }) {
  const file = join(root, '.cache/mutation', `${plan.key}.coverage.json`);
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const found = new Map();
  const imported = new Set();
  const leftOut = [];
  for (const test of tests) {
    const hash = createHash('sha256').update(readFileSync(join(root, test))).digest('hex');
    const known = kept[test]?.hash === hash && (kept[test].ms <= testMs || kept[test].isSlow);
    if (!known && left() < testMs / 4) {
      leftOut.push(`${test} (no time)`);
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
    else if (result.failure) leftOut.push(`${test} (fails without a mutant: ${result.failure})`);
    else if (result.passed > 0) found.set(test, { ms: result.ms, counts: countsOf(result.reached) });
  }
  return { found, imported, leftOut };
}

async function measure(tester, test, testMs) {
  // The first file of a process reads all sources as well.
  const answer = await tester.run(test, { timeoutMs: testMs + 5_000 });
  if (answer.outcome !== 'ended') return { isSlow: true, ms: answer.ms };
  const [failure = null] = answer.failures;
  return {
    ms: answer.ms,
    passed: answer.passed,
    failure,
    reached: answer.reached,
    imported: answer.imported.filter((_, at) => at % 2 === 0),
  };
}

function countsOf(reached) {
  const counts = new Map();
  for (let at = 0; at < reached.length; at += 2) counts.set(reached[at], reached[at + 1]);
  return counts;
}
