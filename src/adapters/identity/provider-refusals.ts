/** Maps errors of the identity provider to one of three codes. */
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { ProviderUnreachable } from './provider-fetch.js';

export type ExchangeRefusal = 'idp_rejected' | 'invalid_id_token' | 'idp_unavailable';

/** Answers about this service's registration, not about the code. A person cannot change them. */
const REGISTRATION_ERRORS = new Set([
  'invalid_client',
  'unauthorized_client',
  'unsupported_grant_type',
  'temporarily_unavailable',
  'server_error',
]);
/** Answers that break the protocol. */
const PROTOCOL_ERRORS = new Set(['OAUTH_RESPONSE_IS_NOT_JSON', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_PARSE_ERROR']);

/** Null if the error is a mistake of our own. */
export function exchangeRefusal(error: unknown): ExchangeRefusal | null {
  if (wasUnreachable(error)) return 'idp_unavailable';
  if (error instanceof ResponseBodyError)
    return REGISTRATION_ERRORS.has(error.error) ? 'idp_unavailable' : 'idp_rejected';
  if (error instanceof WWWAuthenticateChallengeError) return 'idp_unavailable';
  if (error instanceof AuthorizationResponseError) return 'idp_rejected';
  if (!(error instanceof ClientError)) return null;
  // Once tokens arrived, a remaining error is about the id_token: its form, claims, algorithm or signature.
  return PROTOCOL_ERRORS.has(error.code ?? '') && !isAboutToken(error) ? 'idp_unavailable' : 'invalid_id_token';
}

function wasUnreachable(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof ProviderUnreachable) return true;
  return false;
}

/** An unreadable id_token is a parse error, as is an unreadable answer. */
function isAboutToken({ cause }: ClientError): boolean {
  return cause instanceof Error && cause.message.includes('JWT');
}
