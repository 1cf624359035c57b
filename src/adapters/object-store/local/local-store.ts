import type { ListedObject, ObjectStore } from '../object-store.js';
import {
  checkUsable,
  type Folder,
  type Incoming,
  keysOf,
  type OpenObject,
  openFolder,
  openObject,
  receive,
  removeObject,
} from './folder.js';

export type { Incoming, OpenObject } from './folder.js';
export { OBJECTS_PATH, type Permit } from './links.js';

import { createLocalLinks, type LinkSettings, type Permit } from './links.js';

/** The interface of the local store for its middleware, besides the links. */
export interface LocalObjects {
  permitOf(target: string): Permit | null;
  open(key: string): Promise<OpenObject | null>;
  receive(key: string, contentType: string): Promise<Incoming>;
  has(key: string): Promise<boolean>;
  remove(key: string): Promise<void>;
  now(): number;
}

export interface LocalStore extends ObjectStore {
  readonly kind: 'local';
  readonly localObjects: LocalObjects;
}

export interface LocalSettings extends LinkSettings {
  dir: string;
}

const LIST_MAX = 1_000;

/** Objects as files in a folder of this machine, for one node. */
export async function openLocalStore({ dir, ...settings }: LocalSettings): Promise<LocalStore> {
  const { permitOf, putLink, getLink } = createLocalLinks(settings);
  const folder = await openFolder(dir, settings.now());
  const opened = (key: string) => openObject(folder, key);
  const incoming = (key: string, contentType: string) => receive(folder, key, contentType);
  return {
    kind: 'local',
    origin: new URL(settings.publicUrl).origin,
    localObjects: {
      permitOf,
      open: opened,
      receive: incoming,
      has: async (key) => (await withObject(await opened(key), () => true)) ?? false,
      remove: (key) => removeObject(folder, key),
      now: settings.now,
    },
    putLink,
    getLink,
    head: async (key) => withObject(await opened(key), ({ version: _, file: __, ...stored }) => stored),
    readStart: async (key, length) => withObject(await opened(key), (object) => startOf(object, length)),
    async write(key, body, contentType) {
      const file = await incoming(key, contentType);
      await fill(file, body);
      await file.keep();
    },
    async remove(keys) {
      for (const key of keys) await removeObject(folder, key);
    },
    list: (prefix, after = '') => list(folder, prefix, after),
    ping: () => checkUsable(folder),
    close: async () => undefined,
  };
}

async function withObject<T>(
  object: OpenObject | null,
  use: (object: OpenObject) => T | Promise<T>,
): Promise<T | null> {
  if (!object) return null;
  try {
    return await use(object);
  } finally {
    await object.file.close();
  }
}

async function startOf({ file, bytes }: OpenObject, length: number): Promise<Uint8Array> {
  const start = Buffer.alloc(Math.min(length, bytes));
  const { bytesRead } = await file.read(start, 0, start.length, 0);
  return start.subarray(0, bytesRead);
}

async function fill(file: Incoming, body: Uint8Array): Promise<void> {
  try {
    await file.write(body);
  } catch (error) {
    await file.drop();
    throw error;
  }
}

async function list(folder: Folder, prefix: string, after: string): Promise<ListedObject[]> {
  const found: ListedObject[] = [];
  for await (const key of keysOf(folder, prefix, after)) {
    const listed = await withObject(await openObject(folder, key), ({ bytes, modifiedAt }) => ({
      key,
      bytes,
      modifiedAt,
    }));
    if (listed) found.push(listed);
    if (found.length === LIST_MAX) break;
  }
  return found;
}
