/** Prints the folder of the packages that the Python client stands on, and of its type checker: as PYTHONPATH has it. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { pipIntoCache } from './into-cache.mjs';

const CACHE = fileURLToPath(new URL('../../.cache/python-client', import.meta.url));
/** With flit_core the client is installed from its folder without a network. */
const PACKAGES = [
  'aiohttp==3.14.5',
  'python-socketio==5.18.1',
  'typing_extensions==4.16.0',
  'flit_core==3.12.0',
  'mypy==2.4.1',
];

try {
  if (!existsSync(CACHE)) pipIntoCache(CACHE, PACKAGES);
  console.log(CACHE);
} catch (cause) {
  console.error(`No packages of the Python client: ${cause.message}. Name their folder in MEYDAN_PYTHON_CLIENT.`);
  process.exitCode = 1;
}
