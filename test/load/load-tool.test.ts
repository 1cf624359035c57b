/** The load tool as people run it: a clean run is clean, and every fault planted on purpose moves its own counter. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Booted, bootApp } from '../support/clients/boot-app.js';
import { startServer } from '../support/processes/server-process.js';
import { poll } from '../support/time/poll.js';

interface Run {
  code: number;
  problem: string;
  report: {
    counts: Record<'lost' | 'duplicated' | 'reordered' | 'unauthorized', number>;
    operations: Record<string, { count: number; p99: number }>;
    rowsJudged: number;
    examples: unknown[];
  };
}

const scenario = {
  rooms: 3,
  members: 4,
  readers: 2,
  movers: 1,
  seconds: 1,
  ratePerSecond: 200,
  bodyBytes: 80,
  seed: 7,
  mix: { send: 60, reply: 5, edit: 8, delete: 3, react: 8, read: 5, list: 3, move: 8 },
};
const begins = 'Everybody is in; the load begins.\n';
const clean = { lost: 0, duplicated: 0, reordered: 0, unauthorized: 0 };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'meydan-load-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function load(options: string[], changes: object = {}, onBegin = () => {}): Promise<Run> {
  const file = join(folder, 'scenario.json');
  await writeFile(file, JSON.stringify({ ...scenario, ...changes }));
  const child = spawn(process.execPath, ['bench/load.mjs', '--scenario', file, ...options]);
  const texts = { out: '', problem: '' };
  child.stdout.on('data', (piece) => (texts.out += piece));
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    if (piece.includes(begins)) onBegin();
    texts.problem += piece.replace(begins, '');
  });
  const [code] = await once(child, 'close');
  const [line = ''] = texts.out.split('\n');
  return { code, problem: texts.problem, report: line === '' ? null : JSON.parse(line) };
}

describe('a load on the actors', () => {
  it('finds nothing wrong with what the actors promise', async () => {
    const { code, report, problem } = await load(['--drive', 'actors']);
    expect({ problem, examples: report.examples, counts: report.counts }).toEqual({
      problem: '',
      examples: [],
      counts: clean,
    });
    expect(code).toBe(0);
    expect(Object.keys(report.operations).sort()).toEqual(Object.keys(scenario.mix).sort());
    expect(report.rowsJudged).toBeGreaterThan(report.operations.send?.count ?? 0);
  });

  it.each([
    ['drop', 'lost', 3],
    ['forget', 'lost', 3],
    ['double', 'duplicated', 3],
    ['resend', 'duplicated', 1],
    ['swap', 'reordered', 3],
    ['leak', 'unauthorized', 1],
  ] as const)('planted with "%s" counts as %s', async (plant, counter, atLeast) => {
    const { code, report } = await load(['--drive', 'actors', '--plant', plant]);
    expect(report.counts[counter]).toBeGreaterThanOrEqual(atLeast);
    expect(code).toBe(1);
  });

  it('runs in a closed loop as well', async () => {
    const { code, report } = await load(['--drive', 'actors'], { ratePerSecond: undefined, inFlight: 8 });
    expect({ code, counts: report.counts }).toEqual({ code: 0, counts: clean });
  });
});

describe('a load on sockets', () => {
  let booted: Booted;
  beforeAll(async () => {
    booted = await bootApp();
  });
  afterAll(() => booted[Symbol.asyncDispose]());

  it('finds nothing wrong with what the service promises', async () => {
    const { code, report, problem } = await load(['--drive', 'sockets', '--url', booted.url]);
    expect({ problem, examples: report.examples, counts: report.counts }).toEqual({
      problem: '',
      examples: [],
      counts: clean,
    });
    expect(code).toBe(0);
    expect(Object.keys(report.operations).sort()).toEqual(Object.keys(scenario.mix).sort());
  });

  it.each([
    ['drop', 'lost'],
    ['double', 'duplicated'],
    ['swap', 'reordered'],
    ['leak', 'unauthorized'],
  ] as const)('planted with "%s" counts as %s', async (plant, counter) => {
    const { code, report } = await load(['--drive', 'sockets', '--url', booted.url, '--plant', plant]);
    expect(report.counts[counter]).toBeGreaterThan(0);
    expect(code).toBe(1);
  });
});

it('finds nothing lost by a service that is killed in the middle of the load', async () => {
  const server = await startServer({ RATE_LIMITS: 'off' });
  try {
    let begun = false;
    const run = load(['--drive', 'sockets', '--url', server.url], { seconds: 5 }, () => {
      begun = true;
    });
    await poll(() => begun, { until: 'the load has begun', withinMs: 60_000, everyMs: 20 });
    // Any moment of the load will do; this one has messages behind it and before it.
    await delay(1_500);
    await server.kill();
    await server.start();
    const { code, report } = await run;
    expect({ code, examples: report.examples, counts: report.counts }).toEqual({
      code: 0,
      examples: [],
      counts: clean,
    });
    expect(report.operations.send?.count).toBeGreaterThan(50);
  } finally {
    await server.remove();
  }
}, 120_000);

describe('a wrong order', () => {
  it.each([
    [{ rooms: 0 }, 'rooms must be a number from 1'],
    [{ inFlight: 4 }, 'either ratePerSecond'],
    [{ mix: { send: 1, shout: 1 } }, 'mix.shout is no operation'],
    [{ movers: 4 }, 'movers must be fewer than members'],
    [{ mood: 'good' }, 'mood means nothing'],
  ])('%j is refused with what is wrong', async (changes, problem) => {
    const run = await load(['--drive', 'actors'], changes);
    expect(run.code).toBe(2);
    expect(run.problem).toContain(problem);
  });

  it('names an option that does not exist, and those that do', async () => {
    const run = await load(['--planet', 'mars']);
    expect(run.code).toBe(2);
    expect(run.problem).toContain('--planet');
    expect(run.problem).toContain('--plant');
  });
});
