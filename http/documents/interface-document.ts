/**
 * The documents of the interface, as `npm run docs` wrote them. A test compares the files with the code. The service
 * reads them, because joi needs a third of a second of the main thread to describe the interface.
 */
import { readFileSync } from 'node:fs';
import type { Endpoint } from '#src/protocol/schema/endpoint.js';
import type { JsonSchema } from '#src/protocol/schema/json-schema.js';
import { v1Endpoints } from '#src/protocol/v1/v1-endpoints.js';

/** Either document, with its named shapes. */
interface InterfaceDocument extends JsonSchema {
  components: { schemas: Record<string, JsonSchema> };
}

export interface OpenApiDocument extends InterfaceDocument {
  paths: Record<string, Record<string, JsonSchema>>;
}

type Operation = Pick<Endpoint, 'method' | 'path'>;

/** OpenAPI 3.1 of the mounted endpoints and of `/v1`. */
export function readOpenApi(mounted: readonly Operation[]): OpenApiDocument {
  const document = read<OpenApiDocument>('openapi');
  const keys = new Set([...mounted, ...v1Endpoints].map(({ method, path }) => `${method} ${path}`));
  const paths: OpenApiDocument['paths'] = {};
  for (const [path, operations] of Object.entries(document.paths)) {
    const kept = Object.entries(operations).filter(([method]) => keys.has(`${method} ${path}`));
    if (kept.length > 0) paths[path] = Object.fromEntries(kept);
  }
  return { ...document, paths };
}

/** AsyncAPI 3 of the socket. */
export function readAsyncApi(): InterfaceDocument {
  return read<InterfaceDocument>('asyncapi');
}

/** The build puts both files at the same place from here as the sources have them. */
function read<Document>(name: 'openapi' | 'asyncapi'): Document {
  return JSON.parse(readFileSync(new URL(`../../docs/${name}.json`, import.meta.url), 'utf8'));
}
