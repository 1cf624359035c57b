/**
 * What a schema is made of, read from its terms, as those who extend joi read it. `describe()` says the same and has
 * joi judge its own description at every depth: half a second for all schemas of the service.
 */
import type { Schema } from 'joi';

export const examplesOf = (schema: Schema): unknown[] => schema.$_terms.examples ?? [];

export const metasOf = (schema: Schema): Record<string, unknown>[] => schema.$_terms.metas ?? [];

export const itemsOf = (schema: Schema): Schema[] => schema.$_terms.items ?? [];

/** The fields of an object; none of anything else. */
export function fieldsOf(schema: Schema): [name: string, schema: Schema][] {
  const keys: { key: string; schema: Schema }[] = schema.$_terms.keys ?? [];
  return keys.map(({ key, schema: field }) => [key, field]);
}
