import type { ObjectSchema, ValidationError } from 'joi';
import { RefusalError } from '#src/errors.js';
import { prune } from './prune.js';

/** The refusal of an invalid value: a missing or bad parameter (400), or fields with their problems (422). */
export type Unfit = 'invalid_request' | 'validation_failed';

/** Bound of the problems in one refusal. A client with more mistakes sees the rest after correcting these. */
export const PROBLEMS_MAX = 20;

const OPTIONS = { abortEarly: false, stripUnknown: true, errors: { wrap: { label: false } } } as const;

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
    const field = detail.path.join('.') || 'body';
    const label = String(detail.context?.label ?? '');
    const problem = detail.message.startsWith(`${label} `) ? detail.message.slice(label.length + 1) : detail.message;
    fields.set(field, [...(fields.get(field) ?? []), problem]);
  }
  return Object.fromEntries(fields);
}

function firstSentence(error: ValidationError): string {
  const message = error.details[0]?.message ?? 'The request is invalid';
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}
