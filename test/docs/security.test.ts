/** docs/security.md: each row names tests that are there, and nothing that it has to tell is missing. */
import { existsSync, readFileSync } from 'node:fs';
import { securityEvents } from '#src/domain/accounts/security-events.js';

const page = readFileSync('docs/security.md', 'utf8');
const rows = page.split('\n').filter((line) => line.startsWith('| '));
const linksIn = (text: string) =>
  [...text.matchAll(/`(test\/[\w./-]+)` › "([^"]+)"/g)].map(([, file = '', title = '']) => ({ file, title }));
const rowOf = (first: string) => rows.find((row) => row.startsWith(`| ${first}`)) ?? '';
const TITLE_CHARS_MIN = 12;
/** How many of level 1 there are in each section, from the first one on. */
const LEVEL_1: Record<string, number> = {
  '1.2': 5,
  '1.3': 2,
  '1.5': 1,
  '2.1': 1,
  '2.2': 2,
  '2.3': 1,
  '3.2': 2,
  '3.3': 1,
  '3.4': 2,
  '3.5': 3,
  '4.1': 1,
  '4.4': 1,
  '5.2': 2,
  '5.3': 2,
  '6.1': 1,
  '6.2': 8,
  '6.3': 2,
  '6.4': 2,
  '7.2': 4,
  '7.4': 2,
  '8.1': 1,
  '8.2': 2,
  '8.3': 1,
  '9.1': 3,
  '9.2': 1,
  '10.4': 5,
  '11.3': 2,
  '11.4': 1,
  '12.1': 1,
  '12.2': 2,
  '13.4': 1,
  '14.2': 1,
  '14.3': 1,
  '15.1': 1,
  '15.2': 1,
  '15.3': 1,
};

describe('docs/security.md', () => {
  const links = linksIn(page);

  it.each(links.map(({ file, title }) => [file, title]))('names %s › "%s", which is there', (file, title) => {
    expect(title.length).toBeGreaterThanOrEqual(TITLE_CHARS_MIN);
    expect(existsSync(file) ? readFileSync(file, 'utf8') : '').toContain(title);
  });

  it('has a row with a test for every threat', () => {
    const threats = Array.from({ length: 24 }, (_, index) => `S${index + 1} |`);
    expect(threats.filter((threat) => linksIn(rowOf(threat)).length === 0)).toEqual([]);
  });

  it('has a row with a test for every chapter of the ASVS but that on what there is not', () => {
    const chapters = Array.from({ length: 16 }, (_, index) => `V${index + 1} `);
    expect(chapters.filter((chapter) => linksIn(rowOf(chapter)).length === 0)).toEqual([]);
    expect(rowOf('V17 ')).toContain('there is none');
  });

  it('answers every requirement of level 1 of the ASVS, with a test or in words', () => {
    const asked = Object.entries(LEVEL_1).flatMap(([section, count]) =>
      Array.from({ length: count }, (_, index) => `V${section}.${index + 1}`),
    );
    expect(asked).toHaveLength(70);
    const answered = rows.flatMap((row) => /^\| (V\d+\.\d+\.\d+) \| .+ \| .+ \| .+ \|$/.exec(row)?.[1] ?? []);
    expect(answered).toEqual(asked);
  });

  it('tells of every event of the security log, in the words of the code, and of no other', () => {
    const told = rows.flatMap((row) =>
      [...row.matchAll(/^\| `(\w+)` \| (.+) \|$/g)].map(([, name, what]) => [name, what]),
    );
    expect(Object.fromEntries(told)).toEqual(securityEvents);
  });

  it('leads to records of decisions that are there', () => {
    const records = [...page.matchAll(/\]\((adr\/[\w-]+\.md|[\w-]+\.md)\)/g)].map(([, file]) => `docs/${file}`);
    expect(records.filter((file) => !existsSync(file))).toEqual([]);
  });
});
