/**
 * Several processes behind one port, each of them a node of the cluster. This process serves nothing itself: it starts
 * the workers, hands connections to them in turn, starts a new one where one has ended, and ends with them.
 */
import cluster, { type Worker } from 'node:cluster';
import type { Logger } from '../observability/logger.js';

export interface WorkersOptions {
  count: number;
  /** The file that a worker runs. */
  entry: string;
  /** Options of Node for it. */
  nodeOptions: string[];
  /** What is different for this worker, as in the environment. Numbers begin with 1. */
  settingsOf(number: number): Record<string, string>;
  drainS: number;
  log: Logger;
  /** All workers serve; with what the first one has reported. */
  onReady(report: ReadyReport): void;
}

/** What a worker tells this process once it serves. */
export interface ReadyReport {
  lines: string[];
  publicUrl: string;
}

export interface Workers {
  /** Drains all. The exit code of the service. */
  stop(): Promise<number>;
  /** Drains and replaces one worker after the other, so that the others serve meanwhile. */
  restart(): Promise<void>;
  /** Resolves with an exit code if a worker ended before all have been ready once. */
  readonly failed: Promise<number>;
}

interface Place {
  number: number;
  worker: Worker | null;
  isReady: boolean;
  /** It was told to end. */
  isEnding: boolean;
  /** Starts in a row that ended soon. */
  failures: number;
  retry: NodeJS.Timeout | null;
}

const RETRY_DELAY_MS = 500;
const RETRY_DELAY_MS_MAX = 30_000;
/** A worker that has served for this long is started again at once. */
const STEADY_MS = 60_000;
/** After its own time for draining, a worker is killed. */
const KILL_DELAY_MS = 5_000;

export function startWorkers(options: WorkersOptions): Workers {
  const places = Array.from({ length: options.count }, (_, at) => newPlace(at + 1));
  let phase: 'starting' | 'serving' | 'stopping' = 'starting';
  let fail: (code: number) => void = () => undefined;
  const failed = new Promise<number>((resolve) => {
    fail = resolve;
  });
  cluster.setupPrimary({ exec: options.entry, execArgv: options.nodeOptions });

  function start(place: Place): void {
    const startedAt = performance.now();
    const worker = cluster.fork(options.settingsOf(place.number));
    place.worker = worker;
    place.isReady = false;
    place.isEnding = false;
    worker.on('message', (report: ReadyReport) => {
      place.isReady = true;
      if (phase !== 'starting' || !places.every(({ isReady }) => isReady)) return;
      phase = 'serving';
      options.onReady(report);
    });
    worker.on('exit', (code: number | null, signal: string | null) => {
      place.worker = null;
      place.isReady = false;
      if (phase === 'starting') fail(code || 1);
      if (phase !== 'serving' || place.isEnding) return;
      place.failures = performance.now() - startedAt > STEADY_MS ? 0 : place.failures + 1;
      const delayMs = Math.min(RETRY_DELAY_MS * 2 ** place.failures, RETRY_DELAY_MS_MAX);
      options.log.error({ worker: place.number, code, signal, delayMs }, 'worker exited');
      place.retry = setTimeout(() => start(place), delayMs);
    });
  }

  async function restart(): Promise<void> {
    for (const place of places) {
      if (phase !== 'serving') return;
      await end(place, options.drainS);
      if (phase !== 'serving') return;
      start(place);
      await readyOrGone(place);
    }
  }

  for (const place of places) start(place);
  return {
    failed,
    restart,
    async stop() {
      phase = 'stopping';
      const codes = await Promise.all(places.map((place) => end(place, options.drainS)));
      return Math.max(...codes);
    },
  };
}

const newPlace = (number: number): Place => ({
  number,
  worker: null,
  isReady: false,
  isEnding: false,
  failures: 0,
  retry: null,
});

/** SIGTERM, and the exit code; a signal counts as a failure. */
function end(place: Place, drainS: number): Promise<number> {
  if (place.retry) clearTimeout(place.retry);
  place.retry = null;
  const { worker } = place;
  if (!worker) return Promise.resolve(0);
  place.isEnding = true;
  return new Promise((resolve) => {
    const { process: child } = worker;
    const kill = setTimeout(() => child.kill('SIGKILL'), drainS * 1_000 + KILL_DELAY_MS);
    worker.once('exit', (code: number | null) => {
      clearTimeout(kill);
      resolve(code ?? 1);
    });
    child.kill('SIGTERM');
  });
}

function readyOrGone({ worker }: Place): Promise<void> {
  return new Promise((resolve) => {
    worker?.once('message', () => resolve());
    worker?.once('exit', () => resolve());
  });
}
