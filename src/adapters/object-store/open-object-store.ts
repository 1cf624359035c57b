import type { Config } from '#src/config/config.js';
import { type LocalObjects, openLocalStore } from './local/local-store.js';
import type { ObjectStore } from './object-store.js';

export interface OpenedObjects {
  objects: ObjectStore;
  /** For the middleware through which clients reach the local store; null where another server does that. */
  localObjects: LocalObjects | null;
}

/** The object store the settings ask for. */
export async function openObjectStore(
  { objects, http, secrets }: Pick<Config, 'objects' | 'http' | 'secrets'>,
  now: () => number,
): Promise<OpenedObjects> {
  if (objects.kind === 's3') {
    // Its client is the largest package of all: who does not use it does not load it.
    const { openS3Store } = await import('./s3/s3-store.js');
    return { objects: openS3Store({ ...objects, now }), localObjects: null };
  }
  const store = await openLocalStore({ dir: objects.dir, publicUrl: http.publicUrl, secrets, now });
  return { objects: store, localObjects: store.localObjects };
}
