/** The actors of one node in this process, on either engine, for load tests without the HTTP layer and the gateway. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemEnv } from '#actors/runtime/system-env.js';
import { createNode } from '#src/node.js';
import { openEmbeddedStore } from '#src/store/embedded/embedded-store.js';
import { openMongoStore } from '#src/store/mongo/mongo-store.js';
import { startMongod } from '../engines/mongod.mjs';

/**
 * `engine` is `embedded` (in a new folder unless `dataDir` names one) or `mongo` (a new mongod unless `mongodbUri`
 * names one). Answers `{ node, store, storePid, close }`; `close` deletes everything that was made for it.
 */
export async function startLocalNode({
  engine,
  dataDir,
  mongodbUri,
  metrics,
  onError = report,
  lanes,
  env = systemEnv,
  budgetBytes,
}) {
  const { store, storePid, remove } = await openStore(engine, { dataDir, mongodbUri });
  const node = createNode({
    store,
    env,
    owner: systemEnv.uuid().slice(0, 8),
    alone: true,
    brand: 'bench',
    metrics,
    onError,
    ...(lanes ? { lanes } : {}),
    ...(budgetBytes ? { budgetBytes } : {}),
  });
  const close = async () => {
    await node.system.stop();
    await store.close();
    await remove();
  };
  return { node, store, storePid, close };
}

async function openStore(engine, { dataDir, mongodbUri }) {
  if (engine === 'mongo') {
    const mongod = mongodbUri ? { uri: mongodbUri, pid: null, stop: async () => {} } : await startMongod();
    return { store: await openMongoStore({ uri: mongod.uri }), storePid: mongod.pid, remove: mongod.stop };
  }
  const dir = dataDir ?? (await mkdtemp(join(tmpdir(), 'meydan-bench-')));
  const remove = dataDir ? async () => {} : () => rm(dir, { recursive: true, force: true });
  return { store: await openEmbeddedStore({ dir }), storePid: null, remove };
}

function report(error, where) {
  console.error(`${where.kind} ${where.id}${where.command ? ` (${where.command})` : ''}:`, error);
}
