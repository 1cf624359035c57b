/** The process: reads the settings, starts the service, drains on SIGTERM. It is the only file that uses `process`. */
import { hostname } from 'node:os';
import { explainFailure } from './app/explain-failure.js';
import { type App, createApp } from './app.js';
import { loadConfig } from './config/config.js';
import { withEnvFile } from './config/env-file.js';
import { explainConfig } from './config/explain-config.js';
import { createLoggers } from './observability/logger.js';
import { createMetrics } from './observability/metrics.js';
import { watchStalls } from './observability/stall/stall-watch.js';

const startedAt = performance.now();

const say = (line: string) => process.stdout.write(`${line}\n`);
const complain = (line: string) => process.stderr.write(`${line}\n`);

async function main(): Promise<void> {
  const config = loadConfig(withEnvFile('.env', process.env));
  const loggers = createLoggers(config.logLevel);
  const metrics = createMetrics();
  const { activities, stalled: onStall } = metrics;
  watchStalls({ stallS: config.stallS, activities, log: loggers.process, onStall });
  const app = await createApp(config, { loggers, metrics, onLost, nodeId: `${hostname()} (process ${process.pid})` });
  for (const line of explainConfig(app.config)) say(`  ${line}`);
  const took = Math.round(performance.now() - startedAt);
  const { publicUrl } = app.config.http;
  say(`Meydan is ready at ${publicUrl} · docs ${publicUrl}/docs · health ${publicUrl}/api/health · ${took} ms`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void drain(app, signal));
}

/** Two nodes on one store could answer differently. A stop loses nothing, because acknowledged writes are durable. */
function onLost(why: string): void {
  complain(`Stopping: ${why}`);
  process.exit(1);
}

async function drain(app: App, signal: string): Promise<void> {
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
