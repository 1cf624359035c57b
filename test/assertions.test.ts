/** Each test can fail: it expects something, waits for something, or hands that to a helper that does. */
import { type Source, sourcesIn } from './support/architecture-rules.js';

/** Methods that end with an error if what they name does not come. */
const waiting = /\b(?:poll|waitFor|waitForURL|hears|jumpedTo|says|closed)\s*\(/;
/** Functions of the tests that check for themselves, each named for what it finds out. */
const checking =
  /\b(?:dieAndCompare|dieAt|findsNothing|proof|runSequence|runShell|starsSurvive|typesInto|verifyLog)\s*\(|\bnew DmRun\(/;
const failing = /\bexpect\b|\bassert\b|\bthrow new Error\b/;

interface Case {
  title: string;
  body: string;
}

/** The lines from `begin` to the one at which a statement of the same indentation ends. */
function statementAt(lines: string[], begin: number): string {
  const indent = (lines[begin] as string).search(/\S/);
  const isEnd = (line: string, at: number) =>
    at >= begin && line.search(/\S/) === indent && /[;}]$/.test(line) && !/^\s*\]\)\(.*=> \{$/.test(line);
  const end = lines.findIndex(isEnd);
  return lines.slice(begin, end < 0 ? undefined : end + 1).join('\n');
}

const canFail = (text: string): boolean => [failing, waiting, checking].some((pattern) => pattern.test(text));

/** Functions of a file that can fail, by name. */
function ownChecks(lines: string[]): string[] {
  const declared = lines.flatMap((line, at) => {
    const [, name] = /^\s*(?:async )?(?:function |const )(\w+)(?: = (?:async )?(?:\(|\w+ =>)|[<(])/.exec(line) ?? [];
    return name && canFail(statementAt(lines, at)) ? [name] : [];
  });
  return declared.filter((name) => name !== 'it' && name !== 'describe');
}

/** The tests of a file; how it is formatted tells where each ends. */
function casesOf(text: string): Case[] {
  const lines = text.split('\n');
  return lines.flatMap((line, at) =>
    /^\s*(?:it|test)(?:\.each)?\s*[([`]/.test(line) ? [{ title: line.trim(), body: statementAt(lines, at) }] : [],
  );
}

function cannotFail({ path, text }: Source): string[] {
  const own = ownChecks(text.split('\n'));
  return casesOf(text)
    .filter(({ body }) => !canFail(body) && !own.some((name) => new RegExp(`\\b${name}\\b`).test(body)))
    .map(({ title }) => `${path}: ${title}`);
}

describe('every test', () => {
  it('can fail', () => {
    const files = sourcesIn('test').filter(({ path }) => path.endsWith('.test.ts'));
    expect(files.flatMap(({ text }) => casesOf(text)).length).toBeGreaterThan(2_500);
    expect(files.flatMap(cannotFail)).toEqual([]);
  });

  it.each([
    ["it('is made', async () => {\n  await open();\n});", 1],
    ["it('is made', async () => {\n  expect(await open()).toBe(1);\n});", 0],
    ["it.each([1])(\n  'is made',\n  async () => {\n    await open();\n  },\n  9,\n);", 1],
    ["it('is heard', () => socket.hears('ready'));", 0],
    ["const ends = () => {\n  expect(1).toBe(1);\n};\nit('ends', () => ends());", 0],
    ["it('one', () => {\n  one();\n});\nit('two', () => {\n  expect(2).toBe(2);\n});", 1],
  ])('%j: %d without', (text, count) => {
    expect(cannotFail({ path: 'test/x.test.ts', text })).toHaveLength(count);
  });
});
