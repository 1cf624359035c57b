import joi from 'joi';
import { v1Endpoint } from './v1-endpoint.js';

const query = joi.object<{ token?: unknown }>({ token: joi.any().description('The token of the link.') });
const answers = { 200: { description: 'The page.', contentType: 'text/html' } };

export const pageEndpoints = {
  verifyEmailPage: v1Endpoint({
    id: 'v1VerifyEmailPage',
    method: 'get',
    path: '/v1/auth/verify-email',
    summary: 'Page of the link in a verification mail',
    description: 'Its button posts the token, so that programs that open every link of a mail do not consume it.',
    access: 'public',
    query,
    answers,
  }),
  resetPasswordPage: v1Endpoint({
    id: 'v1ResetPasswordPage',
    method: 'get',
    path: '/v1/auth/reset-password',
    summary: 'Page of the link in a password mail',
    description: 'It asks for the new password and posts it with the token of the link.',
    access: 'public',
    query,
    answers,
  }),
};
