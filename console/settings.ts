/** Settings of the console as its own process, from the environment. The names are those of the service. */
import { type Config, ConfigError, type Environment, loadConfig } from '#src/config/config.js';

export interface ConsoleSettings {
  config: Config;
  key: string;
  consoleKey: string;
}

const names = ['PORT', 'HOST', 'PUBLIC_URL', 'DATA_DIR', 'MONGODB_URI', 'CONSOLE_KEY', 'DICTIONARY_KEY', 'LOG_LEVEL'];
const KEYS = ['DICTIONARY_KEY', 'CONSOLE_KEY'];

/** Defaults that let the console run on the same machine as the service. */
const usual = { PORT: '3100', DATA_DIR: './data/console' };

/** Missing keys are generated once and stored in DATA_DIR; production requires them. */
export function consoleSettings(env: Environment): ConsoleSettings {
  const missing = env.NODE_ENV === 'production' ? KEYS.filter((name) => !env[name]?.trim()) : [];
  if (missing.length > 0) throw new ConfigError(missing.map((name) => `${name} is missing. ${example(name)}`));
  const given = names.flatMap((name) => (env[name]?.trim() ? [[name, env[name]]] : []));
  const config = loadConfig({ NODE_ENV: 'development', ...usual, ...Object.fromEntries(given) });
  const { dictionary, consoleKey } = config;
  if (dictionary === null || consoleKey === null) throw new ConfigError(['The console has no keys.']);
  return { config, key: dictionary.key, consoleKey };
}

const example = (name: string): string => `Example: ${name}=the output of: openssl rand -hex 32`;
