/** The store of the simulator without its faults: it keeps the contract of both engines, and opens in no time. */
import type { Store } from '#src/store/store.js';
import { Documents } from '../../sim/edges/documents.js';
import { directStoreChannel, VirtualStore } from '../../sim/edges/virtual-store.js';

export const memoryStore = (now: () => number = Date.now): Store =>
  new VirtualStore(new Documents(), directStoreChannel(now));
