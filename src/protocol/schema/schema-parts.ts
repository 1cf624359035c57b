/**
 * Reads the parts of a schema from joi's terms, as extensions of joi do. `describe()` gives the same, but validates its
 * own description at every depth: half a second for all schemas of the service.
 */
import type { Schema } from 'joi';

export const examplesOf = (schema: Schema): unknown[] => schema.$_terms.examples ?? [];

export const metasOf = (schema: Schema): Record<string, unknown>[] => schema.$_terms.metas ?? [];

export const itemsOf = (schema: Schema): Schema[] => schema.$_terms.items ?? [];

/** The fields of an object schema; empty for others. */
export function fieldsOf(schema: Schema): [name: string, schema: Schema][] {
  const keys: { key: string; schema: Schema }[] = schema.$_terms.keys ?? [];
  return keys.map(({ key, schema: field }) => [key, field]);
}

/** The alternatives of a schema, those of each condition included; empty for others. */
export const alternativesOf = (schema: Schema): Schema[] =>
  (schema.$_terms.matches ?? []).flatMap(({ schema: match, switch: cases = [] }: Match) =>
    [match, ...cases.flatMap(({ then, otherwise }) => [then, otherwise])].filter((part) => part !== undefined),
  );

interface Match {
  schema?: Schema;
  switch?: { then?: Schema; otherwise?: Schema }[];
}

/** Whether the schema accepts unknown keys. */
export const isOpen = (schema: Schema): boolean =>
  !schema.$_terms.keys || schema.$_terms.patterns || schema.$_terms.renames || schema.$_getFlag('unknown') === true;

/** The largest length of a list. */
export const lengthMaxOf = (schema: Schema): number =>
  (schema as unknown as RulesInside).$_getRule('max')?.args.limit ?? Number.POSITIVE_INFINITY;

interface RulesInside {
  $_getRule(name: string): { args: { limit: number } } | undefined;
}
