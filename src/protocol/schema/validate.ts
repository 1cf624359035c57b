import type { ObjectSchema, ValidationError, ValidationErrorItem } from 'joi';
import { RefusalError } from '#src/errors.js';
import { prune } from './prune.js';

/** The refusal of an invalid value: a missing or bad parameter (400), or fields with their problems (422). */
export type Unfit = 'invalid_request' | 'validation_failed';

/** Bound of the problems in one refusal. A client with more mistakes sees the rest after correcting these. */
export const PROBLEMS_MAX = 20;

/** The texts of joi that are of no use to people: its terms for fields that exclude each other, and patterns. */
export const WORDING = {
  errors: { wrap: { label: false } },
  messages: {
    'object.oxor': 'only one of {{#peersWithLabels}} may be given',
    'object.xor': 'only one of {{#peersWithLabels}} may be given',
    'object.missing': 'one of {{#peersWithLabels}} is required',
    'string.pattern.base': '{{#label}} does not have the required form',
  },
} as const;

const OPTIONS = { abortEarly: false, stripUnknown: true, ...WORDING } as const;

/**
 * The validated value: known fields only, of the right types, trimmed. It contains no field that the schema does not
 * name.
 */
export function validate<T>(schema: ObjectSchema<T>, value: unknown, unfit: Unfit): T {
  const result = schema.required().validate(prune(schema, value), OPTIONS);
  if (result.error) throw refusalOf(result.error, unfit);
  return result.value as T;
}

function refusalOf(error: ValidationError, unfit: Unfit): RefusalError {
  if (unfit === 'invalid_request') return new RefusalError(unfit, { message: firstSentence(error) });
  return new RefusalError(unfit, { fields: fieldsOf(error) });
}

/** The problems of each field, without the field's name, which is the key. */
function fieldsOf(error: ValidationError): Record<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const detail of error.details.slice(0, PROBLEMS_MAX)) {
    const label = String(detail.context?.label ?? '');
    const problem = detail.message.startsWith(`${label} `) ? detail.message.slice(label.length + 1) : detail.message;
    for (const field of namesOf(detail)) fields.set(field, [...(fields.get(field) ?? []), problem]);
  }
  return Object.fromEntries(fields);
}

/** A problem between fields belongs to each of them: to those that are given, or to all when none is. */
function namesOf({ path, context }: ValidationErrorItem): string[] {
  const { present, peers } = (context ?? {}) as { present?: string[]; peers?: string[] };
  const between = present ?? peers;
  return between ? between.map((name) => [...path, name].join('.')) : [path.join('.') || 'body'];
}

function firstSentence(error: ValidationError): string {
  const message = error.details[0]?.message ?? 'The request is invalid';
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}
