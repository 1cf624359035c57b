/** The process: reads the settings, starts the service, drains on SIGTERM. It is the only file that uses `process`. */
import cluster, { type Worker } from 'node:cluster';
import { hostname } from 'node:os';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { explainFailure } from './app/explain-failure.js';
import { fixedPort, workerSettings } from './app/worker-settings.js';
import { type ReadyReport, startWorkers } from './app/workers.js';
import { type App, createApp } from './app.js';
import { collectorOptions } from './concurrency/collector-options.js';
import { type Config, loadConfig } from './config/config.js';
import { withEnvFile } from './config/env-file.js';
import { explainConfig } from './config/explain-config.js';
import { createLoggers, type Logger } from './observability/logger.js';
import { createMetrics } from './observability/metrics.js';
import { watchStalls } from './observability/stall/stall-watch.js';

const startedAt = performance.now();

const say = (line: string) => process.stdout.write(`${line}\n`);
const complain = (line: string) => process.stderr.write(`${line}\n`);

async function main(): Promise<void> {
  const config = loadConfig(withEnvFile('.env', process.env));
  const loggers = createLoggers(config.logLevel);
  if (config.workers > 1) return runWorkers(config, loggers.process);
  for (const option of collectorOptions(config.workers)) setFlagsFromString(option);
  const metrics = createMetrics();
  const { activities, stalled: onStall } = metrics;
  watchStalls({ stallS: config.stallS, activities, log: loggers.process, onStall });
  const app = await createApp(config, {
    loggers,
    metrics,
    onLost,
    nodeId: `${hostname()} (process ${process.pid})`,
    listensLate: cluster.isWorker,
  });
  const report: ReadyReport = { lines: explainConfig(app.config), publicUrl: app.config.http.publicUrl };
  if (cluster.isWorker) process.send?.(report);
  else announce(report);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void drain(app, signal));
  cluster.worker?.once('disconnect', function drainAlone(this: Worker) {
    // Node would exit at once. What is under way can be finished without the process that handed connections over.
    this.exitedAfterDisconnect = true;
    void drain(app, 'The first process is gone');
  });
}

function announce({ lines, publicUrl }: ReadyReport, among = ''): void {
  for (const line of lines) say(`  ${line}`);
  const took = Math.round(performance.now() - startedAt);
  say(`Meydan is ready at ${publicUrl} · docs ${publicUrl}/docs · health ${publicUrl}/api/health · ${took} ms${among}`);
}

/** This process only starts the workers, and hands connections to them. */
async function runWorkers(config: Config, log: Logger): Promise<void> {
  const { workers: count, drainS } = config;
  const port = await fixedPort(config.http);
  const workers = startWorkers({
    count,
    entry: fileURLToPath(import.meta.url),
    nodeOptions: [...process.execArgv, ...collectorOptions(count)],
    settingsOf: (number) => ({ ...workerSettings(config, number), PORT: String(port) }),
    drainS,
    log,
    onReady: (report) => announce(report, ` · ${count} workers`),
  });
  const stop = async (signal: string) => {
    say(`${signal}: draining ${count} workers, at most ${drainS} s`);
    const code = await workers.stop();
    say('Drained.');
    process.exit(code);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(signal));
  process.on('SIGUSR2', () => void workers.restart().then(() => say('All workers are new.')));
  const code = await workers.failed;
  complain('Meydan cannot start: a worker has ended.');
  await workers.stop();
  process.exit(code);
}

/** Two nodes on one store could answer differently. A stop loses nothing, because acknowledged writes are durable. */
function onLost(why: string): void {
  complain(`Stopping: ${why}`);
  process.exit(1);
}

async function drain(app: App, signal: string): Promise<void> {
  // The other workers get the connections from now on.
  cluster.worker?.disconnect();
  say(`${signal}: draining, at most ${app.config.drainS} s`);
  const tooLate = setTimeout(() => {
    complain('Draining took too long. Acknowledged writes are durable. Stopping now.');
    process.exit(1);
  }, app.config.drainS * 1_000);
  await app.drain();
  clearTimeout(tooLate);
  say('Drained.');
}

process.on('unhandledRejection', (error) => {
  complain(`Unhandled promise rejection: ${explainFailure(error)}`);
});

main().catch((error: unknown) => {
  complain(`Meydan cannot start. ${explainFailure(error)}`);
  // Open resources must not keep a failed start alive, because its supervisor waits for its end.
  process.exit(1);
});
