/** What the operations of `/api` and of `/v1` have in common in the OpenAPI document. */
import type { AnswerShape, Endpoint } from './endpoint.js';
import type { JsonSchema, SchemaBook } from './json-schema.js';

export const pathParameters = (path: string): JsonSchema[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));

export function queryParameters({ query }: Pick<Endpoint, 'query'>, book: SchemaBook): JsonSchema[] {
  if (!query) return [];
  const { properties = {}, required = [] } = book.write(query) as { properties?: object; required?: string[] };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description ? { description } : {}),
    schema,
  }));
}

/** Each status with its answer; all of them have these headers. */
export function answersOf(
  answers: Record<number, AnswerShape>,
  headers: JsonSchema,
  book: SchemaBook,
): Record<string, JsonSchema> {
  const responses = Object.entries(answers).map(([status, { description, shape, contentType }]) => {
    const content = contentType ? textContent(contentType) : shape && jsonContent(book.write(shape));
    return [status, { description, headers, ...(content && { content }) }];
  });
  return Object.fromEntries(responses);
}

export const jsonContent = (schema: JsonSchema): JsonSchema => ({ 'application/json': { schema } });

/** The content of an answer that is no JSON. */
export const textContent = (types: string | string[]): JsonSchema =>
  Object.fromEntries([types].flat().map((type) => [type, { schema: { type: 'string' } }]));
