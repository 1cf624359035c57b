import type { Schema } from 'joi';
import { alternativesOf, fieldsOf, isOpen, itemsOf, lengthMaxOf } from './schema-parts.js';

/** The parts of a value that a schema names. Null: the whole value, unchanged. */
type Named = { keys: [name: string, named: Named | null][] } | { items: Named; max: number };

/**
 * The value with only the keys that the schema names. joi would remove unknown keys one by one, at some microseconds
 * each; this code never visits them.
 */
export function prune(schema: Schema, value: unknown): unknown {
  return pruned(namedBy(schema), value);
}

function pruned(named: Named | null, value: unknown): unknown {
  if (named === null || typeof value !== 'object' || value === null) return value;
  if ('keys' in named) return Array.isArray(value) ? value : keysOf(named.keys, value as Record<string, unknown>);
  // An overlong list is not pruned, because it is refused for its length.
  if (!Array.isArray(value) || value.length > named.max) return value;
  return value.map((item) => pruned(named.items, item));
}

function keysOf(keys: [string, Named | null][], value: Record<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [key, named] of keys) {
    if (Object.hasOwn(value, key)) kept[key] = pruned(named, value[key]);
  }
  return kept;
}

const known = new WeakMap<Schema, { named: Named | null }>();

function namedBy(schema: Schema): Named | null {
  const kept = known.get(schema);
  if (kept) return kept.named;
  const named = readNamed(schema);
  known.set(schema, { named });
  return named;
}

function readNamed(schema: Schema): Named | null {
  if (schema.type === 'object') return isOpen(schema) ? null : { keys: namedFields([schema]) };
  if (schema.type === 'alternatives') return namedByAny(alternativesOf(schema));
  const items = itemsOf(schema);
  const [item] = items;
  const named = item && items.length === 1 ? namedBy(item) : null;
  return named && { items: named, max: lengthMaxOf(schema) };
}

/** The keys of all alternatives; each alternative then removes the keys of the others. */
function namedByAny(alternatives: Schema[]): Named | null {
  const areClosed = alternatives.every((schema) => schema.type === 'object' && !isOpen(schema));
  return areClosed && alternatives.length > 0 ? { keys: namedFields(alternatives) } : null;
}

/** A field of several alternatives is kept unchanged. */
function namedFields(schemas: Schema[]): [string, Named | null][] {
  const fields = new Map<string, Named | null>();
  for (const [name, field] of schemas.flatMap(fieldsOf)) fields.set(name, fields.has(name) ? null : namedBy(field));
  return [...fields];
}
