import Joi, { type ObjectSchema } from 'joi';
import { RefusalError } from '#src/errors.js';
import { fieldsOf } from '../schema/schema-parts.js';
import { validate } from '../schema/validate.js';

/** A body that holds what the schema names and nothing else: an unknown field is a mistake of whoever sends it. */
export function strictBody<T>(schema: ObjectSchema<T>, body: unknown): T {
  if (typeof body !== 'object' || body === null) throw new RefusalError('invalid_json');
  const known = new Set(fieldsOf(schema).map(([name]) => name));
  if (Object.keys(body).some((name) => !known.has(name))) throw new RefusalError('invalid_json');
  return validate(schema, body, 'validation_failed');
}

const empty: ObjectSchema = Joi.object({});

/** Where nothing is asked for, nothing may come. */
export const noBody = (body: unknown): void => void strictBody(empty, body);
