/** Samples this node every five seconds, and keeps a quarter of an hour. */
import type { IntervalHistogram } from 'node:perf_hooks';
import {
  type Counts,
  counts,
  type Minute,
  SAMPLES_MAX,
  SAMPLES_PER_MINUTE,
  type Sample,
  STEP_MS,
  type Worst,
} from '#src/domain/live/sample.js';
import { eventLoopDelay, openEventLoopProbe } from '#src/observability/event-loop-delay.js';
import type { Hot } from '#src/observability/hot-actors.js';
import type { Metrics } from '#src/observability/metrics.js';
import { type MetricsSnapshot, readMetrics } from './read-metrics.js';

export interface SamplerDeps {
  metrics: Pick<Metrics, 'numbers' | 'runtime'>;
  env: { now(): number; monotonic(): number; after(ms: number, run: () => void): () => void };
  /** Reads the values that are not in this process's metrics. */
  readExternal(): Promise<ExternalReadings>;
  onError(error: unknown): void;
}

export interface ExternalReadings {
  slotsGained: number;
  worsts: Record<Exclude<Worst, 'deepest' | 'loop_p99_ms' | 'loop_max_ms'>, number | null>;
}

export interface Sampler {
  start(): void;
  stop(): void;
  after(at: number): Sample[];
  minute(): Minute;
}

type Instant = Pick<Minute, 'codes' | 'rooms' | 'waiting'>;

export function createSampler(deps: SamplerDeps): Sampler {
  return new Watcher(deps);
}

class Watcher implements Sampler {
  readonly #deps: SamplerDeps;
  #loop: IntervalHistogram | null = null;
  readonly #samples: Sample[] = [];
  readonly #instants: Instant[] = [];
  #last: { reading: MetricsSnapshot; at: number } | null = null;
  #cancel: () => void = () => undefined;
  #isStopped = false;

  constructor(deps: SamplerDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#loop = openEventLoopProbe();
    void this.#begin();
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancel();
    this.#loop?.disable();
  }

  after(at: number): Sample[] {
    return this.#samples.filter((sample) => sample.at > at);
  }

  minute(): Minute {
    const since = this.#instants.slice(-SAMPLES_PER_MINUTE);
    return {
      codes: together(since.map(({ codes }) => codes)),
      rooms: together(since.map(({ rooms }) => rooms)),
      waiting: together(
        since.map(({ waiting }) => waiting),
        Math.max,
      ),
    };
  }

  /** Counts from before the first sample belong to no step. */
  async #begin(): Promise<void> {
    await this.#tryTo(async () => {
      this.#last = { reading: await readMetrics(this.#deps.metrics), at: this.#deps.env.monotonic() };
    });
    this.#again();
  }

  /** Samples at full steps of the shared clock, so that the samples of all nodes match. */
  #again(): void {
    if (this.#isStopped) return;
    const { env } = this.#deps;
    this.#cancel = env.after(STEP_MS - (env.now() % STEP_MS), () => void this.#step());
  }

  async #step(): Promise<void> {
    await this.#tryTo(() => this.#take());
    this.#again();
  }

  async #tryTo(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#deps.onError(error);
    }
  }

  async #take(): Promise<void> {
    const { metrics, env, readExternal } = this.#deps;
    // A timer may fire a moment early.
    const at = Math.round(env.now() / STEP_MS) * STEP_MS;
    if (at <= (this.#samples.at(-1)?.at ?? 0)) return;
    const now = env.monotonic();
    const reading = await readMetrics(metrics);
    const hot = metrics.runtime.hot.take();
    const loop = this.#loopDelay();
    const before = this.#last;
    this.#last = { reading, at: now };
    const external = await readExternal();
    if (!before) return;
    this.#samples.push(
      sampleOf({ at, seconds: (now - before.at) / 1_000, before: before.reading, reading, hot, loop, external }),
    );
    this.#instants.push(instantOf(before.reading, reading, hot));
    if (this.#samples.length > SAMPLES_MAX) this.#samples.shift();
    if (this.#instants.length > SAMPLES_PER_MINUTE) this.#instants.shift();
  }

  /** The delay since the last step, from a histogram of its own, because each reader resets it. */
  #loopDelay(): SampleInput['loop'] {
    if (!this.#loop) return { p99: 0, max: 0 };
    const delay = { p99: eventLoopDelay(this.#loop.percentile(99)), max: eventLoopDelay(this.#loop.max) };
    this.#loop.reset();
    return delay;
  }
}

interface SampleInput {
  at: number;
  seconds: number;
  before: MetricsSnapshot;
  reading: MetricsSnapshot;
  hot: Hot;
  loop: { p99: number; max: number };
  external: ExternalReadings;
}

function sampleOf({ at, seconds, before, reading, hot, loop, external }: SampleInput): Sample {
  const { room = 0, user = 0, ...others } = Object.fromEntries(reading.actors);
  return {
    at,
    counts: countsOf(before, reading, external.slotsGained),
    levels: {
      connections: reading.connections,
      rooms: room,
      users: user,
      others: Object.values(others).reduce((sum, count) => sum + count, 0),
      waiting: reading.waiting,
      cpu: Math.round(((reading.cpuS - before.cpuS) / seconds) * 1_000) / 1_000,
      memory_mb: megabytes(reading.memoryBytes),
      heap_mb: megabytes(reading.heapBytes),
    },
    worsts: {
      ...external.worsts,
      deepest: hot.mailboxes[0]?.depth ?? 0,
      loop_p99_ms: milliseconds(loop.p99),
      loop_max_ms: milliseconds(loop.max),
    },
    ack: since(before.ack, reading.ack),
    commit: since(before.commit, reading.commit),
  };
}

function countsOf(before: MetricsSnapshot, { counts: now }: MetricsSnapshot, slotsGained: number): Counts {
  const stepCounts = { slots_gained: slotsGained } as Counts;
  for (const name of counts) if (name !== 'slots_gained') stepCounts[name] = now[name] - before.counts[name];
  return stepCounts;
}

function instantOf(before: MetricsSnapshot, { codes }: MetricsSnapshot, { rooms, mailboxes }: Hot): Instant {
  const moved = [...codes].map(([code, count]) => [code, count - (before.codes.get(code) ?? 0)] as const);
  const ofRooms = mailboxes.filter(({ kind }) => kind === 'room');
  return {
    codes: Object.fromEntries(moved.filter(([, count]) => count > 0)),
    rooms: Object.fromEntries(rooms),
    waiting: Object.fromEntries(ofRooms.map(({ id, depth }) => [id, depth])),
  };
}

/** An unused histogram has no buckets yet. */
const since = (before: number[], now: number[]): number[] => now.map((count, n) => count - (before[n] ?? 0));

const megabytes = (bytes: number): number => Math.round(bytes / 1_048_576);
const milliseconds = (seconds: number): number => Math.round(seconds * 10_000) / 10;

export function together(
  all: readonly Record<string, number>[],
  join: (one: number, other: number) => number = (one, other) => one + other,
): Record<string, number> {
  const found: Record<string, number> = {};
  for (const one of all) for (const [name, count] of Object.entries(one)) found[name] = join(found[name] ?? 0, count);
  return found;
}
