/** Writes the two documents of the interface from the built code; a test holds the copies in docs/ to it. */
import { writeFile } from 'node:fs/promises';

const load = (name) => import(new URL(`../dist/src/protocol/${name}.js`, import.meta.url));

const [{ endpoints }, { openApiDocument }, { asyncApiDocument }, { VERSION }] = await Promise.all(
  ['endpoints', 'openapi', 'asyncapi', 'version'].map(load),
);

const documents = {
  'docs/openapi.json': openApiDocument(endpoints, { version: VERSION }),
  'docs/asyncapi.json': asyncApiDocument({ version: VERSION }),
};

for (const [file, document] of Object.entries(documents)) {
  await writeFile(new URL(`../${file}`, import.meta.url), `${JSON.stringify(document, null, 2)}\n`);
  console.log(`wrote ${file}`);
}
