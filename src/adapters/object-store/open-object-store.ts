import type { Config } from '#src/config/config.js';
import { type LocalObjects, openLocalStore } from './local/local-store.js';
import type { ObjectStore } from './object-store.js';

export interface OpenedObjects {
  objects: ObjectStore;
  /** For the middleware that serves the local store; null if another server does. */
  localObjects: LocalObjects | null;
}

/** The object store of the settings. */
export async function openObjectStore(
  { objects, http, secrets }: Pick<Config, 'objects' | 'http' | 'secrets'>,
  now: () => number,
): Promise<OpenedObjects> {
  if (objects.kind === 's3') {
    // Its client is the largest package, so that it is imported only if it is used.
    const { openS3Store } = await import('./s3/s3-store.js');
    return { objects: openS3Store({ ...objects, now }), localObjects: null };
  }
  const store = await openLocalStore({ dir: objects.dir, publicUrl: http.publicUrl, secrets, now });
  return { objects: store, localObjects: store.localObjects };
}
