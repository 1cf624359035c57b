/** docs/testing.md names tests that are there, and every promise of the table has one. */
import { existsSync, readFileSync } from 'node:fs';

const page = readFileSync('docs/testing.md', 'utf8');
const rows = page.split('\n').filter((line) => /^\| P\d+ /.test(line));

it('every place that the page names is there', () => {
  const named = [...page.matchAll(/`((?:test|checks)\/[\w./-]+)`/g)].map(([, path = '']) =>
    path.startsWith('checks/') ? `test/sim/${path}` : path,
  );
  const endings = ['', '.ts', '.test.ts', '.cjs'];
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((path) => !endings.some((ending) => existsSync(path + ending)))).toEqual([]);
});

it('each of the twelve promises has a test', () => {
  expect(rows.map((row) => row.split('|')[1]?.trim())).toEqual(Array.from({ length: 12 }, (_, at) => `P${at + 1}`));
  expect(rows.filter((row) => !row.includes('`test/'))).toEqual([]);
});
