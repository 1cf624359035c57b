import { randomUUID } from 'node:crypto';
import type { Config } from './config/config.js';
import { openEmbeddedStore } from './store/embedded/embedded-store.js';
import { acquireNodeLease, type NodeLeaseSetting } from './store/mongo/node-lease.js';
import type { Store } from './store/store.js';

/**
 * Opens the engine of the settings. Other processes may have the store open too, as for the checkers, which only read.
 */
export async function openStore({ store }: Pick<Config, 'store'>, onLost?: (why: string) => void): Promise<Store> {
  if (store.mongodbUri === null) return openEmbeddedStore({ dir: store.dataDir, ...(onLost && { onLost }) });
  // The driver is loaded by those who need it: it takes a fifth of a second.
  const { openMongoStore } = await import('./store/mongo/mongo-store.js');
  return openMongoStore({ uri: store.mongodbUri });
}

export interface HeldStore {
  store: Store;
  /** False while another node might have the store. Outputs are held meanwhile. */
  isTrusted(): boolean;
  /** Lets the next node take the store, after the last write. */
  release(): Promise<void>;
}

export interface HoldListeners {
  onLost: (why: string) => void;
  onWaiting: (holder: string, ms: number) => void;
}

/** Opens the store exclusively: the embedded store locks its folder, MongoDB has a lease. */
export async function holdStore(
  config: Pick<Config, 'store' | 'cluster'>,
  nodeId: string,
  { onLost, onWaiting }: HoldListeners,
): Promise<HeldStore> {
  const store = await openStore(config, onLost);
  // In a cluster no node has the store alone: slots are leased, and the log refuses a second writer.
  if (store.engine === 'embedded' || config.cluster) {
    return { store, isTrusted: () => true, release: () => store.close() };
  }
  return holdByLease(store, { nodeId, token: randomUUID() }, { onLost, onWaiting });
}

/** Holds a store that other processes could open, too. If that fails, the store is closed. */
export async function holdByLease(
  store: Store,
  setting: Omit<NodeLeaseSetting, keyof HoldListeners>,
  listeners: HoldListeners,
): Promise<HeldStore> {
  try {
    const lease = await acquireNodeLease(store, { ...setting, ...listeners });
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
