/**
 * Writes the documents of the interface and the reference pages from the built code; tests compare both with the code.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { referencePages } from './docs/reference-pages.mjs';

const load = (name) => import(new URL(`../dist/src/${name}.js`, import.meta.url));
const protocol = (name) => load(`protocol/${name}`);

const [{ endpoints }, { openApiDocument }, { asyncApiDocument }] = await Promise.all(
  ['endpoints', 'openapi', 'asyncapi'].map(protocol),
);
const [
  { VERSION },
  { settings },
  { settingGroups },
  { createMetrics },
  { errors, isRetryable },
  rooms,
  { permissionTexts },
] = await Promise.all(
  [
    'domain/version',
    'config/settings',
    'config/reference/setting-texts',
    'observability/metrics',
    'errors',
    'domain/rooms/permissions',
    'domain/rooms/permission-texts',
  ].map(load),
);

const metrics = createMetrics();
metrics.close();

const json = (document) => `${JSON.stringify(document, null, 2)}\n`;
const documents = {
  'docs/openapi.json': json(openApiDocument(endpoints, { version: VERSION })),
  'docs/asyncapi.json': json(asyncApiDocument({ version: VERSION })),
  ...referencePages({
    settings,
    settingGroups,
    metrics: metrics.definitions(),
    errors,
    isRetryable,
    permissions: { ...rooms, texts: permissionTexts },
  }),
};

await mkdir(new URL('../docs/reference', import.meta.url), { recursive: true });
for (const [file, text] of Object.entries(documents)) {
  await writeFile(new URL(`../${file}`, import.meta.url), text);
  console.log(`wrote ${file}`);
}
