/**
 * Writes the types of both clients from the two documents of the interface; a test holds the copies in sdk/ and
 * sdk-python/ to them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pythonRest, pythonShapes, pythonSocket } from './sdk/python-types.mjs';
import { restTypes } from './sdk/rest-types.mjs';
import { socketTypes } from './sdk/socket-types.mjs';
import { withSocketShapes } from './sdk/with-socket-shapes.mjs';
import { root } from './setup.mjs';

const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));

const socket = read('docs/asyncapi.json');
const rest = withSocketShapes(read('docs/openapi.json'), socket);
const shapes = Object.keys(rest.components.schemas);
const python = 'sdk-python/src/meydan/generated';
const files = {
  'sdk/src/generated/rest.ts': restTypes(rest),
  'sdk/src/generated/socket.ts': socketTypes(socket, shapes),
  [`${python}/shapes.py`]: pythonShapes(rest),
  [`${python}/rest.py`]: pythonRest(rest),
  [`${python}/socket.py`]: pythonSocket(socket, shapes),
};

for (const [file, text] of Object.entries(files)) {
  writeFileSync(join(root, file), text);
  console.log(`wrote ${file}`);
}
