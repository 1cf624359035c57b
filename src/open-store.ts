import { randomUUID } from 'node:crypto';
import type { Config } from './config/config.js';
import { openEmbeddedReader, openEmbeddedSchema, openEmbeddedStore } from './store/embedded/embedded-store.js';
import { acquireNodeLease, type NodeLeaseSetting } from './store/mongo/node-lease.js';
import type { OnBuild, SchemaStore } from './store/schema/index-builds.js';
import type { OpenReader, Store } from './store/store.js';

export interface OpenListeners {
  /** Opens a store that a restore may have filled in part. */
  isRestore?: boolean;
  onLost?: (why: string) => void;
  onBuild?: OnBuild;
}

/** Opens the engine of the settings, and brings its schema up to date. */
export async function openStore({ store }: Pick<Config, 'store'>, listeners: OpenListeners = {}): Promise<SchemaStore> {
  if (store.mongodbUri === null) return openEmbeddedStore({ dir: store.dataDir, ...listeners });
  // The driver is loaded by those who need it: it takes a fifth of a second.
  const { openMongoStore } = await import('./store/mongo/mongo-store.js');
  const { onBuild, isRestore = false } = listeners;
  return openMongoStore({ uri: store.mongodbUri, isRestore, ...(onBuild && { onBuild }) });
}

/** Opens the engine of the settings for reading, beside the service. Nothing in the store is changed. */
export async function openReader({ store }: Pick<Config, 'store'>): Promise<OpenReader> {
  if (store.mongodbUri === null) return openEmbeddedReader({ dir: store.dataDir });
  const { openMongoReader } = await import('./store/mongo/mongo-store.js');
  return openMongoReader({ uri: store.mongodbUri });
}

/** Opens the engine of the settings for the command that drops indexes. */
export async function openSchema({ store }: Pick<Config, 'store'>): Promise<SchemaStore> {
  if (store.mongodbUri === null) return openEmbeddedSchema({ dir: store.dataDir });
  const { openMongoSchema } = await import('./store/mongo/mongo-store.js');
  return openMongoSchema({ uri: store.mongodbUri });
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
  onBuild?: OnBuild;
}

/** Opens the store exclusively: the embedded store locks its folder, MongoDB has a lease. */
export async function holdStore(
  config: Pick<Config, 'store' | 'cluster'>,
  nodeId: string,
  { onLost, onWaiting, onBuild }: HoldListeners,
): Promise<HeldStore> {
  const store = await openStore(config, { onLost, ...(onBuild && { onBuild }) });
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
  listeners: Omit<HoldListeners, 'onBuild'>,
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
