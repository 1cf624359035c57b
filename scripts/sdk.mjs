/**
 * Writes the types of the client from the two documents of the interface; a test holds the copies in sdk/ to them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { restTypes } from './sdk/rest-types.mjs';
import { socketTypes } from './sdk/socket-types.mjs';
import { root } from './setup.mjs';

const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));

const rest = read('docs/openapi.json');
const files = {
  'sdk/src/generated/rest.ts': restTypes(rest),
  'sdk/src/generated/socket.ts': socketTypes(read('docs/asyncapi.json'), Object.keys(rest.components.schemas)),
};

for (const [file, text] of Object.entries(files)) {
  writeFileSync(join(root, file), text);
  console.log(`wrote ${file}`);
}
