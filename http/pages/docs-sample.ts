/** A value that fits a schema of the documents, for people to look at. */
import type { JsonSchema } from '#src/protocol/schema/json-schema.js';

export type Components = Record<string, JsonSchema>;

/** An example value by field name, for fields whose schema says only that they are a text or a number. */
const byName: Record<string, unknown> = {
  username: 'ada',
  by_username: 'ada',
  slug: 'kahve-kosesi',
  room: 'kahve-kosesi',
  name: 'Kahve Köşesi',
  title: 'Kahvenin tarihi',
  description: 'A sentence about it.',
  site_name: 'Example',
  body: 'Merhaba!',
  tag: 'kahve',
  message: 'A sentence for people.',
  email: 'ada@example.com',
  password: 'kirmizi-balik-7',
  purpose: 'Kahve içenleri bir araya getirmek.',
  content_type: 'image/jpeg',
  access_token: 'eyJhbGciOi…',
  refresh_token: 'rt_Zk3…',
  session_id: 's_8d1f',
  node: 'chat-1',
  version: '0.1.0',
};
const SOME_TIME = 1_790_000_000_000;
const SOME_ID = '3f0c8d2e-6f4b-4c1d-9a57-2b1e8c7d9f10';
const SOME_ADDRESS = 'https://files.example.org/a/photo.jpg';
const DEPTH_MAX = 6;

export function sampleOf(schema: JsonSchema, components: Components, name = '', depth = 0): unknown {
  const { $ref, examples, default: standard, const: only, enum: values, anyOf, allOf } = schema;
  if (typeof $ref === 'string') return sampleOf(components[lastStep($ref)] ?? {}, components, name, depth + 1);
  if (Array.isArray(examples) && examples.length > 0) return examples[0];
  if (standard !== undefined && standard !== null) return standard;
  if (only !== undefined) return only;
  if (Array.isArray(values)) return values.find((value) => value !== null) ?? null;
  const ways = (anyOf ?? allOf) as JsonSchema[] | undefined;
  const [way] = (ways ?? []).filter(({ type }) => type !== 'null');
  return way ? sampleOf(way, components, name, depth) : plainSample(schema, components, name, depth);
}

const lastStep = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1);

function plainSample(schema: JsonSchema, components: Components, name: string, depth: number): unknown {
  const type = [schema.type].flat().find((each) => each !== 'null');
  if (type === 'object' || schema.properties) return objectSample(schema, components, depth);
  if (type === 'array') return listSample(schema, components, name, depth);
  if (type === 'boolean') return false;
  if (type === 'integer' || type === 'number') return numberSample(schema, name);
  return type === 'string' ? textSample(schema, name) : null;
}

function objectSample(schema: JsonSchema, components: Components, depth: number): unknown {
  const required = new Set((schema.required ?? []) as string[]);
  const fields = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  const shown = fields.filter(([name, field]) => required.has(name) || (depth === 0 && Array.isArray(field.examples)));
  return Object.fromEntries(shown.map(([name, field]) => [name, sampleOf(field, components, name, depth + 1)]));
}

function listSample({ items, minItems = 0 }: JsonSchema, components: Components, name: string, depth: number): unknown {
  if (!items || (depth > DEPTH_MAX && minItems === 0)) return [];
  return [sampleOf(items as JsonSchema, components, name.replace(/s$/, ''), depth + 1)];
}

function numberSample({ minimum, maximum }: JsonSchema, name: string): number {
  if (minimum === undefined && /(_at|^at|_time|until)$/.test(name)) return SOME_TIME;
  return Math.min(Math.max(1, Number(minimum ?? 1)), Number(maximum ?? 1));
}

function textSample({ format, minLength = 0, pattern }: JsonSchema, name: string): string {
  if (format === 'uuid') return SOME_ID;
  if (format === 'uri') return SOME_ADDRESS;
  if (format === 'date-time') return new Date(SOME_TIME).toISOString();
  if (format === 'email') return 'ada@example.com';
  const named = byName[name];
  if (typeof named === 'string' && (!pattern || new RegExp(String(pattern), 'u').test(named))) return named;
  return fallback(Number(minLength), name, pattern as string | undefined);
}

function fallback(minLength: number, name: string, pattern: string | undefined): string {
  const tried = [
    name,
    `the-${name.replaceAll('_', '-')}`,
    'aaaaaaaa',
    'a'.repeat(43),
    SOME_ID,
    SOME_ADDRESS,
    '12345678',
    'ABCD2345',
    '+905551112233',
  ];
  const fits = (text: string) => text.length >= minLength && (!pattern || new RegExp(pattern, 'u').test(text));
  return tried.find((text) => text !== '' && fits(text)) ?? 'a'.repeat(Math.max(1, minLength));
}
