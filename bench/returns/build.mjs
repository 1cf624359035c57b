/** A node of the build in a folder, on a store that may be shared with others one after the other. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export async function openBuild(folder, { engine, uri, dir }) {
  const load = (file) => import(pathToFileURL(join(folder, 'dist', file)).href);
  const { systemEnv } = await load('actors/runtime/system-env.js');
  const { createNode } = await load('src/node.js');
  const { openEmbeddedStore } = await load('src/store/embedded/embedded-store.js');
  const { openMongoStore } = await load('src/store/mongo/mongo-store.js');
  const { defaultSettings } = await load('src/domain/rooms/room.js');
  const store = engine === 'mongo' ? await openMongoStore({ uri }) : await openEmbeddedStore({ dir });
  const onError = (error) => console.error(error);
  const owner = randomUUID().slice(0, 8);
  const node = createNode({ store, env: systemEnv, owner, alone: true, brand: 'bench', onError });
  const close = async () => {
    await node.system.stop();
    await store.close();
  };
  return { store, node, defaultSettings, close };
}
