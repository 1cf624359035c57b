/** `npm test` where a program is missing: what stands on it is skipped, and counted as skipped. */
import { type Ended, PlantedRuns } from './planted-run.js';

let runs: PlantedRuns;
let onABareMachine: Ended;
let inCi: Ended;
let selected: Ended;
let selectedLeftOut: Ended;
beforeAll(async () => {
  runs = await PlantedRuns.open();
  const npmTest = (env: Record<string, string>, ...options: string[]) =>
    runs.npmTest(['stands-on-more', 'passes'], ['-w', '1', ...options], env);
  [onABareMachine, inCi, selected, selectedLeftOut] = await Promise.all([
    npmTest({ CI: '' }),
    npmTest({ CI: 'true' }),
    npmTest({ CI: 'true' }, '-t', '^passes$'),
    npmTest({ CI: '' }, '-t', 'of three'),
  ]);
}, 120_000);
afterAll(() => runs[Symbol.asyncDispose]());

it('counts what was left out, and says for want of what', () => {
  expect(onABareMachine.output).toContain('WARNING: no abacus, so "sums" is NOT tested.');
  expect(onABareMachine.output).toContain('Left out for want of abacus: 3 tests.');
  expect([onABareMachine.code, onABareMachine.lastLine]).toEqual([0, '3 passed, 0 failed, 3 skipped']);
});

it('fails in CI, which runs every test', () => {
  expect(inCi.output).toContain('CI runs every test: what was left out is a failure.');
  expect([inCi.code, inCi.lastLine]).toEqual([1, '3 passed, 0 failed, 3 skipped']);
});

it('does not count as skipped what a selection by name did not ask for', () => {
  expect(selected.output).toContain('PASS test/watch/planted/passes.ts');
  expect([selected.code, selected.lastLine]).toEqual([0, '3 passed, 0 failed']);
  expect(selectedLeftOut.lastLine).toBe('0 passed, 0 failed, 2 skipped');
});
