/**
 * The identity provider: exchanges a code for an identity. openid-client implements the protocol (code grant with PKCE,
 * and the id_token's signature, iss, aud, exp and nonce). Of the identity's claims only birth date and gender leave
 * this file.
 */
import * as oidc from 'openid-client';
import { readBirthDate, readGender } from '#src/domain/accounts/identity.js';
import { cacheSuccess, discover, grant, orRefusal, type ProviderOptions } from './provider-discovery.js';
import type { ExchangeRefusal } from './provider-refusals.js';

export interface IdentityProvider {
  exchange(request: ExchangeRequest): Promise<ExchangeResult>;
  /** The data that a page needs to start a login; null while the provider is unreachable. */
  describe(): Promise<ProviderDescription | null>;
}

export interface ExchangeRequest {
  code: string;
  redirectUri: string;
  codeVerifier: string;
  nonce?: string;
}

export type ExchangeResult =
  | { ok: true; issuer: string; subject: string; birthDate: string | null; gender: string | null }
  | { ok: false; code: ExchangeRefusal; detail: string };

export interface ProviderDescription {
  authorizationEndpoint: string;
  clientId: string;
  scope: string;
}

export interface IdentityProviderOptions extends ProviderOptions {
  /** The allowed redirect addresses, compared exactly; null leaves the check to the provider. */
  redirectUris?: readonly string[] | null | (() => readonly string[]);
}

export const IDENTITY_SCOPE = 'openid profile';

export function createIdentityProvider(options: IdentityProviderOptions): IdentityProvider {
  const configuration = cacheSuccess(() => discover(options));
  return {
    async exchange(request) {
      if (!isAllowed(options, request.redirectUri)) {
        return { ok: false, code: 'idp_rejected', detail: 'the redirect_uri is not registered' };
      }
      const found = await orRefusal(configuration(), 'idp_unavailable');
      return found.ok ? redeem(found.value, request) : found;
    },
    async describe() {
      const found = await orRefusal(configuration(), 'idp_unavailable');
      const authorizationEndpoint = found.ok ? found.value.serverMetadata().authorization_endpoint : undefined;
      return authorizationEndpoint
        ? { authorizationEndpoint, clientId: options.clientId, scope: IDENTITY_SCOPE }
        : null;
    },
  };
}

/** http without TLS is for a provider on this machine only, outside production. */
export function mayUseHttp(issuer: string, isProduction: boolean): boolean {
  return !isProduction && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(issuer).hostname);
}

function isAllowed({ redirectUris }: IdentityProviderOptions, redirectUri: string): boolean {
  if (!URL.canParse(redirectUri)) return false;
  const allowed = typeof redirectUris === 'function' ? redirectUris() : redirectUris;
  return !allowed || allowed.includes(redirectUri);
}

async function redeem(configuration: oidc.Configuration, request: ExchangeRequest): Promise<ExchangeResult> {
  const granted = await orRefusal(grant(configuration, request), null);
  if (!granted.ok) return granted;
  const idToken = granted.value.claims();
  if (!idToken) return { ok: false, code: 'invalid_id_token', detail: 'there is no id_token in the answer' };
  const profile = await orRefusal(profileOf(configuration, granted.value.access_token, idToken), null);
  if (!profile.ok) return profile;
  const { birthdate, gender } = profile.value;
  const { iss: issuer, sub: subject } = idToken;
  return { ok: true, issuer, subject, birthDate: readBirthDate(birthdate), gender: readGender(gender) };
}

/** Claims of the id_token, completed from userinfo if the provider keeps them there. */
async function profileOf(
  configuration: oidc.Configuration,
  accessToken: string,
  idToken: oidc.IDToken,
): Promise<Record<string, unknown>> {
  const known = idToken.birthdate !== undefined && idToken.gender !== undefined;
  if (known || !configuration.serverMetadata().userinfo_endpoint) return idToken;
  try {
    const more = await oidc.fetchUserInfo(configuration, accessToken, idToken.sub);
    return { birthdate: idToken.birthdate ?? more.birthdate, gender: idToken.gender ?? more.gender };
  } catch (error) {
    // If the provider refuses userinfo, the claims of the id_token are all that it gives.
    if (error instanceof oidc.WWWAuthenticateChallengeError || error instanceof oidc.ResponseBodyError) return idToken;
    throw error;
  }
}
