import joi from 'joi';
import { v1Endpoint } from './v1-endpoint.js';

/** The handlers refuse lists, each with its own code. */
const anything = joi.any();

export const redirectEndpoints = {
  loginWithIdp: v1Endpoint({
    id: 'v1LoginWithIdp',
    method: 'get',
    path: '/v1/auth/login_with_idp',
    summary: 'Log in through the identity provider',
    description:
      'Sends the browser to the identity provider. When the person has approved there, it returns to `redirect_uri` with ' +
      '`#code=<code>`, which `POST /v1/auth/exchange` takes within 60 seconds, once, from the browser that began; ' +
      'when it did not work, with `#error=<code>`: `access_denied`, `email_not_verified`, `idp_rejected`, ' +
      '`invalid_id_token`, `account_suspended` or `idp_unavailable`. An empty `redirect_uri` leads to `/docs`.',
    access: 'public',
    query: joi.object<{ redirect_uri?: unknown }>({
      redirect_uri: anything.description('An address whose origin is on the allow-list.'),
    }),
    perIp: { scope: 'v1:login_with_idp', limit: 30, windowMs: 60_000 },
    answers: { 302: { description: 'To the identity provider.' } },
    refusals: ['invalid_redirect_uri', 'idp_not_configured', 'idp_unavailable'],
  }),
  idpCallback: v1Endpoint({
    id: 'v1IdpCallback',
    method: 'get',
    path: '/v1/auth/idp_callback',
    summary: 'Target of the redirect from the identity provider',
    description:
      'Register `{PUBLIC_URL}/v1/auth/idp_callback` with the provider. A missing account is created; one that ' +
      'was not verified is verified, and its earlier password stops working.',
    access: 'public',
    query: joi.object<{ state?: unknown; code?: unknown; iss?: unknown; error?: unknown }>({
      state: anything,
      code: anything,
      iss: anything,
      error: anything,
    }),
    answers: { 302: { description: 'To the `redirect_uri` of the login, with `#code=` or `#error=`.' } },
    refusals: ['invalid_code', 'idp_not_configured'],
  }),
};
