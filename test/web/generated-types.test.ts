import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const RENAMED = ['muted_until', 'unread_mentions', 'slow_mode_s', 'welcome_message'];
const COPIED = ['web/src', 'web/console', 'web/panel', 'web/tsconfig.json', 'sdk/src', 'console/operator-api.ts'];

const sources = ['web/src', 'web/console', 'web/panel'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => /\.tsx?$/.test(file)),
);

/** What the compiler says in the folders of the pages once the fields have other names in the generated types. */
function complaintsAfterRenaming(): string[] {
  const copy = mkdtempSync(join(tmpdir(), 'meydan-renamed-'));
  try {
    for (const path of [...COPIED, 'package.json', 'tsconfig.json'])
      cpSync(path, join(copy, path), { recursive: true });
    symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
    for (const file of ['rest.ts', 'socket.ts']) rename(join(copy, 'sdk/src/generated', file));
    const compiler = resolve('node_modules/typescript/bin/tsc');
    const { stdout } = spawnSync(process.execPath, [compiler, '-p', 'web/tsconfig.json', '--pretty', 'false'], {
      cwd: copy,
      encoding: 'utf8',
    });
    return stdout.split('\n').filter((line) => line.startsWith('web/'));
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function rename(file: string): void {
  const fields = new RegExp(`\\b(${RENAMED.join('|')})\\b`, 'g');
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(fields, 'renamed_$1'));
}

describe('the types of the pages', () => {
  it('follow the generated ones: the compiler names each page that reads a field by an old name', () => {
    const complaints = complaintsAfterRenaming();
    expect(complaints.filter((line) => line.includes('TS2307'))).toEqual([]);
    for (const name of RENAMED) {
      expect(complaints.filter((line) => line.includes(`'${name}'`)).map((line) => line.split('(')[0])).not.toEqual([]);
    }
  }, 60_000);

  it('are described nowhere by hand', () => {
    expect(sources.filter((file) => /\/wire[^/]*$/.test(file))).toEqual([]);
    const aliases = sources.filter((file) => file.endsWith('/api-types.ts'));
    expect(aliases.length).toBeGreaterThan(0);
    const described = /^(export )?interface\b|\w\??: (string|number|boolean)\b/m;
    expect(aliases.filter((file) => described.test(readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('are what the typed call answers: no page names the type of an answer itself', () => {
    const named = /\b(authorized|call|ask|service|dictionary)<(?!K\b)/;
    expect(sources.filter((file) => named.test(readFileSync(file, 'utf8')))).toEqual([]);
  });
});
