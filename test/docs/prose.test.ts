/**
 * How many sentences of the documents and comments have a clause whose head is no noun: "whoever holds the lease", "what
 * is left", "nobody waits". They cannot be searched, and are hard to read. A sentence is text of four words or more up to
 * its full stop, colon or semicolon; a cell of a table and an item of a list are sentences too. Code, links and headings
 * are left out; what is quoted (titles of tests) counts. Before the rules of CONTRIBUTING, "Prose", it was a quarter.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourcesIn } from '../support/architecture-rules.js';

const VERBS =
  'is|was|are|were|has|had|have|may|can|could|must|should|will|would|does|did|comes|came|goes|went|stands|lies|leaves|left|' +
  'stays|costs|happens|happened|follows|follow|counts|waits|needs|runs|reaches|belongs|changes|changed|remains|holds|depends|' +
  'begins|began|ends|ended|arrives|matters|differs|grows|fits|fails|uses|reads|writes|sends|says|gets|takes|opens|asks';
const headless = new RegExp(
  `\\b(?:whoever|whomever|nobody|somebody|anybody|whatever|what (?:${VERBS})|those who|he who)\\b`,
  'i',
);

const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?:;])\s+(?=[A-Z`"(*—-])|\n{2,}|\n(?=\s*(?:[-*|]|\d+\.)\s)/)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => sentence.split(' ').length >= 4);

const proseOf = (page: string): string =>
  page
    .replace(/^\s*```[\s\S]*?^\s*```/gm, '')
    .replace(/`[^`]*`/g, '`x`')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/^#+ .*$/gm, '')
    .replace(/^\s*\|.*$/gm, (row) => row.split('|').join('\n\n'));

const commentsOf = (code: string): string =>
  [...code.matchAll(/\/\*\*?([\s\S]*?)\*\/|(?:^|\s)\/\/ ?(.*)$/gm)]
    .map(([, block, line]) => (block ?? line ?? '').replace(/^\s*\* ?/gm, ''))
    .join('\n\n');

const pagesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => proseOf(readFileSync(join(folder, file), 'utf8')));
const commentsIn = (...folders: string[]): string[] =>
  sourcesIn(...folders)
    .filter(({ path }) => !path.includes('/generated/'))
    .map(({ text }) => commentsOf(text));

function percentOf(texts: string[]): number {
  const sentences = texts.flatMap(sentencesOf);
  expect(sentences.length).toBeGreaterThan(100);
  return (100 * sentences.filter((sentence) => headless.test(sentence)).length) / sentences.length;
}

describe('of a hundred sentences', () => {
  it.each([
    ['README, ARCHITECTURE, CONTRIBUTING and CHANGELOG', () => pagesIn('.'), 2],
    ['docs/', () => pagesIn('docs'), 3],
    ['docs/features/ and docs/guides/', () => [...pagesIn('docs/features'), ...pagesIn('docs/guides')], 2],
    ['docs/adr/', () => pagesIn('docs/adr'), 6],
    ['comments of the service', () => commentsIn('src', 'actors', 'http', 'jobs', 'console'), 3],
    ['comments of the pages and the client', () => commentsIn('web/src', 'web/panel', 'web/console', 'sdk/src'), 2],
  ] as const)('in %s few have a clause without a noun', (_, texts, most) => {
    expect(percentOf(texts())).toBeLessThanOrEqual(most);
  });

  it.each([
    ['Whose password it is, what is asked decides.', true],
    ['The answer goes to whoever asks for it.', true],
    ['The CHANGELOG says what to do.', false],
    ['The owner of the room answers the command.', false],
  ])('%s: %s', (sentence, isHeadless) => {
    expect(sentencesOf(sentence).map((each) => headless.test(each))).toEqual([isHeadless]);
  });
});
