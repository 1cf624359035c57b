/** A row that is broken over two lines, or has a cell too many, is shown as a paragraph, or not at all. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const pages = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];
for (const folder of ['docs', 'actors', 'bench', 'examples', 'sdk', 'sdk-python'])
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.md') && !file.includes('node_modules')) pages.push(join(folder, file));

const isRow = (line: string | undefined): boolean => /^\s*\|/.test(line ?? '');
const isRule = (line: string | undefined): boolean => /^\s*\|(\s*:?-+:?\s*\|)+\s*$/.test(line ?? '');

/** Bars within code, and behind a backslash, divide no cells. */
const cellsOf = (row: string): number =>
  row
    .replace(/\\./g, '')
    .replace(/`[^`]*`/g, '')
    .trim()
    .replace(/\|$/, '')
    .split('|').length;

function brokenRows(text: string): string[] {
  const lines = text.replace(/^\s*```[\s\S]*?^\s*```/gm, (code) => code.replace(/.*/g, '')).split('\n');
  return lines.filter((line, at) => {
    if (!isRow(line)) return false;
    if (!/\|\s*$/.test(line)) return true;
    return isRow(lines[at - 1]) ? cellsOf(line) !== cellsOf(lines[at - 1] as string) : !isRule(lines[at + 1]);
  });
}

describe('tables of the documents', () => {
  it('have whole rows of equally many cells', () => {
    expect(pages.length).toBeGreaterThan(60);
    expect(pages.flatMap((path) => brokenRows(readFileSync(path, 'utf8')).map((row) => `${path}: ${row}`))).toEqual([]);
  });

  it.each([
    ['| a | b |\n|---|---|\n| 1 | 2\n  3 |', 1],
    ['| a | b |\n|---|---|\n| 1 | 2 |\n\n| 3 | 4 |', 1],
    ['| a | b |\n|---|---|\n| 1 |', 1],
    ['| a | b |\n|---|---|\n| `x | y` | 2 \\| 3 |', 0],
    ['```\n| no table\n```', 0],
  ])('%j has %d broken rows', (text, count) => {
    expect(brokenRows(text)).toHaveLength(count);
  });
});
