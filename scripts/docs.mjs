/**
 * Writes the documents of the interface and the reference pages from the built code; tests compare both with the code.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { referencePages } from './docs/reference-pages.mjs';
import { withRetentions } from './docs/retention-table.mjs';

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
  { retentions },
] = await Promise.all(
  [
    'domain/version',
    'config/settings',
    'config/reference/setting-texts',
    'observability/metrics',
    'errors',
    'domain/rooms/permissions',
    'domain/rooms/permission-texts',
    'store/retention',
  ].map(load),
);

const metrics = createMetrics();
metrics.close();

const OPERATING = 'docs/operating.md';
const operating = await readFile(new URL(`../${OPERATING}`, import.meta.url), 'utf8');

const json = (document) => `${JSON.stringify(document, null, 2)}\n`;
const documents = {
  'docs/openapi.json': json(openApiDocument(endpoints, { version: VERSION })),
  'docs/asyncapi.json': json(asyncApiDocument({ version: VERSION })),
  [OPERATING]: withRetentions(operating, retentions),
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
