/** The end of a run of the tests: files that stood still, suites that were left out, and one line with the counts. */
import { relative } from 'node:path';
import { outOfReach } from './servers.mjs';

/** True where all is well. */
export function closingLine({ progress, stalled, rounds, endedWell }, { isCi, root }) {
  const ended = [...progress.ended].map(([path, counts]) => ({ path: relative(root, path), ...counts }));
  const unfinished = progress.unfinished().length;
  const total = (of) => ended.reduce((sum, each) => sum + of(each), 0);
  const leftOut = leftOutOf(ended);
  const skipped = leftOut.reduce(
    (sum, [, count]) => sum + count,
    total((each) => each.skipped),
  );
  // Files that jest could not start, or did not reach, count as well.
  const isEmpty = progress.planned.size === 0 && !endedWell;
  const blamed = stalled.includes('jest itself') || isEmpty ? 1 : 0;
  const failed = total((each) => each.failed) + unfinished + blamed;
  const failing = ended.filter((each) => each.failed > 0).map(({ path }) => path);
  if (rounds > 1 && failing.length > 0) console.log(`Failed: ${failing.join(', ')}.`);
  if (stalled.length > 0) console.log(`Stood still: ${stalled.join(', ')}.`);
  if (isEmpty) console.log('Nothing was tested: no file of tests has what was asked for in its path.');
  if (unfinished > 0) console.log(`${unfinished} files of tests did not end.`);
  for (const [missing, count] of leftOut) console.log(`Left out for want of ${missing}: ${count} tests.`);
  const isLess = isCi && skipped > skippedOutOfReach(leftOut);
  if (isLess) console.log('CI runs every test: what was left out is a failure.');
  console.log(`${total((each) => each.passed)} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  return endedWell && failed === 0 && !isLess;
}

function leftOutOf(ended) {
  const counts = new Map();
  for (const { leftOut } of ended)
    for (const [missing, count] of Object.entries(leftOut)) counts.set(missing, (counts.get(missing) ?? 0) + count);
  return [...counts];
}

const skippedOutOfReach = (leftOut) =>
  leftOut.reduce((sum, [missing, count]) => sum + (Object.values(outOfReach).includes(missing) ? count : 0), 0);
