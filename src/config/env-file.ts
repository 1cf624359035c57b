/** Reads settings from a `.env` file beside the program. Variables of the environment override it. */
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { Environment } from './config.js';
import { ConfigError } from './config-error.js';

const assignment = /^\s*(export\s+)?[A-Za-z_][A-Za-z0-9_]*\s*=/;

export function withEnvFile(path: string, env: Environment): Environment {
  const text = readIfThere(path);
  if (text === null) return env;
  refuseDamage(path, text);
  return { ...parseEnv(text), ...env };
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new ConfigError([`The settings file ${path} cannot be read: ${(error as Error).message}.`]);
  }
}

/** Node's parser skips invalid lines silently, so that the operator would not notice an ignored setting. */
function refuseDamage(path: string, text: string): void {
  let openQuote = '';
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (openQuote) {
      if (line.includes(openQuote)) openQuote = '';
      continue;
    }
    if (line.includes('\0') || line.includes('\uFFFD') || !(assignment.test(line) || /^\s*(#|$)/.test(line))) {
      throw new ConfigError([
        `The settings file ${path} is damaged in line ${index + 1}: each line is NAME=value, a # comment or empty. ` +
          'Example: PORT=3000',
      ]);
    }
    openQuote = quoteLeftOpen(line);
  }
}

/** A quoted value may span several lines. */
function quoteLeftOpen(line: string): string {
  const value = line.slice(line.indexOf('=') + 1).trim();
  const quote = value[0] ?? '';
  const isOpen = ['"', "'", '`'].includes(quote) && assignment.test(line) && !value.slice(1).includes(quote);
  return isOpen ? quote : '';
}
