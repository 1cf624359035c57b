/** Entry point of the console as its own process: reads the settings, starts the server, stops on SIGTERM. */
import { ConfigError } from '#src/config/config.js';
import { createLoggers } from '#src/observability/logger.js';
import { StoreLocked, StoreUnavailable } from '#src/store/store.js';
import { CONTRACT } from './app.js';
import { consoleSettings } from './settings.js';
import { type StandaloneConsole, startConsole } from './standalone.js';

const say = (line: string) => process.stdout.write(`${line}\n`);
const complain = (line: string) => process.stderr.write(`${line}\n`);

async function main(): Promise<void> {
  const settings = consoleSettings(process.env);
  const { config, key, consoleKey } = settings;
  const running = await startConsole(settings, createLoggers(config.logLevel).http);
  const { dataDir, mongodbUri } = config.store;
  say(`  store         ${mongodbUri === null ? `embedded, in ${dataDir}` : 'MongoDB (MONGODB_URI)'}`);
  say(`  operators     ${process.env.CONSOLE_KEY ? 'with the key that was set' : `key ${consoleKey} (CONSOLE_KEY)`}`);
  say(`  the service   DICTIONARY_URL=${running.url}${CONTRACT}`);
  say(`                ${process.env.DICTIONARY_KEY ? 'with the key that was set' : `DICTIONARY_KEY=${key}`}`);
  say(`The dictionary console is ready at ${running.url}/console/`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void end(running, signal));
}

async function end(running: StandaloneConsole, signal: string): Promise<void> {
  say(`${signal}: finishing`);
  await running.close();
  say('Finished.');
}

function explainFailure(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StoreLocked || error instanceof StoreUnavailable)
    return error.message;
  const { code, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  if (code === 'EADDRINUSE') return `Port ${port} on ${address} is in use. Set PORT to a free one (PORT=3101).`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

main().catch((error: unknown) => {
  complain(`The dictionary console cannot start. ${explainFailure(error)}`);
  process.exitCode = 1;
});
