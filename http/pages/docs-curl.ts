/** Each endpoint as a line for the shell. The same lines are run by the tests. */
import type { Endpoint } from '#src/protocol/schema/endpoint.js';
import type { JsonSchema } from '#src/protocol/schema/json-schema.js';
import { exampleBodies, exampleQueries } from './docs-examples.js';
import { type Components, sampleOf } from './docs-sample.js';

/** Values of path parameters: a room and a person of the examples, and values from an earlier response. */
const inPaths: Record<string, string> = {
  slug: 'kahve-kosesi',
  username: 'bob',
  tag: 'kahve',
  id: '$ID',
  account_id: '$ACCOUNT_ID',
  code: '$CODE',
};

export type DocumentedEndpoint = Pick<Endpoint, 'id' | 'method' | 'path' | 'access'>;

export function curlOf(
  { id, method, path, access }: DocumentedEndpoint,
  body: JsonSchema | undefined,
  components: Components,
): string {
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name) => inPaths[name] ?? `$${name.toUpperCase()}`);
  const query = exampleQueries[id];
  const lines = [`curl ${flagOf(method)}"$MEYDAN${address}${query ? `?${query}` : ''}"`];
  if (access !== 'public') lines.push(`-H "Authorization: Bearer $${access === 'console' ? 'CONSOLE_KEY' : 'TOKEN'}"`);
  if (body) {
    lines.push(`-H 'Content-Type: application/json'`);
    lines.push(`-d '${JSON.stringify(exampleBodyOf(id, body, components)).replaceAll("'", "'\\''")}'`);
  }
  return lines.join(' \\\n  ');
}

const flagOf = (method: string): string => (method === 'get' ? '' : `-X ${method.toUpperCase()} `);

export const exampleBodyOf = (id: string, body: JsonSchema, components: Components): unknown =>
  exampleBodies[id] ?? sampleOf(body, components);
