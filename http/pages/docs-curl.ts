/** Each endpoint as a line for the shell. The same lines are run by the tests. */
import type { ExampleCall } from './docs-calls.js';

export function curlOf({ method, path, pathValues, query, body, token }: ExampleCall): string {
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name) => pathValues[name] ?? '');
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}"$MEYDAN${address}${queryText(query)}"`];
  if (token) lines.push(`-H "Authorization: Bearer $${token}"`);
  if (body !== undefined) {
    lines.push(`-H 'Content-Type: application/json'`);
    lines.push(`-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`);
  }
  return lines.join(' \\\n  ');
}

/** A variable of the shell stays as it is. */
function queryText(query: Record<string, unknown>): string {
  const pairs = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value)).replace(/^%24/, '$')}`,
  );
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}
