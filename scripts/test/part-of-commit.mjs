/** What is too long for each run, and is shared out to the commits instead. The soak has all of it. */
import { execFileSync } from 'node:child_process';

/** Every `parts`-th of the items, beginning with another one for each commit. */
export function partOfCommit(items, parts, root = process.cwd()) {
  const part = commitNumber(root) % parts;
  return items.filter((_, at) => at % parts === part);
}

/** The commit's first digits; a tree that is no clone has 0. */
export function commitNumber(root = process.cwd()) {
  try {
    const hash = execFileSync('git', ['rev-parse', '--short=6', 'HEAD'], {
      cwd: root,
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return Number.parseInt(hash, 16) || 0;
  } catch {
    return 0;
  }
}
