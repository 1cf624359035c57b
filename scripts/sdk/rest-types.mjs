/** The REST interface as types: the named shapes, and every operation under its method and path. */
import { comment, fieldsType, quoted, typeOf } from './schema-type.mjs';

const HEAD = '/** Written by `npm run sdk` from docs/openapi.json. */\n';

export function restTypes({ components, paths }) {
  const shapes = Object.entries(components.schemas).map(
    ([name, schema]) => `${schema.description ? `${comment(schema.description)}\n` : ''}${declared(name, schema)}`,
  );
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => isCalled(operation))
      .map(([method, operation]) => operationType(method, path, operation)),
  );
  return [
    HEAD,
    JSON_TYPE,
    ...shapes.map((shape) => `${shape}\n`),
    "export type ErrorCode = Error['error']['code'];\n",
    `export interface Operations {\n${operations.join('\n')}\n}\n`,
  ].join('\n');
}

const JSON_TYPE = `/** A value that the documents leave open. */
export type Json = string | number | boolean | null | Json[] | { [field: string]: Json };
`;

const declared = (name, schema) => {
  const type = typeOf(schema);
  return type.startsWith('{') && !schema.anyOf ? `export interface ${name} ${type}` : `export type ${name} = ${type};`;
};

/** Addresses that only send a browser elsewhere are visited, not called. */
const isCalled = ({ responses }) => Object.keys(responses).some((status) => status.startsWith('2'));

function operationType(method, path, { operationId, summary, parameters = [], requestBody, responses }) {
  const lines = [
    ...placed('path', parameters),
    ...placed('query', parameters),
    ...(requestBody ? [`body${requestBody.required ? '' : '?'}: ${typeOf(jsonOf(requestBody), '    ')};`] : []),
    // Whether the same request may be sent again under a key.
    ...(parameters.some(({ name }) => name === 'Idempotency-Key') ? ['repeatable: true;'] : []),
    `answer: ${answerType(responses)};`,
  ];
  const name = quoted(`${method.toUpperCase()} ${path}`);
  return `  ${comment(`${operationId}: ${summary}`)}\n  ${name}: {\n${lines.map((line) => `    ${line}`).join('\n')}\n  };`;
}

function placed(place, parameters) {
  const there = parameters.filter((parameter) => parameter.in === place);
  if (there.length === 0) return [];
  const properties = Object.fromEntries(
    there.map(({ name, description, schema }) => [name, { ...schema, ...(description && { description }) }]),
  );
  const required = there.filter((parameter) => parameter.required).map(({ name }) => name);
  return [`${place}${required.length > 0 ? '' : '?'}: ${fieldsType(properties, required, '    ')};`];
}

const jsonOf = ({ content }) => content['application/json'].schema;

function answerType(responses) {
  const good = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const types = good.map(([, { content }]) => {
    if (!content) return 'null';
    return content['application/json'] ? typeOf(content['application/json'].schema, '    ') : 'string';
  });
  return [...new Set(types)].join(' | ');
}
