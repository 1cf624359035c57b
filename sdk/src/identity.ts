/** Login through the identity provider: authorization code with PKCE (S256), state and nonce. */
import { MeydanError } from './errors.js';
import { base64Url, randomId } from './random-id.js';
import type { Operations } from './wire.js';

/** The identity provider as `GET /api/client-config` describes it. */
export type OidcConfig = NonNullable<Operations['GET /api/client-config']['answer']['oidc']>;

/** The program keeps it until the provider redirects back, for example in `sessionStorage`. */
export interface IdentityAttempt {
  state: string;
  nonce: string;
  verifier: string;
  redirectUri: string;
}

export type IdentityProof = Operations['POST /api/auth/identity']['body'];

/** The provider's URL to open, and the state to keep meanwhile. */
export async function beginIdentity(oidc: OidcConfig): Promise<{ address: string; attempt: IdentityAttempt }> {
  const verifier = randomId() + randomId();
  const attempt = { state: randomId(), nonce: randomId(), verifier, redirectUri: oidc.redirect_uri };
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  const address = new URL(oidc.authorization_endpoint);
  const parameters = {
    response_type: 'code',
    client_id: oidc.client_id,
    redirect_uri: oidc.redirect_uri,
    scope: oidc.scope,
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: base64Url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return { address: address.href, attempt };
}

/** The proof of identity in the URL to which the provider redirected. */
export function identityProof(attempt: IdentityAttempt, returnedTo: string): IdentityProof {
  const query = new URL(returnedTo).searchParams;
  const code = query.get('code');
  if (!code || query.get('state') !== attempt.state) {
    throw new MeydanError('login_cancelled', query.get('error_description') ?? 'The login was not finished.');
  }
  const { redirectUri, verifier, nonce } = attempt;
  return { code, redirect_uri: redirectUri, code_verifier: verifier, nonce };
}
