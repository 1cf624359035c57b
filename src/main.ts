/** The process: settings in, the service up, SIGTERM drains. The only use of `process`. */
import { hostname } from 'node:os';
import { type App, createApp } from './app.js';
import { ConfigError, loadConfig } from './config.js';
import { explain } from './config-explain.js';
import { withEnvFile } from './env-file.js';
import { createLoggers } from './logger.js';
import { createMetrics } from './metrics.js';
import { watchStalls } from './stall-watch.js';
import { StoreLocked, StoreUnavailable } from './store/store.js';

const startedAt = performance.now();

const say = (line: string) => process.stdout.write(`${line}\n`);
const complain = (line: string) => process.stderr.write(`${line}\n`);

async function main(): Promise<void> {
  const config = loadConfig(withEnvFile('.env', process.env));
  const loggers = createLoggers(config.logLevel);
  for (const line of explain(config)) say(`  ${line}`);
  const metrics = createMetrics();
  const { activities, stalled: onStall } = metrics;
  watchStalls({ stallS: config.stallS, activities, log: loggers.process, onStall });
  const app = await createApp(config, { loggers, metrics, onLost, nodeId: `${hostname()} (process ${process.pid})` });
  const took = Math.round(performance.now() - startedAt);
  const { publicUrl } = app.config.http;
  say(`Meydan is ready at ${publicUrl} · docs ${publicUrl}/docs · health ${publicUrl}/api/health · ${took} ms`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void drain(app, signal));
}

/** Serving on beside another node would show people two truths; what was acknowledged is durable. */
function onLost(why: string): void {
  complain(`Stopping: ${why}`);
  process.exit(1);
}

async function drain(app: App, signal: string): Promise<void> {
  say(`${signal}: draining, at most ${app.config.drainS} s`);
  const tooLate = setTimeout(() => {
    complain('Draining took too long; what was acknowledged is durable. Stopping now.');
    process.exit(1);
  }, app.config.drainS * 1_000);
  await app.drain();
  clearTimeout(tooLate);
  say('Drained.');
}

/** What an operator can mend is said in a sentence; anything else with all there is to know. */
function explainFailure(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StoreLocked || error instanceof StoreUnavailable)
    return error.message;
  const { code, message, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${address} is in use by another program. Stop it, or set PORT to a free one (PORT=3001).`;
  if (code === 'EACCES' && port) return `Port ${port} may not be opened by this user. Set PORT to one above 1023.`;
  return error instanceof Error ? (error.stack ?? message) : String(error);
}

process.on('unhandledRejection', (error) => {
  complain(`A promise was rejected and nobody heard it: ${explainFailure(error)}`);
});

main().catch((error: unknown) => {
  complain(`Meydan cannot start. ${explainFailure(error)}`);
  process.exitCode = 1;
});
