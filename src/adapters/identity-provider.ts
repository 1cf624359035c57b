/**
 * The identity provider: a code becomes an identity. openid-client does the protocol (code grant with PKCE, and the
 * id_token's signature, iss, aud, exp and nonce); of the identity only birth date and gender leave this file.
 */
import * as oidc from 'openid-client';
import { readBirthDate, readGender } from '#src/domain/identity.js';
import { createProviderFetch } from './provider-fetch.js';
import { type ExchangeRefusal, exchangeRefusal } from './provider-refusals.js';

export interface IdentityProvider {
  exchange(request: ExchangeRequest): Promise<ExchangeResult>;
  /** What a page needs to send people there; null while the provider cannot be reached. */
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

export interface IdentityProviderOptions {
  /** The embedded provider's address is known only once the service listens. */
  issuer: string | (() => string);
  clientId: string;
  clientSecret: string;
  /** The addresses people may come back to, exactly; null leaves it to the provider. */
  redirectUris?: readonly string[] | null | (() => readonly string[]);
  /** Plain http towards the provider: only for one on this machine. */
  allowHttp?: boolean;
  /** Where its addresses are really reached. */
  locate?: (url: URL) => URL;
  timeoutMs?: number;
}

export const IDENTITY_SCOPE = 'openid profile';
const REDIRECT_URI_AS_REGISTERED = 'redirect_uri_as_registered';
const TIMEOUT_MS = 5_000;
const ANSWER_BYTES_MAX = 262_144;

export function createIdentityProvider(options: IdentityProviderOptions): IdentityProvider {
  const configuration = onceItWorks(() => discover(options));
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

/** http without TLS is for a provider on this very machine, outside production. */
export function mayUseHttp(issuer: string, isProduction: boolean): boolean {
  return !isProduction && ['localhost', '127.0.0.1', '[::1]'].includes(new URL(issuer).hostname);
}

function isAllowed({ redirectUris }: IdentityProviderOptions, redirectUri: string): boolean {
  if (!URL.canParse(redirectUri)) return false;
  const allowed = typeof redirectUris === 'function' ? redirectUris() : redirectUris;
  return !allowed || allowed.includes(redirectUri);
}

async function discover(options: IdentityProviderOptions): Promise<oidc.Configuration> {
  const { clientId, clientSecret, allowHttp, locate = (url) => url, timeoutMs = TIMEOUT_MS } = options;
  const issuer = new URL(typeof options.issuer === 'function' ? options.issuer() : options.issuer);
  const bounded = createProviderFetch({ timeoutMs, bytesMax: ANSWER_BYTES_MAX, locate });
  const fetch: oidc.CustomFetch = (url, init) => bounded(url, { ...init, body: asRegistered(init.body) });
  const execute = allowHttp ? [oidc.allowInsecureRequests] : [];
  const found = await oidc.discovery(issuer, clientId, undefined, oidc.None(), { execute, [oidc.customFetch]: fetch });
  const server = found.serverMetadata();
  const authentication = clientAuthentication(server.token_endpoint_auth_methods_supported, clientSecret);
  const configuration = new oidc.Configuration(server, clientId, undefined, authentication);
  configuration[oidc.customFetch] = fetch;
  if (allowHttp) oidc.allowInsecureRequests(configuration);
  // Without this the signature is not looked at: TLS to the token endpoint would have to vouch for it.
  oidc.enableNonRepudiationChecks(configuration);
  return configuration;
}

/**
 * openid-client takes the redirect_uri from the callback's URL, without its query and in the form URL gives it; the
 * provider compares text. So the text goes along under a name of its own, and takes its place on the way out.
 */
function asRegistered(body: unknown): unknown {
  if (!(body instanceof URLSearchParams)) return body;
  const redirectUri = body.get(REDIRECT_URI_AS_REGISTERED);
  if (redirectUri === null) return body;
  const corrected = new URLSearchParams(body);
  corrected.delete(REDIRECT_URI_AS_REGISTERED);
  corrected.set('redirect_uri', redirectUri);
  return corrected;
}

/** Basic where the provider takes it, which is also what leaving the list out means. */
function clientAuthentication(methods: string[] | undefined, clientSecret: string): oidc.ClientAuth {
  const basic = !methods || methods.includes('client_secret_basic');
  return basic ? oidc.ClientSecretBasic(clientSecret) : oidc.ClientSecretPost(clientSecret);
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

function grant(configuration: oidc.Configuration, { code, redirectUri, codeVerifier, nonce }: ExchangeRequest) {
  const server = configuration.serverMetadata();
  const callback = new URL(redirectUri);
  callback.searchParams.set('code', code);
  // The app posts the code alone; with a single provider registered there is none to mix it up with.
  if (server.authorization_response_iss_parameter_supported) callback.searchParams.set('iss', server.issuer);
  const checks = {
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
    ...(nonce !== undefined && { expectedNonce: nonce }),
  };
  return oidc.authorizationCodeGrant(configuration, callback, checks, { [REDIRECT_URI_AS_REGISTERED]: redirectUri });
}

/** Claims of the id_token, completed from userinfo where the provider keeps them there. */
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
    // A provider that does not let us read userinfo has said all it says in the id_token.
    if (error instanceof oidc.WWWAuthenticateChallengeError || error instanceof oidc.ResponseBodyError) return idToken;
    throw error;
  }
}

type OrRefusal<T> = { ok: true; value: T } | { ok: false; code: ExchangeRefusal; detail: string };

async function orRefusal<T>(work: Promise<T>, always: ExchangeRefusal | null): Promise<OrRefusal<T>> {
  try {
    return { ok: true, value: await work };
  } catch (error) {
    const code = exchangeRefusal(error);
    if (code === null) throw error;
    return { ok: false, code: always ?? code, detail: error instanceof Error ? error.message : 'unknown' };
  }
}

/** One attempt for everybody who waits; a success is kept, a failure is forgotten. */
function onceItWorks<T>(attempt: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => {
    running ??= attempt().catch((error: unknown) => {
      running = null;
      throw error;
    });
    return running;
  };
}
