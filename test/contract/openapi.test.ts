import { readFileSync } from 'node:fs';
import { VERSION } from '#src/domain/version.js';
import { asyncApiDocument } from '#src/protocol/asyncapi.js';
import { endpoints } from '#src/protocol/endpoints.js';
import { openApiDocument } from '#src/protocol/openapi.js';

const document = openApiDocument(endpoints, { version: VERSION });
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

function referencesIn(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const own = '$ref' in node ? [String(node.$ref)] : [];
  return [...own, ...Object.values(node).flatMap(referencesIn)];
}

function choicesIn(node: unknown): unknown[][] {
  if (typeof node !== 'object' || node === null) return [];
  const own = 'anyOf' in node && Array.isArray(node.anyOf) ? [node.anyOf] : [];
  return [...own, ...Object.values(node).flatMap(choicesIn)];
}

interface EnumSchema {
  type?: unknown;
  enum: unknown[];
}

function enumsIn(node: unknown): EnumSchema[] {
  if (typeof node !== 'object' || node === null) return [];
  const own = 'enum' in node && Array.isArray(node.enum) ? [node as EnumSchema] : [];
  return [...own, ...Object.values(node).flatMap(enumsIn)];
}

function resolve(reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((node, step) => (node as Record<string, unknown> | undefined)?.[step], document);
}

describe('the OpenAPI document', () => {
  it('names each operation once', () => {
    const ids = endpoints.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('refers only to what is in it, and tells the large shapes once', () => {
    const references = new Set(referencesIn(document));
    expect([...references].filter((reference) => resolve(reference) === undefined)).toEqual([]);
    for (const name of ['Error', 'Message', 'Room', 'RoomListRow', 'Member', 'Account', 'Sender']) {
      expect(references).toContain(`#/components/schemas/${name}`);
    }
  });

  it('has no part that nobody refers to', () => {
    const references = new Set(referencesIn(document));
    const { schemas } = document.components as { schemas: object };
    const unused = Object.keys(schemas).filter((name) => !references.has(`#/components/schemas/${name}`));
    expect(unused).toEqual([]);
  });

  it('describes each operation and each group, and says where the service is', () => {
    const paths = document.paths as Record<string, Record<string, { operationId: string; description?: string }>>;
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    expect(operations.filter(({ description }) => !description).map(({ operationId }) => operationId)).toEqual([]);
    const groups = document.tags as { name: string; description: string }[];
    expect(groups.filter(({ description }) => !description)).toEqual([]);
    expect(document.servers).toHaveLength(1);
  });

  it('names null among the values of an enum that may be null', () => {
    const nullable = enumsIn(document).filter(({ type }) => Array.isArray(type) && type.includes('null'));
    expect(nullable.length).toBeGreaterThan(5);
    expect(nullable.filter(({ enum: values }) => !values.includes(null))).toEqual([]);
  });

  it('has for every operation an answer that is a success, or one for all', () => {
    const paths = document.paths as Record<string, Record<string, { responses: object }>>;
    const without = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { responses }]) => !Object.keys(responses).some((status) => /^(2\d\d|default)$/.test(status)))
        .map(([method]) => `${method} ${path}`),
    );
    expect(without).toEqual([]);
  });

  // The paths of one step may stand for each other: `/rooms/search` is named before `/rooms/{slug}`.
  it('has no two paths of which neither is more exact than the other', () => {
    const paths = Object.keys(document.paths as object).map((path) => path.split('/'));
    const isParameter = (step = '') => step.startsWith('{');
    const isAmbiguous = (one: string[], other: string[]) =>
      one.length === other.length &&
      one.every((step, at) => step === other[at] || isParameter(step) || isParameter(other[at])) &&
      one.some((step, at) => isParameter(step) && !isParameter(other[at])) &&
      one.some((step, at) => !isParameter(step) && isParameter(other[at]));
    const pairs = paths.flatMap((one, at) =>
      paths
        .slice(at + 1)
        .filter((other) => isAmbiguous(one, other))
        .map((other) => `${one.join('/')} ${other.join('/')}`),
    );
    expect(pairs).toEqual([]);
  });

  it('offers no choice of one', () => {
    expect(choicesIn(document).filter((choices) => choices.length < 2)).toEqual([]);
  });

  it('declares every parameter of every path', () => {
    const paths = document.paths as Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>;
    for (const { path, method } of endpoints) {
      const declared = (paths[path]?.[method]?.parameters ?? []).filter((each) => each.in === 'path');
      expect(declared.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
    }
  });

  it('says which bounds and defaults a body has', () => {
    const paths = JSON.parse(JSON.stringify(document.paths));
    const { schema } = paths['/api/rooms'].post.requestBody.content['application/json'];
    expect(schema.required).toEqual(['name']);
    expect(schema.additionalProperties).toBeUndefined();
    expect(schema.properties.name).toMatchObject({ type: 'string', minLength: 1, maxLength: 80 });
    expect(schema.properties.visibility).toMatchObject({ enum: ['open', 'closed'], default: 'open' });
  });

  it('says of everything but health that it may be asked too often', () => {
    const paths = document.paths as Record<string, Record<string, { responses: Record<string, unknown> }>>;
    const unlimited = endpoints.filter(({ path, method }) => !paths[path]?.[method]?.responses[429]);
    expect(unlimited.map(({ path }) => path).sort()).toEqual(['/api/health', '/api/ready']);
  });

  it('is the one that is checked in', () => {
    expect(read('docs/openapi.json')).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it('stands beside the socket document that is checked in', () => {
    const socket = asyncApiDocument({ version: VERSION });
    expect(read('docs/asyncapi.json')).toEqual(JSON.parse(JSON.stringify(socket)));
  });

  it('carries the version of the package', () => {
    expect(VERSION).toBe(read('package.json').version);
  });
});
