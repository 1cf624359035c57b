/** Generates one OpenAPI 3.1 document from the endpoints. The same endpoints are mounted as routes. */

import { type ErrorCode, errors, statusOf } from '#src/errors.js';
import { isOpenToBots } from './bots/bot-scope.js';
import { operatorPermissions } from './console/operator-permissions.js';
import { namedShapes } from './named-shapes.js';
import { isOpenToPanels } from './panel/panel-scope.js';
import { type Access, type Endpoint, takesIdempotencyKey } from './schema/endpoint.js';
import { createSchemaBook, type JsonSchema, type SchemaBook } from './schema/json-schema.js';
import { answersOf, jsonContent, pathParameters, queryParameters } from './schema/openapi-parts.js';
import { isOptionalBody } from './schema/optional-body.js';
import { overlongAnswer } from './schema/overlong.js';
import { isProbe } from './system/system.js';
import { describedTag } from './tags.js';
import { V1_TAG, v1Headers, v1Paths } from './v1/v1-openapi.js';

export interface OpenApiOptions {
  version: string;
}

const EVERY_ANSWER_HEADERS = { 'x-request-id': { $ref: '#/components/headers/x-request-id' } };

export function openApiDocument(endpoints: readonly Endpoint[], { version }: OpenApiOptions): JsonSchema {
  const book = createSchemaBook(namedShapes);
  const paths: Record<string, JsonSchema> = {};
  for (const endpoint of endpoints) {
    const path = (paths[endpoint.path] ??= {});
    path[endpoint.method] = operationOf(endpoint, book);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Meydan',
      version,
      description:
        'Group messaging. Every answer carries `x-request-id`; every error has one shape, and clients branch on its ' +
        '`code`. Times are milliseconds since epoch unless a field is said to be a date.',
      contact: { name: 'Those who run this service' },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/', description: 'The service that this document comes from.' }],
    tags: [...new Set([...endpoints.map(({ tag }) => tag), V1_TAG])].map(describedTag),
    paths: { ...paths, ...v1Paths(book) },
    components: {
      schemas: book.components,
      headers: {
        'x-request-id': { description: 'Names the request.', schema: { type: 'string' } },
        ...v1Headers,
      },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The access token.' },
        v1Bearer: { type: 'http', scheme: 'bearer', description: 'An access token of `/v1`.' },
        consoleKey: { type: 'http', scheme: 'bearer', description: 'A named key of an operator, or CONSOLE_KEY.' },
      },
    },
  };
}

function operationOf(endpoint: Endpoint, book: SchemaBook): JsonSchema {
  const { id, tag, summary, access, body, needsContent = false } = endpoint;
  const parameters = [
    ...pathParameters(endpoint.path),
    ...queryParameters(endpoint, book),
    ...(takesIdempotencyKey(endpoint) ? [idempotencyKey] : []),
  ];
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...describedWith(endpoint),
    security: securityOf(access),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body
      ? {
          requestBody: {
            required: needsContent || !isOptionalBody(body),
            content: jsonContent(openBody(book.write(body))),
          },
        }
      : {}),
    responses: {
      ...answersOf(endpoint.answers, EVERY_ANSWER_HEADERS, book),
      ...refusalsOf(endpoint),
      ...overlongAnswer('Error'),
    },
  };
}

/** Operations of operators name the roles that may call them. */
function describedWith({ id, access, description }: Endpoint): { description?: string } {
  const roles = access === 'console' ? `Roles: ${operatorPermissions[id]?.roles.join(', ') ?? 'none'}.` : null;
  const text = [description, roles].filter(Boolean).join(' ');
  return text === '' ? {} : { description: text };
}

const securityOf = (access: Access): JsonSchema[] => {
  if (access === 'public') return [];
  return access === 'console' ? [{ consoleKey: [] }] : [{ bearer: [] }];
};

/** `/api` ignores unknown fields. */
function openBody({ additionalProperties: _refused, ...body }: JsonSchema): JsonSchema {
  return body;
}

const idempotencyKey: JsonSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A key that the client chooses for this request. A repetition with the same key within a day, by the same account, has no second effect and gets the first answer; another request with the key is `idempotency_conflict`.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
};

/** Each status with its possible codes. A status that has an answer of its own keeps that one. */
function refusalsOf(endpoint: Endpoint): Record<string, JsonSchema> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set(refusalCodes(endpoint))) {
    byStatus.set(statusOf(code), [...(byStatus.get(statusOf(code)) ?? []), code]);
  }
  const own = [...byStatus].filter(([status]) => !endpoint.answers[status]);
  return Object.fromEntries(own.map(([status, codes]) => [status, refusalAnswer(codes)]));
}

function refusalAnswer(codes: ErrorCode[]): JsonSchema {
  const lines = codes.map((code) => `\`${code}\`: ${errors[code][1]}`);
  const content = jsonContent({ $ref: '#/components/schemas/Error' });
  return { description: lines.join('\n\n'), headers: EVERY_ANSWER_HEADERS, content };
}

const accessRefusals: Record<Access, ErrorCode[]> = {
  public: [],
  bearer: ['unauthorized', 'token_expired', 'account_suspended'],
  username: ['unauthorized', 'token_expired', 'username_required', 'account_suspended'],
  panel: ['unauthorized', 'token_expired', 'username_required', 'account_suspended'],
  console: ['unauthorized', 'not_found', 'not_allowed'],
};

/** Whether tokens of panels or of bots are refused. */
const isClosedToSome = (endpoint: Endpoint): boolean =>
  endpoint.access !== 'public' &&
  endpoint.access !== 'console' &&
  !(isOpenToPanels(endpoint) && isOpenToBots(endpoint));

function refusalCodes(endpoint: Endpoint): ErrorCode[] {
  const { access, body, method, query, path, unfit, refusals = [] } = endpoint;
  return [
    ...(query || method !== 'get' || path.includes('{') ? (['invalid_request'] as const) : []),
    ...accessRefusals[access],
    ...(isClosedToSome(endpoint) ? (['not_allowed'] as const) : []),
    ...refusals,
    ...(takesIdempotencyKey(endpoint) ? (['idempotency_conflict'] as const) : []),
    ...(method === 'get' ? [] : (['payload_too_large', 'unsupported_media_type'] as const)),
    ...(body ? [unfit ?? ('validation_failed' as const)] : []),
    ...(isProbe(path) ? [] : (['rate_limited'] as const)),
    'internal_error',
    ...(access === 'public' ? [] : (['overloaded', 'unavailable'] as const)),
  ];
}
