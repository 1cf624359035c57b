import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemEnv } from '../../dist/actors/runtime/system-env.js';
import { createNode } from '../../dist/src/node.js';
import { openEmbeddedStore } from '../../dist/src/store/embedded/embedded-store.js';
import { openMongoStore } from '../../dist/src/store/mongo/mongo-store.js';
import { startMongod } from '../engines/mongod.mjs';

async function open(name) {
  if (name === 'mongo') {
    const server = await startMongod();
    return { store: await openMongoStore({ uri: server.uri }), remove: server.stop };
  }
  const dir = mkdtempSync(join(tmpdir(), 'meydan-bench-'));
  const store = await openEmbeddedStore({ dir });
  return { store, remove: async () => rmSync(dir, { recursive: true, force: true }) };
}

/** A node on its own engine, without connections. */
export async function openEngine(name) {
  const { store, remove } = await open(name);
  const onError = (error) => console.error(error);
  const owner = randomUUID().slice(0, 8);
  const node = createNode({ store, env: systemEnv, owner, alone: true, brand: 'meydan', onError });
  const close = async () => {
    await node.system.stop();
    await store.close();
    await remove();
  };
  return { name, store, node, close };
}
