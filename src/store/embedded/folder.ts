import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreLocked, StoreUnavailable } from '../store.js';

const STORE_FILE = 'store.db';
const HOLDER_FILE = 'holder.pid';

export const storeFileOf = (dir: string): string => join(dir, STORE_FILE);

/**
 * Prepares the data folder. SQLite's lock on a file of its own is the lock (exclusive-lock.ts). The file with the pid is a hint for the operator, so
 * that a stale one does no harm.
 */
export async function holdFolder(
  dir: string,
): Promise<{ path: string; opened: (opening: Promise<void>) => Promise<void> }> {
  try {
    await mkdir(dir, { recursive: true });
  } catch (cause) {
    throw new StoreUnavailable(`the data folder ${dir} cannot be created: ${(cause as Error).message}`);
  }
  return { path: storeFileOf(dir), opened: (opening) => nameHolder(dir, opening) };
}

async function nameHolder(dir: string, opening: Promise<void>): Promise<void> {
  const file = join(dir, HOLDER_FILE);
  try {
    await opening;
  } catch (cause) {
    if (!(cause instanceof StoreLocked)) throw cause;
    throw new StoreLocked(`process ${await holderOf(file)} holds the data folder ${dir}; stop it first`);
  }
  try {
    await writeFile(file, `${process.pid}\n`);
  } catch (cause) {
    // The store is open; only the hint is missing. If the disk is full, the store reports that itself.
    process.emitWarning(`${file} could not be written: ${(cause as Error).message}`);
  }
}

async function holderOf(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch {
    return '(unknown)';
  }
}
