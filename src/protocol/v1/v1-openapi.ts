/** The part of the OpenAPI document about `/v1`. */

import { type ErrorCode, errors, statusOf } from '#src/errors.js';
import type { JsonSchema, SchemaBook } from '../schema/json-schema.js';
import { answersOf, jsonContent, pathParameters, queryParameters, textContent } from '../schema/openapi-parts.js';
import { isOptionalBody } from '../schema/optional-body.js';
import { overlongAnswer } from '../schema/overlong.js';
import type { V1Endpoint } from './v1-endpoint.js';
import { v1Endpoints } from './v1-endpoints.js';

export const V1_TAG = 'E-mail accounts (/v1)';

export const v1Headers: Record<string, JsonSchema> = {
  'X-RateLimit-Limit': {
    description: 'How many requests the limit allows that is closest to being reached.',
    schema: { type: 'integer' },
  },
  'X-RateLimit-Remaining': { description: 'How many of them are left.', schema: { type: 'integer' } },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
};

const refer = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const everyAnswer = refer('x-request-id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining');

/** Each path with its operations. */
export function v1Paths(book: SchemaBook): Record<string, Record<string, JsonSchema>> {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const endpoint of v1Endpoints) {
    const path = (paths[endpoint.path] ??= {});
    path[endpoint.method] = operationOf(endpoint, book);
  }
  return paths;
}

function operationOf(endpoint: V1Endpoint, book: SchemaBook): JsonSchema {
  const { id, summary, access, body } = endpoint;
  const parameters = [...pathParameters(endpoint.path), ...queryParameters(endpoint, book)];
  return {
    operationId: id,
    tags: [V1_TAG],
    summary,
    description: describe(endpoint),
    security: access === 'public' ? [] : [{ v1Bearer: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: !isOptionalBody(body), content: jsonContent(book.write(body)) } } : {}),
    responses: {
      ...answersOf(endpoint.answers, everyAnswer, book),
      ...refusalsOf(endpoint),
      ...overlongAnswer('V1Error'),
    },
  };
}

function describe({ description, perIp }: V1Endpoint): string {
  const limit = perIp ? `At most ${perIp.limit} a minute for a client address.` : '';
  return [description, limit].filter(Boolean).join(' ');
}

function refusalsOf(endpoint: V1Endpoint): Record<string, JsonSchema> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set(refusalCodes(endpoint))) {
    byStatus.set(statusOf(code), [...(byStatus.get(statusOf(code)) ?? []), code]);
  }
  const own = [...byStatus].filter(([status]) => !endpoint.answers[status]);
  const refusals = own.map(([status, codes]): [string | number, JsonSchema] => [
    status,
    refusalAnswer(status, codes, endpoint),
  ]);
  return Object.fromEntries(endpoint.answers[302] ? [...refusals, ['default', anyRefusal()]] : refusals);
}

/** Where no answer is a success, readers of the document look for the answer that stands for all others. */
const anyRefusal = (): JsonSchema => ({
  description: 'Any other status is a refusal too.',
  headers: everyAnswer,
  content: jsonContent({ $ref: '#/components/schemas/V1Error' }),
});

function refusalAnswer(status: number, codes: ErrorCode[], { answers, refusals = [] }: V1Endpoint): JsonSchema {
  const lines = codes.map((code) => `\`${code}\`: ${errors[code][1]}`);
  const headers = status === 429 ? { ...everyAnswer, ...refer('Retry-After') } : everyAnswer;
  // A browser on its way to a login, or back from it, is shown why it cannot continue.
  const isPageToo = answers[302] && codes.some((code) => refusals.includes(code));
  const json = jsonContent({ $ref: '#/components/schemas/V1Error' });
  const content = { ...json, ...(isPageToo ? textContent('text/html') : {}) };
  return { description: lines.join('\n\n'), headers, content };
}

function refusalCodes({ access, body, method, path, refusals = [] }: V1Endpoint): ErrorCode[] {
  return [
    ...(path.includes('{') ? (['invalid_request'] as const) : []),
    ...(access === 'public'
      ? []
      : (['unauthorized', 'invalid_token', 'session_revoked', 'account_suspended'] as const)),
    ...(method === 'get' ? [] : (['invalid_json', 'payload_too_large', 'unsupported_media_type'] as const)),
    ...(body ? (['validation_failed'] as const) : []),
    ...refusals,
    'rate_limited',
    'internal',
    'overloaded',
    'unavailable',
  ];
}
