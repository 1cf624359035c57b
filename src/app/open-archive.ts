/** The archive of logs, between the store and everything that reads and writes it. */
import type { Env } from '#actors/runtime/env.js';
import { createArchiveWriter } from '#actors/writers/archive-writer.js';
import type { ObjectStore } from '../adapters/object-store/object-store.js';
import { openObjectStore } from '../adapters/object-store/open-object-store.js';
import type { Config } from '../config/config.js';
import { openReader } from '../open-store.js';
import { ArchivedReader } from '../store/archive/archived-reader.js';
import { archivedStore } from '../store/archive/archived-store.js';
import { type ArchiveObjects, holdObjects } from '../store/archive/stretch.js';
import type { OpenReader, Store } from '../store/store.js';

const CONTENT_TYPE = 'application/octet-stream';

/** Its part of the object store. */
export const archiveObjects = (objects: ObjectStore): ArchiveObjects => ({
  // A longer object is none that was written, and its checksum says so.
  read: (key, bytes) => objects.readStart(key, bytes + 1),
  write: (key, body) => objects.write(key, body, CONTENT_TYPE),
  remove: (keys) => objects.remove(keys),
  list: async (prefix, after) => (await objects.list(prefix, after)).map(({ key }) => key),
});

/** The store with its archived rows, and what archives them. */
export function openArchive(
  rows: Store,
  store: ObjectStore,
  env: Pick<Env, 'now' | 'monotonic'>,
  format: () => number,
) {
  const objects = archiveObjects(store);
  return {
    store: archivedStore({ rows, objects, now: env.now, monotonic: env.monotonic }),
    archive: createArchiveWriter({ rows, objects, env, format }),
  };
}

/** A reader of the whole store, with its archived rows, beside the service. */
export async function openWholeReader(config: Pick<Config, 'store' | 'objects' | 'http' | 'secrets'>) {
  const rows = await openReader(config);
  try {
    const { objects } = await openObjectStore(config, Date.now);
    return new WholeReader(rows, objects);
  } catch (cause) {
    await rows.close();
    throw cause;
  }
}

class WholeReader extends ArchivedReader implements OpenReader {
  readonly objects: ArchiveObjects;
  readonly #rows: OpenReader;
  readonly #store: ObjectStore;
  #release: () => Promise<void> = async () => undefined;

  constructor(rows: OpenReader, store: ObjectStore) {
    const objects = archiveObjects(store);
    super({ rows, objects, monotonic: () => performance.now() });
    this.objects = objects;
    this.#rows = rows;
    this.#store = store;
  }

  /** The objects of this moment stay until it is closed. */
  async holdSnapshot(): Promise<void> {
    if (await this.archives.hasAny()) this.#release = await holdObjects(this.objects, Date.now());
    await this.#rows.holdSnapshot();
  }

  async close(): Promise<void> {
    await this.#release();
    await this.#store.close();
    await this.#rows.close();
  }
}
