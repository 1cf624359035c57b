/** `npm test` on files of tests that do not end: each is named within the bound, and the others pass. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Long enough to begin a file on a busy machine. */
const STALL_S = 5;
/** What the machine may take beside the bound, for two beginnings of jest. */
const BESIDE_S = 60;
const RUNNER = resolve('scripts/test.mjs');
const CONFIG = resolve('jest.config.js');

interface Ended {
  code: number | null;
  output: string;
  seconds: number;
}

let folder: string;
let inWorkers: Ended;
let inBand: Ended;
/** Both at once: they wait more than they work. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meydan-stalls-'));
  [inWorkers, inBand] = await Promise.all([
    npmTest(['waits', 'loops', 'loads', 'passes'], '-w', '3'),
    npmTest(['loops', 'passes'], '--runInBand'),
  ]);
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const started: ChildProcess[] = [];
afterAll(() => {
  for (const each of started) each.kill('SIGKILL');
});

/** The real runner on planted files, the largest first: jest knows nothing of them yet. */
async function npmTest(names: string[], ...options: string[]): Promise<Ended> {
  const { default: base } = (await import(CONFIG)) as { default: object };
  const testMatch = names.map((name) => `<rootDir>/test/watch/planted/${name}.ts`);
  const cacheDirectory = join(folder, names.join('-'));
  const config = JSON.stringify({ ...base, rootDir: process.cwd(), testMatch, cacheDirectory });
  const env = { ...process.env, TEST_STALL_S: String(STALL_S), PLANTED_IN: folder };
  const from = performance.now();
  const child = spawn(process.execPath, [RUNNER, '--config', config, ...options], { env, stdio: 'pipe' });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output, seconds: (performance.now() - from) / 1_000 };
}

const lastLine = ({ output }: Ended) => output.trimEnd().split('\n').at(-1);

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
  expect([inWorkers.code, lastLine(inWorkers)]).toEqual([1, '2 passed, 3 failed']);
  process.stderr.write(`three files that stand still: ${inWorkers.seconds.toFixed(1)} s\n`);
  expect(inWorkers.seconds).toBeLessThan(STALL_S + BESIDE_S);
});

it('leaves no process behind, nor what a file had started', async () => {
  const servers = (await readdir(folder)).filter((name) => name.startsWith('server-'));
  const pids = [...inWorkers.output.matchAll(/, process (\d+)/g)].map(([, pid]) => Number(pid));
  expect([servers.length, pids.length]).toEqual([1, 3]);
  expect([...pids, ...servers.map((name) => Number(name.slice(7)))].filter(isAlive)).toEqual([]);
});

it('does so where jest runs the files in its own process', () => {
  expect(inBand.output).toMatch(/planted\/loops\.ts STANDS STILL: .*"loops for ever"/);
  expect([inBand.code, lastLine(inBand)]).toEqual([1, '2 passed, 1 failed']);
});
