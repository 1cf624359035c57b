import type { Schema } from 'joi';
import { alternativesOf, fieldsOf, isOpen, itemsOf, lengthMaxOf } from './schema-parts.js';

/** Which parts of a value a schema names. Null: everything, as it is. */
type Named = { keys: [name: string, named: Named | null][] } | { items: Named; max: number };

/**
 * The value with the keys that the schema names, and no others. joi takes unknown keys away one by one, at a cost of
 * some microseconds for each; here they are never looked at.
 */
export function prune(schema: Schema, value: unknown): unknown {
  return pruned(namedBy(schema), value);
}

function pruned(named: Named | null, value: unknown): unknown {
  if (named === null || typeof value !== 'object' || value === null) return value;
  if ('keys' in named) return Array.isArray(value) ? value : keysOf(named.keys, value as Record<string, unknown>);
  // One that is too long is refused for that, unread.
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

/** Whatever any of the alternatives names; each of them then leaves out what is not its own. */
function namedByAny(alternatives: Schema[]): Named | null {
  const areClosed = alternatives.every((schema) => schema.type === 'object' && !isOpen(schema));
  return areClosed && alternatives.length > 0 ? { keys: namedFields(alternatives) } : null;
}

/** A field that several of them name is kept as it is. */
function namedFields(schemas: Schema[]): [string, Named | null][] {
  const fields = new Map<string, Named | null>();
  for (const [name, field] of schemas.flatMap(fieldsOf)) fields.set(name, fields.has(name) ? null : namedBy(field));
  return [...fields];
}
