/**
 * A redirect login: this service sends the browser to the identity provider and receives it back, with PKCE, state and
 * nonce. Of the identity's claims only the e-mail address leaves this file, and only if the provider has verified it.
 */
import * as oidc from 'openid-client';
import { cacheSuccess, discover, orRefusal, type ProviderOptions } from './provider-discovery.js';
import type { ExchangeRefusal } from './provider-refusals.js';

export interface RedirectIdentity {
  /** The address to send the browser to; null while the provider is unreachable. */
  begin(login: BegunLogin): Promise<string | null>;
  /** `callback`: the complete address with which the browser came back. */
  end(callback: URL, login: BegunLogin): Promise<RedirectResult>;
}

/** The secrets of a started login, which the provider's answer must match. */
export interface BegunLogin {
  /** The callback's address, without a query. */
  redirectUri: string;
  state: string;
  nonce: string;
  codeVerifier: string;
}

export type RedirectResult =
  | { ok: true; email: string }
  | { ok: false; code: ExchangeRefusal | 'email_not_verified' | 'access_denied'; detail: string };

const SCOPE = 'openid email';

export function createRedirectIdentity(options: ProviderOptions): RedirectIdentity {
  const configuration = cacheSuccess(() => discover(options));
  return {
    async begin(login) {
      const found = await orRefusal(configuration(), 'idp_unavailable');
      return found.ok ? authorizationUrl(found.value, login) : null;
    },
    async end(callback, login) {
      if (callback.searchParams.get('error') === 'access_denied') {
        return { ok: false, code: 'access_denied', detail: 'the person did not allow it' };
      }
      const found = await orRefusal(configuration(), 'idp_unavailable');
      return found.ok ? redeem(found.value, callback, login) : found;
    },
  };
}

async function authorizationUrl(configuration: oidc.Configuration, login: BegunLogin): Promise<string> {
  const { redirectUri, state, nonce, codeVerifier } = login;
  return oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: SCOPE,
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  }).href;
}

/** State, iss, code, then the id_token with its nonce: the library refuses an answer that does not match the start. */
async function redeem(configuration: oidc.Configuration, callback: URL, login: BegunLogin): Promise<RedirectResult> {
  const checks = {
    pkceCodeVerifier: login.codeVerifier,
    expectedState: login.state,
    expectedNonce: login.nonce,
    idTokenExpected: true,
  };
  if (isUnfit(configuration.serverMetadata(), callback)) {
    return { ok: false, code: 'idp_rejected', detail: 'the browser came back with no code of this provider' };
  }
  const granted = await orRefusal(oidc.authorizationCodeGrant(configuration, callback, checks), null);
  if (!granted.ok) return granted;
  const idToken = granted.value.claims();
  if (!idToken) return { ok: false, code: 'invalid_id_token', detail: 'there is no id_token in the answer' };
  const email = await orRefusal(verifiedEmail(configuration, granted.value.access_token, idToken), null);
  if (!email.ok) return email;
  if (email.value !== null) return { ok: true, email: email.value };
  return { ok: false, code: 'email_not_verified', detail: 'the provider names no verified address' };
}

/** The library would refuse it too, but with the message of an invalid id_token. */
function isUnfit(server: oidc.ServerMetadata, { searchParams }: URL): boolean {
  const isNamed = searchParams.has('iss') || server.authorization_response_iss_parameter_supported;
  const isOther = isNamed && searchParams.get('iss') !== server.issuer;
  return !searchParams.has('error') && (isOther || !searchParams.get('code'));
}

/** From the id_token, or from userinfo if the provider keeps it there. */
async function verifiedEmail(
  configuration: oidc.Configuration,
  accessToken: string,
  idToken: oidc.IDToken,
): Promise<string | null> {
  if (idToken.email !== undefined || !configuration.serverMetadata().userinfo_endpoint) return emailIn(idToken);
  try {
    return emailIn(await oidc.fetchUserInfo(configuration, accessToken, idToken.sub));
  } catch (error) {
    // If the provider refuses userinfo, the claims of the id_token are all that it gives.
    if (error instanceof oidc.WWWAuthenticateChallengeError || error instanceof oidc.ResponseBodyError) return null;
    throw error;
  }
}

/** Some providers send the boolean as text. */
function emailIn(claims: object): string | null {
  const { email, email_verified } = claims as { email?: unknown; email_verified?: unknown };
  return typeof email === 'string' && (email_verified === true || email_verified === 'true') ? email : null;
}
