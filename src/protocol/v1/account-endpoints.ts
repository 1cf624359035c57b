/** Registration, verification, passwords, and the account itself. */
import Joi from 'joi';
import { object } from '../schema/kinds.js';
import { v1Endpoint } from './v1-endpoint.js';
import { email, messageShape, newPassword, token, typedPassword } from './v1-kinds.js';

const MINUTE_MS = 60_000;
const perMinute = (scope: string, limit: number) => ({ scope, limit, windowMs: MINUTE_MS });

/** Requested mails to one address. */
export const MAILS_PER_HOUR = 3;
export const HOUR_MS = 3_600_000;

const generic = { description: 'The same answer whether or not the account exists.', shape: messageShape };

const accountShape = object({
  account: object({
    id: Joi.string().required(),
    email: Joi.string().required(),
    created_at: Joi.string().isoDate().required(),
  }).required(),
});

export const v1AccountEndpoints = {
  register: v1Endpoint({
    id: 'v1Register',
    method: 'post',
    path: '/v1/auth/register',
    summary: 'Create an account',
    description:
      'Sends a link that verifies the address; login is possible only after that. The owner of an existing account gets a mail about the attempt.',
    access: 'public',
    body: object<{ email: string; password: string }>({ email: email(), password: newPassword() }).label('V1Register'),
    perIp: perMinute('v1-register', 5),
    answers: { 202: generic },
    refusals: ['overloaded', 'mail_not_configured'],
  }),
  verifyEmail: v1Endpoint({
    id: 'v1VerifyEmail',
    method: 'post',
    path: '/v1/auth/verify-email',
    summary: 'Verify an e-mail address',
    description: 'With the token of the link in the mail: a day, single use.',
    access: 'public',
    body: object<{ token: string }>({ token: token().required() }).label('V1Token'),
    perIp: perMinute('v1-verify', 20),
    answers: { 200: { description: 'Verified: logins are open.', shape: messageShape } },
    refusals: ['invalid_verification_token', 'account_suspended'],
  }),
  resendVerification: v1Endpoint({
    id: 'v1ResendVerification',
    method: 'post',
    path: '/v1/auth/resend-verification',
    summary: 'Send the verification link again',
    description: `At most ${MAILS_PER_HOUR} an hour for an address.`,
    access: 'public',
    body: object<{ email: string }>({ email: email() }).label('V1Email'),
    perIp: perMinute('v1-resend', 5),
    answers: { 200: generic },
    refusals: ['mail_not_configured'],
  }),
  forgotPassword: v1Endpoint({
    id: 'v1ForgotPassword',
    method: 'post',
    path: '/v1/auth/forgot-password',
    summary: 'Send a link for a new password by mail',
    description: `At most ${MAILS_PER_HOUR} an hour for an address.`,
    access: 'public',
    body: object<{ email: string }>({ email: email() }).label('V1Email'),
    perIp: perMinute('v1-forgot', 5),
    answers: { 202: generic },
    refusals: ['mail_not_configured'],
  }),
  resetPassword: v1Endpoint({
    id: 'v1ResetPassword',
    method: 'post',
    path: '/v1/auth/reset-password',
    summary: 'Choose a new password',
    description: 'With the token of the link in the mail: an hour, single use. Every session of the account is closed.',
    access: 'public',
    body: object<{ token: string; password: string }>({
      token: token().required(),
      password: newPassword(),
    }).label('V1ResetPassword'),
    perIp: perMinute('v1-reset', 20),
    answers: { 204: { description: 'The new password is valid.' } },
    refusals: ['invalid_reset_token', 'account_suspended', 'overloaded'],
  }),
  me: v1Endpoint({
    id: 'v1Me',
    method: 'get',
    path: '/v1/me',
    summary: 'View the own account',
    description: 'For the holder of an access token of `/v1`.',
    access: 'bearer',
    answers: { 200: { description: 'The account.', shape: accountShape } },
  }),
  deleteMe: v1Endpoint({
    id: 'v1DeleteMe',
    method: 'delete',
    path: '/v1/me',
    summary: 'Delete the own account',
    description:
      'With the password, or within five minutes of a login through the identity provider. A wrong password counts as a failed login.',
    access: 'bearer',
    body: object<{ password?: string }>({ password: typedPassword() }).label('V1Delete'),
    perIp: perMinute('v1-delete', 20),
    answers: { 204: { description: 'Deleted, with all sessions.' } },
    refusals: ['invalid_credentials', 'too_many_attempts', 'overloaded'],
  }),
};
