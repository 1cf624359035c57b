import Joi from 'joi';
import { type ErrorCode, errors, messageOf, type Refusal } from '#src/errors.js';
import { object } from '../schema/kinds.js';

export interface V1WireError {
  code: string;
  message: string;
  request_id: string;
  fields?: Record<string, string>;
}

/** A refusal in the format of `/v1`: with the request id, and one sentence for each field. */
export function presentV1Error(refusal: Refusal, requestId: string): V1WireError {
  const { code, fields } = refusal;
  const publicCode = code === 'internal_error' ? 'internal' : code;
  const message = code === 'account_suspended' ? suspensionMessage(refusal) : messageOf(refusal);
  const error = { code: publicCode, message, request_id: requestId };
  return code === 'validation_failed' && fields ? { ...error, fields: oneSentenceEach(fields) } : error;
}

/** The shape of `/v1` has no place for the end and the reason of a suspension: the message tells them. */
function suspensionMessage({ until, reason }: Refusal): string {
  const end = until === undefined ? '' : ` until ${new Date(until).toISOString()}`;
  return `This account is suspended${end}.${reason === undefined ? '' : ` ${reason}`}`;
}

const oneSentenceEach = (fields: Record<string, string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, problems]) => [name, problems.join('; ')]));

/** The one shape of every error of `/v1`. */
export const v1ErrorShape = object({
  error: object({
    code: Joi.string()
      .valid(...(Object.keys(errors) as ErrorCode[]))
      .required(),
    message: Joi.string().required().description('For people; it may change.'),
    request_id: Joi.string().required().description('The same as in `X-Request-ID`.'),
    fields: Joi.object()
      .pattern(Joi.string(), Joi.string())
      .description('With `validation_failed`: each invalid field and the reason.'),
  }).required(),
}).meta({ shape: 'V1Error' });
