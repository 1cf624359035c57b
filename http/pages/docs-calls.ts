/** The request that the example of an endpoint sends. The examples in all languages are written from it. */
import type { Endpoint } from '#src/protocol/schema/endpoint.js';
import type { JsonSchema } from '#src/protocol/schema/json-schema.js';
import { exampleBodies, exampleQueries } from './docs-examples.js';
import { type Components, sampleOf } from './docs-sample.js';

export type DocumentedEndpoint = Pick<Endpoint, 'id' | 'method' | 'path' | 'access'>;

/** The part of an operation of the OpenAPI document that an example needs. */
export interface DocumentedOperation {
  parameters?: { name: string; in: string; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { content?: object }>;
}

export interface ExampleCall {
  method: string;
  /** As the document writes it. */
  path: string;
  pathValues: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
  /** The variable of the token. */
  token: 'TOKEN' | 'CONSOLE_KEY' | null;
  /** False for tokens other than those of `/api`, which a client does not get by its own login. */
  isSessionToken: boolean;
  isRedirect: boolean;
  hasAnswer: boolean;
}

/** Path parameters: a room and a person of the examples, and variables for values from an earlier response. */
const inPaths: Record<string, string> = {
  slug: 'kahve-kosesi',
  username: 'bob',
  tag: 'kahve',
  // `$TOKEN` is the access token.
  token: '$BOT_TOKEN',
};

export function exampleCall(
  { id, method, path, access }: DocumentedEndpoint,
  { parameters = [], requestBody, responses }: DocumentedOperation,
  components: Components,
): ExampleCall {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const body = requestBody?.content['application/json']?.schema;
  const successes = Object.entries(responses).filter(([status]) => status < '300');
  return {
    method: method.toUpperCase(),
    path,
    pathValues: Object.fromEntries(names.map((name) => [name, inPaths[name] ?? `$${name.toUpperCase()}`])),
    query: queryOf(exampleQueries[id] ?? '', parameters),
    body: body && (exampleBodies[id] ?? sampleOf(body, components)),
    token: access === 'public' ? null : access === 'console' ? 'CONSOLE_KEY' : 'TOKEN',
    isSessionToken: access !== 'console' && access !== 'panel' && !path.startsWith('/v1/'),
    isRedirect: '302' in responses,
    hasAnswer: successes.some(([, { content }]) => content !== undefined),
  };
}

function queryOf(query: string, parameters: NonNullable<DocumentedOperation['parameters']>): Record<string, unknown> {
  const types = new Map(parameters.map(({ name, schema }) => [name, schema.type]));
  const pairs = [...new URLSearchParams(query)];
  return Object.fromEntries(pairs.map(([name, text]) => [name, types.get(name) === 'integer' ? Number(text) : text]));
}

/** The name of the variable that stands in place of a value, or null. */
export const variableIn = (value: unknown): string | null =>
  (typeof value === 'string' && /^\$([A-Z_]+)$/.exec(value)?.[1]) || null;

/** The variables of a call: a program reads them from its environment. */
export function variablesOf({ pathValues, query, token, isSessionToken }: ExampleCall): string[] {
  const values = [...Object.values(pathValues), ...Object.values(query)];
  return [...values.flatMap((value) => variableIn(value) ?? []), ...(token && !isSessionToken ? [token] : [])];
}
