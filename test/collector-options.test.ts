/** Threads that help to collect young objects run where a processor is to spare for them, and nowhere else. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { collectorOptions } from '#src/concurrency/collector-options.js';
import { buildFresh } from './support/processes/fresh-build.js';
import { poll } from './support/time/poll.js';

beforeAll(buildFresh, 120_000);

it.each([
  [1, 1, true],
  [1, 2, false],
  [4, 4, true],
  [3, 4, false],
])('of %d processes on %d processors: no helpers is %s', (processes, processors, isAlone) => {
  expect(collectorOptions(processes, processors)).toEqual(isAlone ? ['--no-parallel-scavenge'] : []);
});

/** How many threads took part in each collection of young objects that a service on these processors made once it was ready. */
async function helpersOf(processors: string): Promise<number[]> {
  const dir = await mkdtemp(join(tmpdir(), 'meydan-collector-'));
  const command = ['-c', processors, process.execPath, '--trace-gc', '--trace-parallel-scavenge', 'dist/src/main.js'];
  const env = { PATH: process.env.PATH ?? '', PORT: '0', METRICS_PORT: 'off', LOG_LEVEL: 'warn', DATA_DIR: dir };
  const child = spawn('taskset', command, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const ready = /Meydan is ready at (\S+).*/s;
  await poll(() => ready.test(output), { until: 'the service is ready', withinMs: 60_000 });
  const sinceReady = () => threadsIn(ready.exec(output)?.[0] ?? '');
  await poll(() => collectedMore(ready.exec(output)?.[1] ?? '', sinceReady), {
    until: 'it collects',
    withinMs: 60_000,
  });
  child.kill('SIGTERM');
  await ended;
  await rm(dir, { recursive: true, force: true });
  return sinceReady();
}

/** Answers leave young objects behind. */
async function collectedMore(url: string, threads: () => number[]): Promise<boolean> {
  await Promise.all(Array.from({ length: 20 }, async () => (await fetch(`${url}/api/health`)).text()));
  return threads().length >= 4;
}

function threadsIn(output: string): number[] {
  const threads: number[] = [];
  const running = new Map<string, number>();
  for (const [, isolate = '', isPart] of output.matchAll(/^\[\d+:(\w+)\] +(?:(scavenge\[)|\d+ ms: Scavenge)/gm)) {
    if (isPart === undefined) threads.push(running.get(isolate) ?? 0);
    running.set(isolate, isPart === undefined ? 0 : (running.get(isolate) ?? 0) + 1);
  }
  return threads;
}

/** `taskset` and the processors that it is told. */
const onProcessors = (count: number) =>
  process.platform === 'linux' && availableParallelism() >= count ? it : it.skip;

onProcessors(1)(
  'leaves them out in a service that has one processor',
  async () => {
    expect(Math.max(...(await helpersOf('0')))).toBe(1);
  },
  90_000,
);

onProcessors(2)(
  'has them where there are two',
  async () => {
    expect(Math.max(...(await helpersOf('0,1')))).toBeGreaterThan(1);
  },
  90_000,
);
