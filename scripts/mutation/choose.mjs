/** Which of the mutants are tried, and in which order. */
import { execFileSync, spawnSync } from 'node:child_process';

const HUNK = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/;
const UINT32 = 2 ** 32;

/**
 * The lines that were touched since `base`; by default uncommitted ones, or those of the last commit. Null where a
 * clone does not hold that commit.
 */
export function changedLines(root, base) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  if (base && !hasCommit(root, base)) return null;
  const from = base ?? (git('status', '--porcelain', '--untracked-files=no').trim() === '' ? 'HEAD~1' : 'HEAD');
  const ranges = new Map();
  let file = null;
  for (const line of git('diff', '--unified=0', '--no-renames', '--no-ext-diff', from).split('\n')) {
    if (line.startsWith('+++ ')) file = line.startsWith('+++ b/') ? line.slice('+++ b/'.length) : null;
    const hunk = HUNK.exec(line);
    if (!hunk || !file) continue;
    const first = Number(hunk[1]);
    const range = { first, last: first + Math.max(Number(hunk[2] ?? 1), 1) - 1 };
    ranges.set(file, [...(ranges.get(file) ?? []), range]);
  }
  return ranges;
}

function hasCommit(root, name) {
  return spawnSync('git', ['rev-parse', '--quiet', '--verify', `${name}^{commit}`], { cwd: root }).status === 0;
}

/** A block is meant where a line of it was touched; so is a statement that spans lines. */
export function onLines(mutants, ranges) {
  return mutants.filter(({ file, line, lastLine }) =>
    ranges.get(file)?.some(({ first, last }) => line <= last && lastLine >= first),
  );
}

/** Those that a former run tried and did not notice, or had no time for. A mutant is known by its line, wherever that is. */
export function unnoticed(mutants, results) {
  const keyOf = ({ file, at, original, replacement }) => JSON.stringify([file, at, original, replacement]);
  const open = results.filter(({ status }) => ['survived', 'no coverage', 'left out'].includes(status));
  const known = new Set(open.map(({ mutant }) => keyOf(mutant)));
  return mutants.filter((mutant) => known.has(keyOf(mutant)));
}

/** The same order for the same seed. */
export function shuffled(mutants, seed) {
  const random = randomOf(seed);
  return mutants
    .map((mutant) => ({ mutant, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ mutant }) => mutant);
}

/** mulberry32 */
function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / UINT32;
  };
}
