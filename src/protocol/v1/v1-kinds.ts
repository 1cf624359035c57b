/** The kinds of values of `/v1`. */
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

/** The result is the normal form in which addresses are compared. */
export const email = () =>
  Joi.string()
    .max(EMAIL_TYPED_MAX)
    .required()
    .custom((typed: string, helpers) => readEmail(typed) ?? helpers.error('email'))
    .messages({ email: '{{#label}} must be an e-mail address', 'string.empty': '{{#label}} must be an e-mail address' })
    .description('An e-mail address. Compared without regard to case.')
    .example('ada@example.com');

/** A password in a login; its format is not checked. */
export const typedPassword = () =>
  Joi.string()
    .max(PASSWORD_TYPED_MAX)
    .custom((typed: string) => preparePassword(typed));

/** A new password. The list of common passwords is checked elsewhere. */
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

/** A token of this service. */
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
