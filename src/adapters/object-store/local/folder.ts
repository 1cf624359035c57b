/**
 * The files of the local store: written to a temporary file and renamed, read by range, listed in the order of keys.
 */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, type FileHandle, mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { isObjectKey } from '#src/domain/accounts/object-key.js';
import type { StoredObject } from '../object-store.js';
import { contentTypeOfTrailer, TRAILER_BYTES, trailerOf } from './object-trailer.js';

/** Temporary files of a dead process are removed after this time. Younger ones may belong to a process that drains. */
const ABANDONED_AFTER_MS = 3_600_000;
/** A concurrent removal may delete a new folder before the file is moved into it. */
const MOVE_ATTEMPTS_MAX = 5;

/** An open object. Its bytes stay readable until it is closed, even if its key is replaced or removed. */
export interface OpenObject extends StoredObject {
  /** Changes with the bytes. */
  version: string;
  file: FileHandle;
}

/** An object during its upload; it ends with `keep` or `drop`. */
export interface Incoming {
  write(chunk: Uint8Array): Promise<void>;
  /** Resolves when the object is durable and in place. */
  keep(): Promise<void>;
  drop(): Promise<void>;
}

export interface Folder {
  readonly objects: string;
  readonly parts: string;
}

export async function openFolder(dir: string, now: number): Promise<Folder> {
  const folder = { objects: join(dir, 'kept'), parts: join(dir, 'incoming') };
  await mkdir(folder.objects, { recursive: true, mode: 0o700 });
  await mkdir(folder.parts, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder.parts)) {
    const file = join(folder.parts, name);
    const found = await orNone(stat(file));
    if (found && now - found.mtimeMs > ABANDONED_AFTER_MS) await rm(file, { force: true });
  }
  return folder;
}

export function pathOf({ objects }: Folder, key: string): string {
  if (!isObjectKey(key)) throw new TypeError('No object can have this key');
  return join(objects, ...key.split('/'));
}

export async function openObject(folder: Folder, key: string): Promise<OpenObject | null> {
  const file = await orNone(open(pathOf(folder, key), 'r'));
  if (!file) return null;
  try {
    const { size, mtimeMs, ino } = await file.stat();
    const bytes = size - TRAILER_BYTES;
    const { buffer } = await file.read(Buffer.alloc(TRAILER_BYTES), 0, TRAILER_BYTES, Math.max(0, bytes));
    const contentType = contentTypeOfTrailer(buffer);
    if (bytes >= 0 && contentType !== null) {
      const version = `${ino.toString(36)}-${bytes.toString(36)}-${mtimeMs.toString(36)}`;
      return { key, bytes, contentType, modifiedAt: Math.trunc(mtimeMs), version, file };
    }
  } catch (error) {
    await file.close();
    throw error;
  }
  await file.close();
  return null;
}

export async function receive(folder: Folder, key: string, contentType: string): Promise<Incoming> {
  const target = pathOf(folder, key);
  const seal = trailerOf(contentType);
  const part = join(folder.parts, randomUUID());
  const file = await open(part, 'wx', 0o600);
  const drop = async () => {
    await file.close();
    await rm(part, { force: true });
  };
  return {
    write: (chunk) => writeWhole(file, chunk),
    async keep() {
      try {
        await writeWhole(file, seal);
        await file.datasync();
        await file.close();
        await moveInto(part, target, folder.objects);
      } catch (error) {
        await drop();
        throw error;
      }
    },
    drop,
  };
}

/** One call may write fewer bytes than given, for example on a full disk. */
async function writeWhole(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.byteLength; ) {
    done += (await file.write(chunk, done)).bytesWritten;
  }
}

async function moveInto(part: string, target: string, top: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const made = await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    try {
      await rename(part, target);
      await syncFolders(dirname(target), made === undefined ? dirname(target) : top);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt === MOVE_ATTEMPTS_MAX) throw error;
    }
  }
}

/** A new name is durable once its folder is synced, and so is each new folder above it. */
async function syncFolders(from: string, to: string): Promise<void> {
  for (let dir = from; ; dir = dirname(dir)) {
    const folder = await open(dir, 'r');
    await folder.sync().finally(() => folder.close());
    if (dir === to) return;
  }
}

export async function removeObject(folder: Folder, key: string): Promise<void> {
  const path = pathOf(folder, key);
  await rm(path, { force: true });
  for (let dir = dirname(path); dir !== folder.objects; dir = dirname(dir)) {
    if (!(await isRemovedEmpty(dir))) return;
  }
}

async function isRemovedEmpty(dir: string): Promise<boolean> {
  try {
    await rmdir(dir);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return false;
    // A concurrent call removed it; its parent may be empty now.
    if (code === 'ENOENT') return true;
    throw error;
  }
}

/** Keys that begin with `prefix` and come after `after`, in their order as text. */
export async function* keysOf(folder: Folder, prefix: string, after: string): AsyncGenerator<string> {
  yield* walk(folder.objects, folder.objects);

  async function* walk(top: string, dir: string): AsyncGenerator<string> {
    const entries = (await orNone(readdir(dir, { withFileTypes: true }))) ?? [];
    // With its slash, because in keys `a/b` comes after `a-b`: `/` comes after `-`.
    const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort();
    for (const name of names) {
      const path = join(dir, name);
      const key = relative(top, path).split('\\').join('/');
      if (!name.endsWith('/')) {
        if (key.startsWith(prefix) && key > after && isObjectKey(key)) yield key;
      } else if (mayHold(`${key}/`, prefix, after)) yield* walk(top, path);
    }
  }
}

/** Whether a folder can contain a matching key. */
function mayHold(path: string, prefix: string, after: string): boolean {
  const isOnTheWay = path.startsWith(prefix) || prefix.startsWith(path);
  return isOnTheWay && (path > after || after.startsWith(path));
}

export async function checkUsable({ objects, parts }: Folder): Promise<void> {
  await access(objects, constants.R_OK | constants.W_OK);
  await access(parts, constants.R_OK | constants.W_OK);
}

async function orNone<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw error;
  }
}
