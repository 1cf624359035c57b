import Joi from 'joi';
import { type ErrorCode, errors } from '#src/errors.js';
import { integer, list, object } from '../schema/kinds.js';

/** The one shape of every error. */
export const errorShape = object({
  error: object({
    code: Joi.string()
      .valid(...(Object.keys(errors) as ErrorCode[]))
      .required(),
    message: Joi.string().required().description('For people; it may change.'),
    fields: Joi.object()
      .pattern(Joi.string(), list(Joi.string()))
      .description('With `validation_failed`: each field and its problems.'),
    until: integer().description('With `muted`, `slow_mode` and `account_suspended`: milliseconds since epoch.'),
    reason: Joi.string().description(
      'With `account_suspended`: the text of the operator for the owner of the account.',
    ),
    retry_after_ms: integer().description('With `overloaded` and `unavailable`: repeat as it was after this long.'),
  }).required(),
}).meta({ shape: 'Error' });
