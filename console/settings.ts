/** What the console is told by its environment, where it stands alone. The names are those of the service. */
import { type Config, ConfigError, type Environment, loadConfig } from '#src/config/config.js';

export interface ConsoleSettings {
  config: Config;
  key: string;
  consoleKey: string;
}

const names = ['PORT', 'HOST', 'PUBLIC_URL', 'DATA_DIR', 'MONGODB_URI', 'CONSOLE_KEY', 'DICTIONARY_KEY', 'LOG_LEVEL'];
const KEYS = ['DICTIONARY_KEY', 'CONSOLE_KEY'];

/** Beside the service, not in its place. */
const usual = { PORT: '3100', DATA_DIR: './data/console' };

/** Keys that are not given are made once and kept in DATA_DIR; in production they are to be given. */
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
