import Joi from 'joi';
import { endpoint } from '../schema/endpoint.js';
import { integer, name, object } from '../schema/kinds.js';
import { accountShape } from '../shapes/account.js';

export interface IdentityLoginBody {
  code: string;
  redirect_uri: string;
  code_verifier: string;
  nonce?: string;
}

export interface RefreshTokenBody {
  refresh_token: string;
}

const OPAQUE_MAX = 4_096;
const DEVELOPER_NAME_MAX = 64;
const tag = 'Login';

/** A value that another party issued and only that party reads: unchanged, no character is cleaned. */
const opaque = () => Joi.string().max(OPAQUE_MAX);

const identityLoginBody = object<IdentityLoginBody>({
  code: opaque().required().description('The authorization code, as the provider sent it to the redirect address.'),
  redirect_uri: opaque().required().description('Exactly as in the authorization request.'),
  code_verifier: opaque().required().description('Of the PKCE challenge (S256) in the authorization request.'),
  nonce: opaque().description('Required when the authorization request carried one.'),
}).label('IdentityLogin');

const developerLoginBody = object<{ name: string }>({
  name: name().chars(1, DEVELOPER_NAME_MAX).required().description('The same name is the same account.').example('ada'),
}).label('DeveloperLogin');

const refreshTokenBody = object<RefreshTokenBody>({
  // A token of any length is a token, known or unknown. The size of the body bounds it.
  refresh_token: Joi.string().required(),
}).label('RefreshToken');

const pairKeys = {
  access_token: Joi.string().required().description('Opaque. Sent as `Authorization: Bearer …`.'),
  refresh_token: Joi.string().required().description('Single use: each refresh returns the next one.'),
  token_type: Joi.string().valid('Bearer').required(),
  expires_in: integer().required().description('Seconds until the access token expires.').example(3600),
  refresh_expires_in: integer().required().description('Seconds until the refresh token expires.').example(7_776_000),
};
const pairShape = object(pairKeys).id('TokenPair');
const loginShape = object({ ...pairKeys, account: accountShape.required() }).id('Login');

const loginAnswers = {
  200: { description: 'The account existed before.', shape: loginShape },
  201: { description: 'A new account. Its `username` is null until one is chosen.', shape: loginShape },
};

export const authEndpoints = {
  loginIdentity: endpoint({
    id: 'loginIdentity',
    method: 'post',
    path: '/api/auth/identity',
    tag,
    summary: 'Log in with a code of the identity provider',
    description: 'Authorization code flow with PKCE. Of the identity only birth date and gender are kept.',
    access: 'public',
    body: identityLoginBody,
    unfit: 'invalid_request',
    answers: loginAnswers,
    refusals: [
      'idp_rejected',
      'invalid_id_token',
      'account_suspended',
      'rate_limited',
      'idp_unavailable',
      'idp_not_configured',
    ],
  }),
  loginDeveloper: endpoint({
    id: 'loginDeveloper',
    method: 'post',
    path: '/api/auth/developer',
    tag,
    summary: 'Log in by name, outside production',
    description: 'The path does not exist where `DEV_LOGIN` is off.',
    access: 'public',
    body: developerLoginBody,
    unfit: 'invalid_request',
    answers: loginAnswers,
    refusals: ['account_suspended', 'not_found', 'rate_limited'],
  }),
  refresh: endpoint({
    id: 'refreshTokens',
    method: 'post',
    path: '/api/auth/refresh',
    tag,
    summary: 'Exchange a refresh token for a new pair',
    description:
      'The old refresh token is revoked. With an `Idempotency-Key` header (1-64 of `[A-Za-z0-9_-]`) the same call again within 15 s gives the same pair again, so that a lost answer does not log out the device.',
    access: 'public',
    body: refreshTokenBody,
    unfit: 'invalid_request',
    answers: { 200: { description: 'The next pair.', shape: pairShape } },
    refusals: ['invalid_refresh_token', 'account_suspended', 'rate_limited'],
  }),
  logout: endpoint({
    id: 'logout',
    method: 'post',
    path: '/api/auth/logout',
    tag,
    summary: 'Close the session of a refresh token',
    description: 'Its sockets are closed at once. Unknown and closed tokens get the same answer.',
    access: 'public',
    body: refreshTokenBody,
    unfit: 'invalid_request',
    answers: { 204: { description: 'Closed.' } },
    refusals: ['rate_limited'],
  }),
};
