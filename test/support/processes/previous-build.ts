/** The build of an earlier version, beside the one that is tested: what operators have while they deploy. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The version that operators have: it moves on with each release. `PREVIOUS_COMMIT` names another one. */
export const previousCommit = process.env.PREVIOUS_COMMIT ?? '08384ff9';

/** Null where this folder is no clone with that commit. */
export const previousForTests = (): string | null =>
  spawnSync('git', ['cat-file', '-e', `${previousCommit}^{commit}`], { cwd: ROOT }).status === 0
    ? previousCommit
    : null;

export interface PreviousBuild extends Disposable {
  /** The folder that has its `dist/`. */
  readonly folder: string;
}

/** Takes the sources of the commit and builds them, with the packages of this folder where it has what they ask for. */
export function buildPrevious(commit: string): PreviousBuild {
  const folder = join(mkdtempSync(join(tmpdir(), 'meydan-previous-')), 'build');
  const remove = () => {
    spawnSync('git', ['worktree', 'remove', '--force', folder], { cwd: ROOT });
    rmSync(join(folder, '..'), { recursive: true, force: true });
  };
  try {
    run('git', ['worktree', 'add', '--detach', folder, commit], ROOT);
    // Otherwise its setup installs packages of its own: through the link, it would empty those of this folder.
    if (holdsPackagesOf(folder)) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    run(process.execPath, ['scripts/build.mjs'], folder);
    if (!existsSync(join(folder, 'dist/src/main.js'))) throw new Error(`The build of ${commit} has no main.js.`);
    return { folder, [Symbol.dispose]: remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** The rule of `isInstalled` in scripts/setup.mjs; packages that came since do not disturb. */
function holdsPackagesOf(folder: string): boolean {
  const here = packagesOf(ROOT);
  return Object.entries(packagesOf(folder)).every(([at, { version }]) => at === '' || here[at]?.version === version);
}

const packagesOf = (folder: string): Record<string, { version?: string }> =>
  JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')).packages;

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`);
}
