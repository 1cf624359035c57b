/** `npm test` on files of tests that do not end: each is named within the bound, and the others pass. */
import { readdir } from 'node:fs/promises';
import { type Ended, PlantedRuns } from './planted-run.js';

/** Long enough to read a file on a busy machine. */
const STALL_S = 5;

let runs: PlantedRuns;
let inWorkers: Ended;
let inBand: Ended;
/** Both at once: they wait more than they work. Where the build is not fresh, the runner makes it first. */
beforeAll(async () => {
  runs = await PlantedRuns.open();
  const env = { TEST_STALL_S: String(STALL_S) };
  [inWorkers, inBand] = await Promise.all([
    runs.npmTest(['waits', 'loops', 'loads', 'passes'], ['-w', '3'], env),
    runs.npmTest(['loops', 'passes'], ['--runInBand'], env),
  ]);
}, 240_000);
afterAll(() => runs[Symbol.asyncDispose]());

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('names those that wait, loop or are never read to their end, and what they were at', () => {
  const { output } = inWorkers;
  const said = (name: string, rest: string) =>
    new RegExp(`planted/${name}.ts STANDS STILL: no sign of life for ${STALL_S} s${rest}`);
  expect(output).toMatch(said('waits', ', process \\d+ waits at \\d % .* "waits for ever"'));
  expect(output).toMatch(said('loops', ', process \\d+ runs at \\d+ % .* "loops for ever"'));
  expect(output).toMatch(said('loads', ', process \\d+ .* no test of it had begun'));
});

it('goes on with the others, and counts what it ended as failed', () => {
  expect(inWorkers.output).toContain('Going on with 1 file of tests.');
  expect(inWorkers.output).toMatch(/^PASS test\/watch\/planted\/passes\.ts/m);
  expect([inWorkers.code, inWorkers.lastLine]).toEqual([1, '2 passed, 3 failed']);
  process.stderr.write(`three files that stand still: ${inWorkers.seconds.toFixed(1)} s\n`);
});

it('leaves no process behind, nor what a file had started', async () => {
  const servers = (await readdir(runs.folder)).filter((name) => name.startsWith('server-'));
  const pids = [...inWorkers.output.matchAll(/, process (\d+)/g)].map(([, pid]) => Number(pid));
  expect([servers.length, pids.length]).toEqual([1, 3]);
  expect([...pids, ...servers.map((name) => Number(name.slice(7)))].filter(isAlive)).toEqual([]);
});

it('does so where jest runs the files in its own process', () => {
  expect(inBand.output).toMatch(/planted\/loops\.ts STANDS STILL: .*"loops for ever"/);
  expect([inBand.code, inBand.lastLine]).toEqual([1, '2 passed, 1 failed']);
});
