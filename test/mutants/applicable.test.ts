import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

interface Change {
  file: string;
  find: string;
}

type Mutant = Change & { name: string; also?: Change; tests: string[] };

const mutants: Mutant[] = createRequire(import.meta.url)('./mutants.cjs');

const occurrences = ({ file, find }: Change) => readFileSync(file, 'utf8').split(find).length - 1;

describe('a planted mistake', () => {
  it.each(mutants.map((mutant) => [mutant.name, mutant] as const))('can be put in: %s', (_name, mutant) => {
    const changes = [mutant, mutant.also].filter((change) => change !== undefined);
    expect(changes.filter((change) => occurrences(change) !== 1)).toEqual([]);
    expect(mutant.tests.filter((file) => !existsSync(file))).toEqual([]);
  });

  it('has a name of its own', () => {
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  });
});
