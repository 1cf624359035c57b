import type { Schema } from 'joi';
import { alternativesOf, examplesOf, fieldsOf, itemsOf, metasOf } from './schema-parts.js';

export type JsonSchema = { [key: string]: unknown };

/** joi generates JSON Schema in this dialect only, which OpenAPI 3.1 and AsyncAPI 3 accept. */
const TARGET = { target: 'draft-2020-12' } as const;

type SelfDescribing = Schema & {
  '~standard': { jsonSchema: { input(options: typeof TARGET): JsonSchema } };
};

export interface SchemaBook {
  /** The schema, with references to the named schemas that it contains. */
  write(schema: Schema): JsonSchema;
  /** The named schemas. */
  readonly components: Record<string, JsonSchema>;
}

/**
 * Converts joi schemas to JSON Schema in which each named schema (`.meta({ shape })`) appears once. In `named` a schema
 * comes after those that it contains.
 */
export function createSchemaBook(named: readonly Schema[]): SchemaBook {
  const names = new Map<string, string>();
  const components: Record<string, JsonSchema> = {};
  const write = (schema: Schema) => refer(plainSchema(schema), names) as JsonSchema;
  for (const schema of named) {
    const name = nameOf(schema);
    const written = write(schema);
    components[name] = written;
    names.set(fingerprint(written), name);
  }
  return { write, components };
}

/**
 * joi needs a second for all schemas, and several documents use the same ones. The cached results are never changed.
 */
const plainSchemas = new WeakMap<Schema, JsonSchema>();

function plainSchema(schema: Schema): JsonSchema {
  const known = plainSchemas.get(schema);
  if (known) return known;
  const { $defs: _told, ...plain } = (schema as SelfDescribing)['~standard'].jsonSchema.input(TARGET);
  addExamples(plain, schema);
  const documented = asDocumented(plain, schema);
  plainSchemas.set(schema, documented);
  return documented;
}

/**
 * A value that other code validates, with its own errors, is any value to joi. `.meta({ documentedAs })` names its
 * schema for the documents.
 */
function asDocumented(plain: JsonSchema, schema: Schema): JsonSchema {
  const [documented] = metasOf(schema).flatMap(({ documentedAs }) => (documentedAs as Schema | undefined) ?? []);
  if (documented) return documentedBy(plain, documented);
  for (const { part, schema: inner, put } of partsOf(plain, schema)) put(asDocumented(part, inner));
  return plain;
}

function documentedBy({ description, examples, ...plain }: JsonSchema, documented: Schema): JsonSchema {
  const { anyOf, ...written } = plainSchema(documented);
  const choices = [...((anyOf as JsonSchema[] | undefined) ?? [written])];
  if (isNullable(plain)) choices.push({ type: 'null' });
  const [only] = choices;
  return {
    ...(choices.length === 1 ? only : { anyOf: choices }),
    ...(description ? { description } : {}),
    ...(examples ? { examples } : {}),
  };
}

/** Not joi's own `id`, which must be unique in a tree: a room contains a message twice. */
function nameOf(schema: Schema): string {
  const [{ shape } = {}] = metasOf(schema);
  if (typeof shape !== 'string') throw new Error('A schema without a name cannot be referenced');
  return shape;
}

/** joi leaves null out of the values of an enum that allows it. A validator would refuse it then. */
function addNull(plain: JsonSchema): void {
  if (Array.isArray(plain.enum) && isNullable(plain) && !plain.enum.includes(null)) plain.enum.push(null);
}

/** joi's JSON Schema has no examples. */
function addExamples(plain: JsonSchema, schema: Schema): void {
  addNull(plain);
  const examples = examplesOf(schema);
  if (examples.length > 0) plain.examples = examples;
  for (const { part, schema: inner } of partsOf(plain, schema)) addExamples(part, inner);
}

interface Part {
  part: JsonSchema;
  schema: Schema;
  put(part: JsonSchema): void;
}

/** The parts of a schema, each with the part of the JSON Schema that was generated from it. */
function partsOf(plain: JsonSchema, schema: Schema): Part[] {
  const properties = (plain.properties ?? {}) as Record<string, JsonSchema>;
  const fields = fieldsOf(schema).flatMap(([name, field]) => partIn(properties, name, field));
  const [item] = itemsOf(schema);
  const choices = (plain.anyOf ?? []) as JsonSchema[];
  const alternatives = alternativesOf(schema);
  // joi puts null before the other alternatives.
  const nulls = choices.length - alternatives.length;
  return [
    ...fields,
    ...(item ? partIn(plain, 'items', item) : []),
    ...alternatives.flatMap((each, index) => partIn(choices, nulls + index, each)),
  ];
}

function partIn(holder: object, key: string | number, schema: Schema): Part[] {
  const held = holder as Record<string | number, JsonSchema>;
  const part = held[key];
  if (!part) return [];
  return [{ part, schema, put: (next) => (held[key] = next) }];
}

/** Replaces, from the leaves up, every part that equals a named schema by a reference. */
function refer(node: unknown, names: Map<string, string>): unknown {
  if (Array.isArray(node)) return node.map((item) => refer(item, names));
  if (typeof node !== 'object' || node === null) return node;
  const written = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, refer(value, names)]));
  const name = written.properties || written.anyOf ? names.get(fingerprint(written)) : undefined;
  return name ? referenceTo(name, written) : written;
}

function referenceTo(name: string, written: JsonSchema): JsonSchema {
  const reference = { $ref: `#/components/schemas/${name}` };
  return isNullable(written) ? { anyOf: [reference, { type: 'null' }] } : reference;
}

/** Identifies a schema wherever it is used: without its description and without its being nullable. */
function fingerprint({ description: _any, type: _object, ...rest }: JsonSchema): string {
  const { anyOf } = rest;
  return JSON.stringify(Array.isArray(anyOf) ? { ...rest, anyOf: anyOf.filter((each) => !isNull(each)) } : rest);
}

const isNull = ({ type }: JsonSchema): boolean => type === 'null';

const isNullable = ({ type, anyOf }: JsonSchema): boolean =>
  (Array.isArray(type) && type.includes('null')) || (Array.isArray(anyOf) && anyOf.some(isNull));
