/** Prints the folder of python-socketio for tests, one of the clients that are not ours: as PYTHONPATH has it. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pipIntoCache } from './into-cache.mjs';

const CACHE = fileURLToPath(new URL('../../.cache/python-socketio', import.meta.url));
const PACKAGES = ['python-socketio[client]==5.18.1'];

try {
  if (!existsSync(CACHE)) pipIntoCache(CACHE, PACKAGES);
  console.log(CACHE);
} catch (cause) {
  console.error(`No python-socketio: ${cause.message}. Name its folder in MEYDAN_PYTHON_SOCKETIO.`);
  process.exitCode = 1;
}
