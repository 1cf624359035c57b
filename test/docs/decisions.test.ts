/** The records of decisions have one form, the index lists them all, and what they name in the code exists. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = 'docs/adr';
const records = readdirSync(folder)
  .filter((name) => /^\d{4}-/.test(name))
  .map((name) => ({ name, number: name.slice(0, 4), text: readFileSync(join(folder, name), 'utf8') }));
const index = readFileSync(join(folder, 'README.md'), 'utf8');

const lineOf = (text: string, label: string) => new RegExp(`^- ${label}: (.*)$`, 'm').exec(text)?.[1] ?? '';
const numbersIn = (line: string) => [...line.matchAll(/\[(\d{4})\]/g)].map(([, number = '']) => number);

/** From one record to another: those whose line `label` names a record, as "0061 0022". */
const relations = (label: string, reversed: boolean) =>
  records
    .flatMap(({ number, text }) =>
      numbersIn(lineOf(text, label)).map((other) => (reversed ? `${other} ${number}` : `${number} ${other}`)),
    )
    .toSorted();

describe('the records of decisions', () => {
  it.each(records.map(({ name, number, text }) => [name, number, text] as const))(
    '%s has the form',
    (_, number, text) => {
      expect(text).toMatch(
        new RegExp(
          `^# ${number}: .+\\n\\n- Status: (accepted|proposed|superseded)(; .+)?\\n- Date: 20\\d\\d-\\d\\d-\\d\\d\\n`,
        ),
      );
      expect(text).toMatch(/^## Context$/m);
      expect(text).toMatch(/^## Decision$/m);
      expect(text).toMatch(/^## Consequences$/m);
    },
  );

  it('stand in the index with their title, date, status and what superseded them', () => {
    const expected = records.map(({ name, number, text }) => {
      const [, title] = /^# \d{4}: (.+)$/m.exec(text) ?? [];
      const [status = ''] = lineOf(text, 'Status').split(';');
      const by = [...lineOf(text, 'Status').matchAll(/\[\d{4}\]\([^)]*\)/g)].map(([link]) => link).join(', ');
      return `| [${number}](${name}) | ${title} | ${lineOf(text, 'Date')} | ${status} | ${by} |`;
    });
    expect(index.split('\n').filter((line) => line.startsWith('| ['))).toEqual(expected);
  });

  it('name each other from both sides', () => {
    expect(relations('Status', false)).toEqual(relations('Supersedes in part', true));
    expect(relations('Extended by', false)).toEqual(relations('Extends', true));
  });

  it('have numbers of their own without a gap, but for those that the index says were never given', () => {
    const given = records.map(({ number }) => Number(number));
    expect(given).toEqual([...new Set(given)]);
    const missing = Array.from({ length: Math.max(...given) }, (_, at) => at + 1).filter(
      (each) => !given.includes(each),
    );
    expect(missing).toEqual([5, 6, 7, 8, 9, 39, 43, 46, 50]);
  });
});

describe('the pages of decisions and features', () => {
  const pages = [folder, 'docs/features', 'docs/reference']
    .filter((path) => existsSync(path))
    .flatMap((path) => readdirSync(path).map((name) => ({ path, name })))
    .filter(({ name }) => name.endsWith('.md'));

  it.each(pages.map(({ path, name }) => [join(path, name), path] as const))(
    '%s leads to files that exist',
    (file, path) => {
      const text = readFileSync(file, 'utf8');
      const links = [...text.matchAll(/\]\(([^)#\s]+)/g)].map(([, to = '']) => to).filter((to) => !/^https?:/.test(to));
      expect(links.filter((to) => !existsSync(join(path, to)))).toEqual([]);
      const paths = [...text.matchAll(/`((?:actors|bench|console|http|jobs|scripts|sdk|src|test|web)\/[\w./-]+)`/g)];
      expect(paths.map(([, named = '']) => named).filter((named) => !existsSync(named))).toEqual([]);
    },
  );
});
