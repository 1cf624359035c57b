import type { ObjectSchema, Schema, ValidationError } from 'joi';
import { RefusalError } from '#src/errors.js';

/** How a value that does not fit is refused: a missing or bad parameter (400), or fields with their problems (422). */
export type Unfit = 'invalid_request' | 'validation_failed';

const OPTIONS = { abortEarly: false, stripUnknown: true, errors: { wrap: { label: false } } } as const;

/**
 * The value as the schema has it: known fields only, of the right types, trimmed. What the caller gets holds
 * nothing that the schema does not name.
 */
export function validate<T>(schema: ObjectSchema<T>, value: unknown, unfit: Unfit): T {
  const result = schema.required().validate(value, OPTIONS);
  if (result.error) throw refusalOf(result.error, unfit);
  return result.value as T;
}

/** Whether a value fits, for places that only ask. */
export const fits = (schema: Schema, value: unknown): boolean => schema.validate(value).error === undefined;

function refusalOf(error: ValidationError, unfit: Unfit): RefusalError {
  if (unfit === 'invalid_request') return new RefusalError(unfit, { message: firstSentence(error) });
  return new RefusalError(unfit, { fields: fieldsOf(error) });
}

/** Each field's problems, told without its name: the name is the key. */
function fieldsOf(error: ValidationError): Record<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const detail of error.details) {
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
