import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const copied = [
  'src',
  'actors',
  'http',
  'jobs',
  'console',
  'web',
  'docs',
  'sdk',
  'sdk-python',
  'scripts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
let folder: string;

/**
 * A checkout of its own, on the packages and the last build of this one, with something in it that is gone since; each
 * test goes on from where the one before ended. That nothing becomes a build is what every fresh clone shows.
 */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'meydan-setup-'));
  for (const each of copied) cpSync(each, join(folder, each), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  cpSync('dist', join(folder, 'dist'), { recursive: true });
  writeFileSync(join(folder, 'dist/src/gone.js'), '');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function setUp(): { status: number | null; said: string } {
  const script = "const it = await import('./scripts/setup.mjs'); it.ensurePackages(); it.ensureBuild();";
  const args = ['--input-type=module', '--eval', script];
  const { status, stderr, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

const built = (path: string) => existsSync(join(folder, 'dist', path));

describe('setting up', () => {
  it('builds the server, what it needs beside the code, and the pages; once, and forgets what is gone', () => {
    writeFileSync(join(folder, 'http/hello.mjs'), '');
    writeFileSync(join(folder, 'src/hello.ts'), 'export const hello = 1;\n');
    expect(setUp()).toEqual({ status: 0, said: 'Building …\n' });
    expect(
      ['src/main.js', 'src/hello.js', 'http/server.js', 'http/hello.mjs', 'web/index.html'].map(built),
    ).not.toContain(false);
    expect(built('src/gone.js')).toBe(false);
    expect(setUp()).toEqual({ status: 0, said: '' });
    expect(readdirSync(join(folder, '.cache'))).toEqual([]);
  });

  it('keeps the last good build when the next does not compile, and says where', () => {
    appendFileSync(join(folder, 'src/errors.ts'), 'export const broken: number = "text";\n');
    const { status, said } = setUp();
    expect(status).toBe(1);
    expect(said).toMatch(/src\/errors\.ts[\s\S]*TS2322[\s\S]*The build failed/);
    expect(said).not.toMatch(/^ +at /m);
    expect(built('src/main.js')).toBe(true);
  });

  it('says that a lock cannot be read', () => {
    writeFileSync(join(folder, 'package-lock.json'), '{');
    const { status, said } = setUp();
    expect(status).toBe(1);
    expect(said).toContain('package-lock.json cannot be read');
  });
});
