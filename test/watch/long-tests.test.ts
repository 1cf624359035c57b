/** `npm test` without options: a part of the long tests, another one for each commit. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { longTests, longTestsLeftOut } from '../../scripts/test/long-tests.mjs';

const all = longTests.flat();

describe('the long tests', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'long-'));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  it('are files that are there, each in one part', () => {
    expect(all.filter((path) => !existsSync(path))).toEqual([]);
    expect(new Set(all).size).toBe(all.length);
  });

  it('are all run within some commits, one part with each', () => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], { cwd: root });
    git('init', '-q');
    const ran = new Set<string>();
    for (let commit = 0; commit < 200 && ran.size < all.length; commit += 1) {
      git('commit', '-q', '--allow-empty', '-m', `${commit}`);
      const left = longTestsLeftOut(root);
      const part = all.filter((path) => !left.includes(path));
      expect(longTests).toContainEqual(part);
      for (const path of part) ran.add(path);
    }
    expect([...ran].sort()).toEqual([...all].sort());
  });

  it('have a first part where there is no commit', () => {
    expect(all.filter((path) => !longTestsLeftOut(root).includes(path))).toEqual(longTests[0]);
  });
});
