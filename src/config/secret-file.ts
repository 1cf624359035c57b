/**
 * Outside production secrets are generated once and stored in DATA_DIR, so that tokens and identities survive a
 * restart.
 */
import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config-error.js';
import { secretBytesMin } from './settings.js';

/** The setting that replaces the file, and the effect of removing the file. */
interface Kind {
  file: string;
  setting: string;
  whenRemoved: string;
}

/** Signs tokens and fingerprints identities. */
export const ownSecret = (dataDir: string): string =>
  ownFile(dataDir, {
    file: 'secret',
    setting: 'SECRET',
    whenRemoved: 'all accounts must log in again, and identities are not recognized any more',
  });

/** The key of the operator interface. */
export const ownConsoleKey = (dataDir: string): string =>
  ownFile(dataDir, { file: 'console-key', setting: 'CONSOLE_KEY', whenRemoved: 'operators must use the new one' });

function ownFile(dataDir: string, kind: Kind): string {
  const path = join(dataDir, kind.file);
  try {
    return readSecret(path, kind) ?? makeSecret(dataDir, path);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError([
      `DATA_DIR=${dataDir} cannot be used: ${(error as Error).message}. It must be a folder this process may write to. Example: DATA_DIR=./data`,
    ]);
  }
}

function readSecret(path: string, { setting, whenRemoved }: Kind): string | null {
  let secret: string;
  try {
    secret = readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  if (/^[0-9a-f]{64}$/.test(secret)) return secret;
  throw new ConfigError([
    `The file ${path} is damaged: it must hold ${secretBytesMin} bytes as 64 hexadecimal digits. ` +
      `Put back a copy, set ${setting}, or remove the file to get a new secret (${whenRemoved}). ` +
      `Example: ${setting}=the output of: openssl rand -hex 32`,
  ]);
}

/**
 * Written to a temporary file and linked into place, so that a concurrent start, or one after a crash, never reads an
 * incomplete secret.
 */
function makeSecret(dataDir: string, path: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(temporary, `${randomBytes(secretBytesMin).toString('hex')}\n`, { mode: 0o600, flush: true });
    linkSync(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
  return readFileSync(path, 'utf8').trim();
}
