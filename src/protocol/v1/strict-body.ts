import Joi, { type ObjectSchema } from 'joi';
import { RefusalError } from '#src/errors.js';
import { fieldsOf } from '../schema/schema-parts.js';
import { validate } from '../schema/validate.js';

/** A body with the fields of the schema and no others: an unknown field is a mistake of the client. */
export function strictBody<T>(schema: ObjectSchema<T>, body: unknown): T {
  if (typeof body !== 'object' || body === null) throw new RefusalError('invalid_json');
  const known = new Set(fieldsOf(schema).map(([name]) => name));
  const unknown = Object.keys(body).find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new RefusalError('invalid_json', { message: `There is no field "${short(unknown)}" here.` });
  return validate(schema, body, 'validation_failed');
}

const empty: ObjectSchema = Joi.object({});

const NAME_MAX = 64;
const short = (name: string): string => [...name].slice(0, NAME_MAX).join('');

/** For endpoints without fields. */
export const noBody = (body: unknown): void => void strictBody(empty, body);
