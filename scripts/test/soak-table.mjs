/**
 * The table at the end of a soak. Parts that count what they do append lines of JSON to the file that `SOAK_FIGURES` names;
 * of the others the table says whether they passed.
 */
import { appendFileSync, readFileSync } from 'node:fs';

const columns = ['seeds', 'steps', 'faults', 'observers', 'violations'];

/** Nothing where no soak listens. */
export function writeFigures(figures) {
  const file = process.env.SOAK_FIGURES;
  if (file) appendFileSync(file, `${JSON.stringify(figures)}\n`);
}

/** What a part has written. */
export function readFigures(file) {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

/** `parts`: name, whether it passed, and its figures, which are summed up. */
export function soakTable(parts) {
  const rows = parts.map(({ name, isPassed, figures }) => {
    const sums = columns.map((column) => {
      const given = figures.filter((each) => each[column] !== undefined);
      return given.length > 0 ? given.reduce((sum, each) => sum + each[column], 0) : null;
    });
    return [
      name,
      ...sums.map((sum) => (sum === null ? '–' : sum.toLocaleString('en'))),
      isPassed ? 'passed' : 'FAILED',
    ];
  });
  const head = ['part', ...columns, 'outcome'];
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at].length)));
  const line = (cells) =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join('  ');
  return [line(head), ...rows.map(line)].join('\n');
}
