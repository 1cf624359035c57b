/**
 * All mutants of the sources at once, by Stryker's instrumenter: each stands in the code behind a switch that is read
 * at run time, and the original beside it counts how often it was reached. The tests' loader serves these sources in
 * place of the real ones where MEYDAN_MUTATION names the folder.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { parseSync } from '@swc/core';
import { fail } from '../setup.mjs';

const quiet = { isDebugEnabled: () => false, debug() {}, info() {}, warn: console.warn, error: console.error };
const HELPERS = /stry(MutAct|Cov)_9fa48\(((?:"\d+"(?:, )?)+)\)/g;
const MS_PER_S = 1_000;

/** In each instrumented source. The switch is one object of the process (worker.mjs). */
const HEADER = `const stryMut_9fa48 = globalThis.meydanMutation;
function stryMutAct_9fa48(id) { return stryMut_9fa48.active === id && stryMut_9fa48.reach(); }
function stryCov_9fa48() { const { counts } = stryMut_9fa48; for (let at = 0; at < arguments.length; at += 1) counts[arguments[at]] += 1; }
`;

/** The texts of log lines, metrics and programmer's errors are no behaviour: mutants of their words prove nothing. */
const wordsIgnorer = {
  shouldIgnore(path) {
    if (path.isNewExpression() && isErrorOfProgrammer(path.node)) return 'words of an error';
    if (path.isCallExpression() && isLogCall(path.node.callee)) return 'words of a log line';
    return undefined;
  },
};

function isErrorOfProgrammer(node) {
  return node?.type === 'NewExpression' && ['Error', 'TypeError', 'RangeError'].includes(node.callee.name);
}

function isLogCall(callee) {
  if (callee.type !== 'MemberExpression' && callee.type !== 'OptionalMemberExpression') return false;
  if (!['trace', 'debug', 'info', 'warn', 'error', 'fatal'].includes(callee.property.name)) return false;
  const { object } = callee;
  const name = object.name ?? object.property?.name ?? object.property?.id?.name ?? '';
  return /^(log|logger|console)$/i.test(name);
}

/** The mutants of these files, and the folder with the sources that hold them. */
export async function instrument(root, files) {
  const startedAt = performance.now();
  const sources = files.map((name) => ({ name, mutate: true, content: readFileSync(join(root, name), 'utf8') }));
  const hash = createHash('sha256').update(HEADER);
  for (const { name, content } of sources) hash.update(`\0${name}\0${content}`);
  const key = hash.digest('hex').slice(0, 16);
  const folder = join(root, '.cache/mutation', key);
  const result = await new Instrumenter(quiet).instrument(sources, {
    plugins: null,
    ignorers: [wordsIgnorer],
    excludedMutations: [],
    noHeader: true,
  });
  rmSync(folder, { recursive: true, force: true });
  for (const { name, content } of result.files) {
    const path = join(folder, name);
    const instrumented = HEADER + withNumbers(content);
    refuseUnreadable(name, instrumented);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, instrumented);
  }
  const texts = new Map(sources.map(({ name, content }) => [name, content.split('\n')]));
  const mutants = result.mutants.filter(({ status }) => status !== 'Ignored').map((mutant) => described(mutant, texts));
  return { key, folder, mutants, size: result.mutants.length, seconds: (performance.now() - startedAt) / MS_PER_S };
}

/** The instrumenter leaves out brackets around `as`. Every test that imports such a source would fail without a mutant. */
function refuseUnreadable(name, source) {
  try {
    parseSync(source, { syntax: 'typescript', target: 'es2022' });
  } catch (cause) {
    fail(`${name} cannot be read with its mutants in it; write it in another way.\n${cause.message}`);
  }
}

const withNumbers = (content) =>
  content.replaceAll(HELPERS, (_, helper, ids) => `stry${helper}_9fa48(${ids.replaceAll('"', '')})`);

function described({ id, fileName, mutatorName, replacement, location }, texts) {
  const lines = texts.get(fileName);
  const { start, end } = location;
  return {
    id: Number(id),
    file: fileName,
    mutator: mutatorName,
    line: start.line + 1,
    column: start.column + 1,
    lastLine: end.line + 1,
    at: lines[start.line].trim(),
    original: between(lines, start, end),
    replacement,
  };
}

function between(lines, start, end) {
  if (start.line === end.line) return lines[start.line].slice(start.column, end.column);
  const middle = lines.slice(start.line + 1, end.line);
  return [lines[start.line].slice(start.column), ...middle, lines[end.line].slice(0, end.column)].join('\n');
}
