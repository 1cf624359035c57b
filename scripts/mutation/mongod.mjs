/** The server of code that has no tests without one: the engine of MongoDB. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beginMongod } from '../../test/support/servers/mongod-server.mjs';
import { root } from '../setup.mjs';

const OF_SERVER = 'src/store/mongo/';

/** The settings for the tests, and how the server is ended; null where no file needs one, or none is found. */
export async function mongodFor(files) {
  if (!files.some((file) => file.startsWith(OF_SERVER))) return null;
  const binary = process.env.MEYDAN_MONGOD ?? found();
  if (!binary) return null;
  const mongod = await beginMongod(binary, ['--replSet', 'rs0']);
  await mongod.started;
  return { env: { MEYDAN_MONGOD: binary, MEYDAN_TEST_MONGOD_PORT: String(mongod.port) }, stop: mongod.stop };
}

const found = () =>
  spawnSync(process.execPath, [join(root, 'scripts/fetch/mongod.mjs'), '--find'], { encoding: 'utf8' }).stdout.trim();
