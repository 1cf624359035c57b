/**
 * The bodies of a schema that cost the most to judge: in each place of it, as much as fits of what does not belong
 * there.
 */
import type { Schema } from 'joi';
import type { JsonBounds } from '#src/protocol/schema/read-json.js';
import { alternativesOf, fieldsOf, itemsOf } from '#src/protocol/schema/schema-parts.js';

type Path = string[];

const repeated = (part: string, count: number): string => Array.from({ length: count }, () => part).join(',');
const unknownKeys = (count: number): string => Array.from({ length: count }, (_, index) => `"k${index}":0`).join(',');

interface Fillings {
  texts: string[];
  lists: string[];
  objects: string[];
}

/** As JSON, each as large as the bounds let it be. */
function fillingsOf({ bytes, values }: JsonBounds): Fillings {
  const room = bytes - 512;
  const count = Math.min(values - 64, Math.floor(room / 9));
  return {
    texts: [
      ...['a', ' ', '"}'].map((part) => JSON.stringify(part.repeat(Math.floor(room / Buffer.byteLength(part) / 2)))),
      // Marks of two kinds, which have to be put in order.
      JSON.stringify('\u0345'.repeat(room / 4) + '\u0316'.repeat(room / 4)),
      // Twice as long on the wire.
      `"${'\\ud800'.repeat((room * 2) / 6)}"`,
    ],
    lists: ['{}', '0', '"a"', '[]'].map((part) => `[${repeated(part, count / 2)}]`),
    objects: [
      `[${repeated(`{${unknownKeys(count / 20)}}`, 20)}]`,
      `{${unknownKeys(count)}}`,
      `${'['.repeat(30)}${']'.repeat(30)}`,
    ],
  };
}

interface Place {
  path: Path;
  type: string | undefined;
  /** How a value without parts is judged. */
  kind: string | null;
}

/** Every place of the schema, its root included; a list has one place for its elements. */
function placesIn(schema: Schema, path: Path = []): Place[] {
  const inner = [
    ...fieldsOf(schema).flatMap(([name, field]) => placesIn(field, [...path, name])),
    ...itemsOf(schema).flatMap((item) => placesIn(item, [...path, '0'])),
    ...alternativesOf(schema).flatMap((other) => placesIn(other, path)),
  ];
  return [{ path, type: schema.type, kind: inner.length === 0 ? kindOf(schema) : null }, ...inner];
}

function kindOf(schema: Schema): string {
  const { type, flags = {}, rules, allow } = schema.describe();
  const { description: _said, label: _name, presence: _needed, ...others } = flags as Record<string, unknown>;
  return JSON.stringify([type, others, rules, allow]);
}

/** What is the wrong kind altogether is judged by its type alone: one of each is enough. */
function fitting(type: string | undefined, { texts, lists, objects }: Fillings): string[] {
  if (type === 'string') return [...texts, ...lists.slice(0, 1), ...objects.slice(1)];
  if (type === 'array') return [...texts.slice(0, 1), ...lists, ...objects];
  if (type === 'object') return [...lists.slice(0, 1), ...objects];
  return [...texts.slice(0, 1), ...lists.slice(0, 1), ...objects.slice(1, 2)];
}

function put(path: Path, filling: string): string {
  const [name, ...rest] = path;
  if (name === undefined) return filling;
  return name === '0' ? `[${put(rest, filling)}]` : `{${JSON.stringify(name)}:${put(rest, filling)}}`;
}

/** A leaf that is judged like one before it is not filled again: `seen` holds what was. */
export function* worstBodies(
  schema: Schema,
  bounds: JsonBounds,
  seen: Set<string>,
): Generator<{ what: string; text: string }> {
  const all = fillingsFor(bounds);
  for (const { path, type, kind } of placesIn(schema)) {
    const name = `${path.join('.')} ${type}`;
    const mark = `${bounds.bytes} ${kind ?? `${name} ${seen.size}`}`;
    if (seen.has(mark)) continue;
    seen.add(mark);
    for (const filling of fitting(type, all))
      yield { what: `${name}: ${filling.slice(0, 40)}`, text: put(path, filling) };
  }
}

const made = new Map<JsonBounds, Fillings>();

function fillingsFor(bounds: JsonBounds): Fillings {
  const fillings = made.get(bounds) ?? fillingsOf(bounds);
  made.set(bounds, fillings);
  return fillings;
}
