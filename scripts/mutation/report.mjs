/** The scores of a run: a table for people, the same as JSON below `.cache/mutation`. */
import { targetOf } from './targets.mjs';

const SHOWN_MAX = 90;

/** Per folder. Mutants that are equivalent, that run only at import, or that were left out do not count. */
export function scoresOf(results) {
  const folders = Map.groupBy
    ? Map.groupBy(results, folderOf)
    : results.reduce((map, each) => map.set(folderOf(each), [...(map.get(folderOf(each)) ?? []), each]), new Map());
  return [...folders].map(([folder, own]) => scoreOf(folder, own));
}

const folderOf = ({ mutant }) => targetOf(mutant.file).folder;

function scoreOf(folder, results) {
  const count = (status) => results.filter((each) => each.status === status).length;
  const row = {
    folder,
    goal: targetOf(`${folder}/`).goal,
    mutants: results.length,
    killed: count('killed'),
    timeout: count('timeout'),
    survived: count('survived'),
    noCoverage: count('no coverage'),
    equivalent: count('equivalent'),
    atImport: count('static'),
    leftOut: count('left out'),
  };
  const noticed = row.killed + row.timeout;
  const judged = noticed + row.survived + row.noCoverage;
  return { ...row, judged, score: judged === 0 ? null : (100 * noticed) / judged };
}

export function tableOf(scores) {
  const head = [
    'folder',
    'mutants',
    'killed',
    'timeout',
    'survived',
    'no coverage',
    'equivalent',
    'at import',
    'left out',
    'score',
    'goal',
  ];
  const rows = scores.map((each) => [
    each.folder,
    each.mutants,
    each.killed,
    each.timeout,
    each.survived,
    each.noCoverage,
    each.equivalent,
    each.atImport,
    each.leftOut,
    each.score === null ? '–' : `${each.score.toFixed(1)} %`,
    `${each.goal} %`,
  ]);
  const lines = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, at) => Math.max(...lines.map((line) => line[at].length)));
  const padded = (cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]));
  return lines.map((line) => line.map(padded).join('  ')).join('\n');
}

/** `path:line:column mutator: original → replacement`. */
export function lineOf({ mutant, status, tests, of }) {
  const { file, line, column, mutator, original, replacement } = mutant;
  const partly = status === 'survived' && tests < of ? ` (${tests} of ${of} tests)` : '';
  return `${status.padEnd(11)} ${file}:${line}:${column} ${mutator}: ${short(original)} → ${short(replacement)}${partly}`;
}

function short(text) {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > SHOWN_MAX ? `${line.slice(0, SHOWN_MAX)}…` : line;
}
