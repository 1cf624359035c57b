import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFigures, soakTable, writeFigures } from '../../scripts/test/soak-table.mjs';

it('the soak ends with one table: what each part has tried, who looked on, and what was wrong', () => {
  const folder = mkdtempSync(join(tmpdir(), 'meydan-figures-'));
  const file = join(folder, 'figures');
  writeFileSync(file, '');
  const before = process.env.SOAK_FIGURES;
  process.env.SOAK_FIGURES = file;
  writeFigures({ seeds: 500, steps: 1_200_000, faults: 40, observers: 7, violations: 0 });
  writeFigures({ seeds: 500, steps: 34, faults: 2, observers: 1, violations: 1 });
  if (before === undefined) delete process.env.SOAK_FIGURES;
  else process.env.SOAK_FIGURES = before;
  const figures = readFigures(file);
  rmSync(folder, { recursive: true });
  const table = soakTable([
    { name: 'seeds', isPassed: false, figures },
    { name: 'stars', isPassed: true, figures: [] },
  ]);
  expect(table.split('\n')).toEqual([
    'part   seeds      steps  faults  observers  violations  outcome',
    'seeds  1,000  1,200,034      42          8           1   FAILED',
    'stars      –          –       –          –           –   passed',
  ]);
});
