/** Work that is not recorded costs nothing: nothing is asked, attached or loaded for it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Router } from '#actors/cluster/router.js';
import type { ActorTracer } from '#actors/runtime/actor-metrics.js';
import type { AskOptions } from '#actors/runtime/client.js';
import { type Bench, describeActors, startTallies } from '../runtime/tally.js';
import { poll } from '../support/time/poll.js';

describeActors('a command', (openStore) => {
  let bench: Bench;
  const asked: string[] = [];
  const items: object[] = [];
  const tracer: ActorTracer = {
    arrived(kind, command, parent) {
      asked.push(`${kind} ${command} of ${parent}`);
      const note = (what: string) => () => void asked.push(what);
      return { place: 'place', turned: note('turned'), decided: note('decided'), settled: note('settled') };
    },
    batch(commands, units) {
      asked.push(`batch of ${commands.length} in ${units}`);
      return () => void asked.push('batch over');
    },
  };

  beforeEach(async () => {
    for (const list of [asked, items]) list.splice(0);
    bench = startTallies(await openStore(), { tracer });
    bench.system.streams<object>('tally').watchAll((_, item) => void items.push(item));
  });
  afterEach(() => bench.env.until(bench.system.stop()));

  const add = (n: number, options?: AskOptions) => bench.ask('a', { type: 'add', n }, options);

  it('without a place in a trace asks for no span, and its item has no place', async () => {
    await Promise.all([add(1), add(2, { cause: { requestId: 'r' } })]);
    expect(asked).toEqual([]);
    expect(items).toEqual([
      { seq: 1, n: 1 },
      { seq: 2, n: 2 },
    ]);
  });

  it('with a place is recorded at each step, and its item has the place of the command', async () => {
    await Promise.all([add(1, { cause: { requestId: 'r', trace: 'client' } }), add(2)]);
    const steps = ['tally add of client', 'turned', 'decided', 'batch of 1 in 2', 'settled', 'batch over'];
    await poll(() => asked.length === steps.length, { until: 'the batch is over' });
    expect(asked).toEqual(steps);
    expect(items).toEqual([
      { seq: 1, n: 1, trace: 'place' },
      { seq: 2, n: 2 },
    ]);
  });
});

describe('a question to another node', () => {
  async function sentWith(options: AskOptions) {
    const sent: { options: AskOptions }[] = [];
    const hops: string[] = [];
    const router = new Router({
      system: { askHere: () => null, knows: () => true },
      coordinator: { token: 'a1', takes: () => false, ownerOf: () => ({ name: 'b', token: 'b1', isLeaving: false }) },
      transport: {
        request: async (_to: string, body: { options: AskOptions }) => {
          sent.push(body);
          return { type: 'answer', answer: { ok: true, value: null } };
        },
      } as never,
      env: { monotonic: () => 0 } as never,
      onError: () => undefined,
      tracer: {
        hop(node, parent) {
          hops.push(`${parent} to ${node}`);
          return { place: 'hop', end: (refusal = null) => void hops.push(`over ${refusal}`) };
        },
      },
    });
    await router.client<{ type: string }, Record<string, unknown>>('room').ask('r', { type: 'view' }, options);
    return { options: sent[0]?.options, hops };
  }

  it('says nothing of a trace where there is none, and records the way where there is one', async () => {
    const cause = { requestId: 'r' };
    expect(await sentWith({ cause })).toEqual({ options: { deadlineMs: 10_000, cause }, hops: [] });
    const traced = await sentWith({ cause: { ...cause, trace: 'request' } });
    expect(traced.options?.cause).toEqual({ requestId: 'r', trace: 'hop' });
    expect(traced.hops).toEqual(['request to b', 'over null']);
  });
});

describe('a service', () => {
  /** The packages that a start has loaded, in a process of its own. */
  function loadedWith(settings: Record<string, string>): string[] {
    const folder = mkdtempSync(join(tmpdir(), 'meydan-test-'));
    const own = { NODE_ENV: 'test', LOG_LEVEL: 'silent', PORT: '0', METRICS_PORT: 'off', DATA_DIR: folder };
    const child = fileURLToPath(new URL('loaded-packages.mjs', import.meta.url));
    const env = { ...process.env, ...own, ...settings };
    const { stdout, stderr } = spawnSync(process.execPath, [child], { env, encoding: 'utf8' });
    rmSync(folder, { recursive: true, force: true });
    if (!stdout) throw new Error(stderr);
    return JSON.parse(stdout) as string[];
  }

  it('without a collector loads none of the packages for traces', () => {
    expect(loadedWith({})).toEqual([]);
    const names = loadedWith({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
    expect(names).toEqual(expect.arrayContaining(['sdk-trace-base', 'exporter-trace-otlp-http']));
  }, 60_000);
});
