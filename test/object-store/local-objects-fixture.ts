/** The local store and its middleware alone, with a clock and limits that a test can set. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Koa from 'koa';
import { limitConnections } from '#http/listener/connection-limits.js';
import { renderErrors } from '#http/middleware/errors.js';
import { type ObjectLimits, objectsMiddleware } from '#http/objects/objects-middleware.js';
import { type LocalObjects, type LocalStore, openLocalStore } from '#src/adapters/object-store/local/local-store.js';

export interface LocalObjectsFixture extends AsyncDisposable {
  store: LocalStore;
  dir: string;
  port: number;
  /** What was logged as nobody's fault but ours. */
  faults: object[];
  move(ms: number): void;
}

const patient: ObjectLimits = { uploadsMax: 1_000, downloadsMax: 1_000, idleMs: 20_000, uploadMs: 600_000 };

/** `through` may put a fault between the middleware and the store. */
export async function openLocalObjects(
  limits: Partial<ObjectLimits> = {},
  through: (objects: LocalObjects) => LocalObjects = (objects) => objects,
): Promise<LocalObjectsFixture> {
  const dir = await mkdtemp(join(tmpdir(), 'meydan-objects-'));
  const faults: object[] = [];
  const app = new Koa();
  // What reaches Koa itself is a connection that broke; the faults are rendered before.
  app.silent = true;
  app.use(renderErrors({ error: (details) => void faults.push(details) }));
  const server = createServer((request, response) => void answer(request, response));
  limitConnections(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const store = await openLocalStore({ dir, publicUrl: `http://127.0.0.1:${port}`, secrets: ['a secret'], now });
  app.use(
    objectsMiddleware(through(store.localObjects), { stateOf: async () => 'presigned' }, { ...patient, ...limits }),
  );
  const answer = app.callback();
  return {
    store,
    dir,
    port,
    faults,
    move: (ms) => {
      ahead += ms;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(dir, { recursive: true, force: true });
    },
  };
}
