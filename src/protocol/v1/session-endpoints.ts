/** Sessions: login, renewal, list, closing. */
import Joi from 'joi';
import { flag, integer, list, object, oneOf } from '../schema/kinds.js';
import { v1Endpoint } from './v1-endpoint.js';
import { email, token, typedPassword, v1LoginShape, v1PairShape } from './v1-kinds.js';

const MINUTE_MS = 60_000;
const perMinute = (scope: string, limit: number) => ({ scope, limit, windowMs: MINUTE_MS });

/** Failed logins for one address. */
export const FAILURES_MAX = 5;
export const FAILURES_MS = 15 * MINUTE_MS;

const sessionShape = object({
  id: Joi.string().required(),
  method: oneOf('password', 'provider').required(),
  created_at: Joi.string().isoDate().required(),
  last_used_at: integer().required().description('ms since epoch: the login, or the last refresh.'),
  expires_at: integer().required().description('ms since epoch.'),
  current: flag().required(),
});

const refreshTokenBody = () =>
  object<{ refresh_token?: string }>({
    // A token of any length is a token, known or unknown. The size of the body bounds it.
    refresh_token: Joi.string().description('Pages of allowed origins omit it and send the cookie.'),
  }).label('V1RefreshToken');

export const v1SessionEndpoints = {
  login: v1Endpoint({
    id: 'v1Login',
    method: 'post',
    path: '/v1/auth/login',
    summary: 'Log in with e-mail and password',
    description: `After ${FAILURES_MAX} failed attempts within 15 minutes the address is locked until the first of them is that old.`,
    access: 'public',
    body: object<{ email: string; password: string }>({ email: email(), password: typedPassword().required() }).label(
      'V1Login',
    ),
    perIp: perMinute('v1-login', 20),
    answers: { 200: { description: 'Logged in.', shape: v1LoginShape } },
    refusals: ['invalid_credentials', 'email_not_verified', 'account_suspended', 'too_many_attempts', 'overloaded'],
  }),
  refresh: v1Endpoint({
    id: 'v1Refresh',
    method: 'post',
    path: '/v1/auth/refresh',
    summary: 'Exchange a refresh token for a new pair',
    description:
      'The old token is used up. Presented again within 15 seconds it is `refresh_conflict`: another tab was faster. Later it is taken for stolen: `refresh_token_reused`, and its whole session is closed.',
    access: 'public',
    body: refreshTokenBody(),
    perIp: perMinute('v1-refresh', 60),
    answers: { 200: { description: 'The next pair.', shape: v1PairShape } },
    refusals: [
      'invalid_refresh_token',
      'refresh_token_reused',
      'session_revoked',
      'refresh_conflict',
      'account_suspended',
      'forbidden',
    ],
  }),
  logout: v1Endpoint({
    id: 'v1Logout',
    method: 'post',
    path: '/v1/auth/logout',
    summary: 'Close the session of a refresh token',
    description: 'Its access tokens are refused from then on. Unknown and closed tokens get the same answer.',
    access: 'public',
    body: refreshTokenBody(),
    answers: { 204: { description: 'Closed.' } },
    refusals: ['forbidden'],
  }),
  exchange: v1Endpoint({
    id: 'v1Exchange',
    method: 'post',
    path: '/v1/auth/exchange',
    summary: 'Exchange the code of a redirect login for a pair',
    description: 'By the browser that began the login, within 60 seconds, once.',
    access: 'public',
    body: object<{ code: string }>({ code: token().required() }).label('V1Code'),
    perIp: perMinute('v1-exchange', 30),
    answers: { 200: { description: 'Logged in.', shape: v1LoginShape } },
    refusals: ['invalid_code', 'account_suspended', 'forbidden'],
  }),
  sessions: v1Endpoint({
    id: 'v1Sessions',
    method: 'get',
    path: '/v1/auth/sessions',
    summary: 'List the open sessions of the account',
    description: 'One for each login that was neither closed nor has expired.',
    access: 'bearer',
    answers: {
      200: {
        description: 'The most recently used comes first.',
        shape: object({ sessions: list(sessionShape).required() }),
      },
    },
  }),
  closeSession: v1Endpoint({
    id: 'v1CloseSession',
    method: 'delete',
    path: '/v1/auth/sessions/{id}',
    summary: 'Close a session',
    description: 'Any session of the account, also that of the caller.',
    access: 'bearer',
    answers: { 204: { description: 'Closed: its tokens are refused from then on.' } },
    refusals: ['not_found'],
  }),
};
