/** The kinds of values that `/v1` takes and gives. */
import Joi from 'joi';
import { readEmail } from '#src/domain/v1/v1-email.js';
import {
  PASSWORD_MAX,
  PASSWORD_MIN,
  PASSWORD_TYPED_MAX,
  passwordProblem,
  preparePassword,
} from '#src/domain/v1/v1-password.js';
import { integer, object } from '../schema/kinds.js';

const TOKEN_MAX = 4_096;
const EMAIL_TYPED_MAX = 1_024;

/** What comes out is the one form addresses are compared in. */
export const email = () =>
  Joi.string()
    .max(EMAIL_TYPED_MAX)
    .required()
    .custom((typed: string, helpers) => readEmail(typed) ?? helpers.error('email'))
    .messages({ email: '{{#label}} must be an e-mail address', 'string.empty': '{{#label}} must be an e-mail address' })
    .description('An e-mail address. Compared without regard to case.')
    .example('ada@example.com');

/** As somebody typed it at a login: whether it could be one is not looked at. */
export const typedPassword = () =>
  Joi.string()
    .max(PASSWORD_TYPED_MAX)
    .custom((typed: string) => preparePassword(typed));

/** One that is being chosen. Which ones are common is asked where the list is. */
export const newPassword = () =>
  Joi.string()
    .max(PASSWORD_TYPED_MAX)
    .required()
    .custom((typed: string, helpers) => {
      const password = preparePassword(typed);
      const problem = passwordProblem(password, () => false);
      return problem === null ? password : helpers.error('password', { problem });
    })
    .messages({ password: '{{#label}} {{#problem}}' })
    .description(`${PASSWORD_MIN} to ${PASSWORD_MAX} characters, and none of the 10 000 most common passwords.`);

/** What we made ourselves, as it was handed out. */
export const token = () => Joi.string().max(TOKEN_MAX);

export const messageShape = object({ message: Joi.string().required().description('For people.') });

const pairKeys = {
  access_token: Joi.string().required().description('Opaque. Sent as `Authorization: Bearer …`.'),
  refresh_token: Joi.string().description(
    'Single use. Absent where it went into the httpOnly cookie: in answers to pages of allowed origins.',
  ),
  token_type: Joi.string().valid('Bearer').required(),
  expires_in: integer().required().description('Seconds until the access token expires.').example(900),
};

export const v1PairShape = object(pairKeys);
export const v1LoginShape = object({
  ...pairKeys,
  account: object({ id: Joi.string().required(), email: Joi.string().required() }).required(),
});
