/** Fields of an export. A field of another type than documented is refused with its place. */
import { ImportError } from '../common-form.js';
import { ID_CHARS_MAX } from '../import-bounds.js';

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown, place: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ImportError(place, 'it is no object');
  }
  return value as Fields;
}

export function listOf(value: unknown, place: string): unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw new ImportError(place, 'it is no list');
  return value;
}

/** A text, or null if it is absent. */
export function textOf(fields: Fields, name: string, place: string): string | null {
  const value = fields[name];
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string') throw new ImportError(place, `"${name}" is no text`);
  return value;
}

/** An id: a text or a number. */
export function idOf(fields: Fields, name: string, place: string): string {
  const value = fields[name];
  const isId = (typeof value === 'string' && value !== '') || Number.isSafeInteger(value);
  if (!isId) throw new ImportError(place, `"${name}" is no id`);
  const id = String(value);
  if (id.length > ID_CHARS_MAX) throw new ImportError(place, `"${name}" is longer than ${ID_CHARS_MAX} characters`);
  return id;
}

export const optionalIdOf = (fields: Fields, name: string, place: string): string | null =>
  fields[name] === undefined || fields[name] === null || fields[name] === '' ? null : idOf(fields, name, place);

/** A number that is above zero, or undefined. */
export function sizeOf(fields: Fields, name: string): number | undefined {
  const value = Number(fields[name]);
  return Number.isFinite(value) && value > 0 ? Math.round(value) : undefined;
}

/** A time in ms since epoch. */
export function timeOf(ms: number, place: string): number {
  if (!Number.isFinite(ms) || ms < 0) throw new ImportError(place, 'its time is no time');
  return Math.round(ms);
}

export function parsed(text: string, place: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ImportError(place, 'it is no JSON');
  }
  return fieldsOf(value, place);
}

/** Without the fields that are undefined. */
export function known<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
