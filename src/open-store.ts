import { randomUUID } from 'node:crypto';
import type { Config } from './config/config.js';
import { openEmbeddedStore } from './store/embedded/embedded-store.js';
import { openMongoStore } from './store/mongo/mongo-store.js';
import { acquireNodeLease } from './store/mongo/node-lease.js';
import type { Store } from './store/store.js';

/** The engine the settings ask for. It may be held by others too: for reading, as the checkers do. */
export async function openStore({ store }: Pick<Config, 'store'>, onLost?: (why: string) => void): Promise<Store> {
  if (store.mongodbUri === null) return openEmbeddedStore({ dir: store.dataDir, ...(onLost && { onLost }) });
  return openMongoStore({ uri: store.mongodbUri });
}

export interface HeldStore {
  store: Store;
  /** False while another node might hold the store: what is decided here does not leave meanwhile. */
  isTrusted(): boolean;
  /** Lets the next node in, after the last write. */
  release(): Promise<void>;
}

export interface HoldListeners {
  onLost: (why: string) => void;
  onWaiting: (holder: string, ms: number) => void;
}

/** The same, held by this node alone: the embedded store locks its folder, MongoDB keeps a lease. */
export async function holdStore(
  config: Pick<Config, 'store' | 'cluster'>,
  nodeId: string,
  { onLost, onWaiting }: HoldListeners,
): Promise<HeldStore> {
  const store = await openStore(config, onLost);
  // Among others nobody holds it alone: slots are leased, and the log keeps writers apart.
  if (store.engine === 'embedded' || config.cluster) {
    return { store, isTrusted: () => true, release: () => store.close() };
  }
  try {
    const lease = await acquireNodeLease(store, {
      nodeId,
      token: randomUUID(),
      onLost,
      onWaiting,
    });
    return {
      store,
      isTrusted: () => lease.isTrusted(),
      async release() {
        await lease.release();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
