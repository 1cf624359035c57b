/**
 * Mutants that change nothing that can be observed, each with its reason (test/mutation/equivalent.json). `at` is the
 * line on which the mutant begins, trimmed; an entry without `replacement` means every mutant of its original.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const LIST = 'test/mutation/equivalent.json';

/** The accepted ones of these mutants, by their ids, and the entries of these files that none of them is. */
export function acceptedOf(root, mutants, files) {
  const path = join(root, LIST);
  const entries = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [];
  const accepted = new Map();
  const stale = [];
  for (const entry of entries) {
    if (!existsSync(join(root, entry.file))) stale.push(entry);
    if (!files.includes(entry.file)) continue;
    const meant = mutants.filter((mutant) => isMeant(mutant, entry));
    for (const { id } of meant) accepted.set(id, entry.reason);
    if (meant.length === 0) stale.push(entry);
  }
  const unexplained = entries.filter(({ reason }) => !reason);
  return { accepted, stale, unexplained };
}

function isMeant(mutant, { file, at, original, replacement }) {
  return (
    mutant.file === file &&
    mutant.at === at &&
    plain(mutant.original) === plain(original) &&
    (replacement === undefined || plain(mutant.replacement) === plain(replacement))
  );
}

/** Over several lines a mutant is written on one. */
const plain = (text) => text.replaceAll(/\s+/g, ' ').trim();
