import type { Config } from './config.js';
import { openEmbeddedStore } from './store/embedded/embedded-store.js';
import { openMongoStore } from './store/mongo/mongo-store.js';
import type { Store } from './store/store.js';

/** The engine the settings ask for, held by this node alone. */
export async function openStore({ store }: Config): Promise<Store> {
  return store.mongodbUri === null
    ? openEmbeddedStore({ dir: store.dataDir })
    : openMongoStore({ uri: store.mongodbUri });
}
