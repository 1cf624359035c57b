/**
 * The identity of an operator: who it is, and in which groups the identity provider has them. Codes are accepted for one
 * redirect address alone, so that a code of the app's login makes no operator.
 */
import * as oidc from 'openid-client';
import { cacheSuccess, discover, grant, orRefusal, type ProviderOptions } from './provider-discovery.js';
import type { ExchangeRefusal } from './provider-refusals.js';

export interface OperatorIdentityOptions extends ProviderOptions {
  /** The address of the operators' page; known once the service listens. */
  redirectUri: () => string;
  claim: string;
  scope: string | null;
}

export interface OperatorExchange {
  code: string;
  redirectUri: string;
  codeVerifier: string;
  nonce: string;
}

export type OperatorIdentityResult =
  | { ok: true; issuer: string; subject: string; name: string; groups: string[] }
  | { ok: false; code: ExchangeRefusal; detail: string };

export interface OperatorIdentity {
  exchange(request: OperatorExchange): Promise<OperatorIdentityResult>;
  /** For the page that begins the login; null while the provider is unreachable. */
  describe(): Promise<OperatorLoginDescription | null>;
}

export interface OperatorLoginDescription {
  authorizationEndpoint: string;
  clientId: string;
  redirectUri: string;
  scope: string;
}

const SCOPE = 'openid profile';
const NAME_MAX = 64;
const GROUP_MAX = 256;

export function createOperatorIdentity(options: OperatorIdentityOptions): OperatorIdentity {
  const configuration = cacheSuccess(() => discover(options));
  return {
    async exchange(request) {
      if (request.redirectUri !== options.redirectUri()) {
        return { ok: false, code: 'idp_rejected', detail: 'the redirect_uri is not that of the operators' };
      }
      const found = await orRefusal(configuration(), 'idp_unavailable');
      return found.ok ? redeem(found.value, request, options.claim) : found;
    },
    async describe() {
      const found = await orRefusal(configuration(), 'idp_unavailable');
      const authorizationEndpoint = found.ok ? found.value.serverMetadata().authorization_endpoint : undefined;
      if (authorizationEndpoint === undefined) return null;
      const scope = options.scope === null ? SCOPE : `${SCOPE} ${options.scope}`;
      return { authorizationEndpoint, clientId: options.clientId, redirectUri: options.redirectUri(), scope };
    },
  };
}

async function redeem(
  configuration: oidc.Configuration,
  request: OperatorExchange,
  claim: string,
): Promise<OperatorIdentityResult> {
  const granted = await orRefusal(grant(configuration, request), null);
  if (!granted.ok) return granted;
  const idToken = granted.value.claims();
  if (!idToken) return { ok: false, code: 'invalid_id_token', detail: 'there is no id_token in the answer' };
  const claims = await orRefusal(claimsOf(configuration, granted.value.access_token, idToken, claim), null);
  if (!claims.ok) return claims;
  const { iss: issuer, sub: subject } = idToken;
  return { ok: true, issuer, subject, name: nameOf(claims.value, subject), groups: readGroups(claims.value[claim]) };
}

/** Groups of the id_token, or of userinfo if the provider keeps them there; never both mixed. */
async function claimsOf(
  configuration: oidc.Configuration,
  accessToken: string,
  idToken: oidc.IDToken,
  claim: string,
): Promise<Record<string, unknown>> {
  if (idToken[claim] !== undefined || !configuration.serverMetadata().userinfo_endpoint) return idToken;
  try {
    return { ...(await oidc.fetchUserInfo(configuration, accessToken, idToken.sub)) };
  } catch (error) {
    // Without userinfo there are no groups, and the login is refused.
    if (error instanceof oidc.WWWAuthenticateChallengeError || error instanceof oidc.ResponseBodyError) return idToken;
    throw error;
  }
}

/** A list of texts, or one text. Anything else is no group: objects, numbers and joined lists are not guessed at. */
export function readGroups(claim: unknown): string[] {
  const given: unknown[] = Array.isArray(claim) ? claim : [claim];
  return given.filter(
    (group): group is string => typeof group === 'string' && group !== '' && group.length <= GROUP_MAX,
  );
}

/** For the audit log beside the id of the person, because people choose names at many providers. */
function nameOf(claims: Record<string, unknown>, subject: string): string {
  const found = [claims.name, claims.preferred_username, claims.email].find(
    (value): value is string => typeof value === 'string' && plain(value) !== '',
  );
  return plain(found ?? subject);
}

const plain = (text: string): string =>
  [...text.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ').trim()].slice(0, NAME_MAX).join('');
