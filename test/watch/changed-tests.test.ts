/** `npm test -- --changed`: which tests a change is worth. */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { nearestTests, rememberTimes } from '../../scripts/test/changed.mjs';

const always = ['test/architecture.test.ts', 'test/names.test.ts'];
const tree: Record<string, string> = {
  '.gitignore': '.cache',
  'src/word.ts': 'export const word = 1;',
  'src/sentence.ts': "import { word } from './word.js';",
  'http/page.ts': "import { sentence } from '#src/sentence.js';",
  'docs/words.md': 'Words.',
  'test/word.test.ts': "import { word } from '#src/word.js';",
  'test/sentence.test.ts': "import { sentence } from '#src/sentence.js';",
  'test/page.test.ts': "import { page } from '#http/page.js';",
  'test/docs/words.test.ts': "readFileSync('docs/words.md')",
  'test/alone.test.ts': 'export {};',
};

describe('a change', () => {
  let root: string;
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], { cwd: root });
  const change = async (path: string, text = '// changed') => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  };

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'changed-'));
    await mkdir(join(root, '.cache'));
    for (const [path, text] of Object.entries(tree)) await change(path, text);
    git('init', '-q');
    git('add', '.');
    git('commit', '-q', '-m', 'first');
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  it('runs the tests that it reaches, the nearest first', async () => {
    await change('src/word.ts');
    expect(nearestTests(root)).toEqual({
      changed: ['src/word.ts'],
      chosen: [...always, 'test/word.test.ts', 'test/sentence.test.ts', 'test/page.test.ts'],
      missed: 0,
    });
  });

  it('of a page reaches the test that names it', async () => {
    await change('docs/words.md');
    expect(nearestTests(root).chosen).toEqual([...always, 'test/docs/words.test.ts']);
  });

  it('of a test is that test, also where it is new', async () => {
    await change('test/alone.test.ts');
    await change('test/fresh.test.ts');
    expect(nearestTests(root).chosen).toEqual([...always, 'test/alone.test.ts', 'test/fresh.test.ts']);
  });

  it('that is committed counts where nothing else is changed, or since the commit that is named', async () => {
    await change('http/page.ts', "import { sentence } from '#src/sentence.js'; // changed");
    git('commit', '-q', '-a', '-m', 'second');
    expect(nearestTests(root).chosen).toEqual([...always, 'test/page.test.ts']);
    await change('docs/words.md');
    expect(nearestTests(root).chosen).toEqual([...always, 'test/docs/words.test.ts']);
    expect(nearestTests(root, 'HEAD~1').changed).toEqual(['docs/words.md', 'http/page.ts']);
  });

  it('gets as many tests as fit into a minute by their last times, and one at least', async () => {
    await change('src/word.ts');
    const took = (ms: number) => (path: string) => [join(root, path), { ms }] as [string, { ms: number }];
    rememberTimes(root, ['test/sentence.test.ts'].map(took(99_000)));
    expect(nearestTests(root)).toMatchObject({
      chosen: [...always, 'test/word.test.ts', 'test/page.test.ts'],
      missed: 1,
    });
    rememberTimes(root, ['test/word.test.ts', 'test/page.test.ts'].map(took(200_000)));
    expect(nearestTests(root)).toMatchObject({ chosen: [...always, 'test/word.test.ts'], missed: 2 });
  });
});
