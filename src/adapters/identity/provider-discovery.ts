/**
 * Discovers the identity provider and configures its client: bounded, with a client authentication that it supports.
 */
import * as oidc from 'openid-client';
import { createProviderFetch, ProviderUnreachable } from './provider-fetch.js';
import { type ExchangeRefusal, exchangeRefusal } from './provider-refusals.js';

export interface ProviderOptions {
  /** A function for the embedded provider, whose address is known only once the service listens. */
  issuer: string | (() => string);
  clientId: string;
  clientSecret: string;
  /** Allows plain http; only for a provider on this machine. */
  allowHttp?: boolean;
  /** The address to connect to, if it differs from the public one. */
  locate?: (url: URL) => URL;
  timeoutMs?: number;
}

/** A parameter of the token request that replaces its redirect_uri; see `asRegistered`. */
const REDIRECT_URI_AS_REGISTERED = 'redirect_uri_as_registered';
const TIMEOUT_MS = 5_000;
const ANSWER_BYTES_MAX = 262_144;
const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;

export async function discover(options: ProviderOptions): Promise<oidc.Configuration> {
  const { clientId, clientSecret, allowHttp, locate = (url) => url, timeoutMs = TIMEOUT_MS } = options;
  const issuer = new URL(typeof options.issuer === 'function' ? options.issuer() : options.issuer);
  const bounded = createProviderFetch({ timeoutMs, bytesMax: ANSWER_BYTES_MAX, locate });
  const fetch: oidc.CustomFetch = (url, init) => bounded(url, { ...init, body: asRegistered(init.body) });
  const execute = allowHttp ? [oidc.allowInsecureRequests] : [];
  const found = await oidc.discovery(issuer, clientId, undefined, oidc.None(), { execute, [oidc.customFetch]: fetch });
  const server = found.serverMetadata();
  checkEndpoints(server, allowHttp);
  const authentication = clientAuthentication(server.token_endpoint_auth_methods_supported, clientSecret);
  const configuration = new oidc.Configuration(server, clientId, undefined, authentication);
  configuration[oidc.customFetch] = fetch;
  if (allowHttp) oidc.allowInsecureRequests(configuration);
  // Without this the signature is not verified, because openid-client then relies on TLS to the token endpoint.
  oidc.enableNonRepudiationChecks(configuration);
  return configuration;
}

/** Discovery is kept until the process ends, so that an incomplete answer must fail and be asked for again. */
function checkEndpoints(server: oidc.ServerMetadata, allowHttp = false): void {
  for (const name of ENDPOINTS) {
    const url: unknown = server[name];
    const isUrl = typeof url === 'string' && URL.canParse(url);
    if (!isUrl || (!allowHttp && new URL(url).protocol !== 'https:'))
      throw new ProviderUnreachable(`The identity provider cannot be used: its discovery has no valid ${name}`);
  }
}

/**
 * openid-client derives the redirect_uri from the callback's URL, normalized and without a query, but the provider
 * compares the text. Therefore the registered text travels under another parameter, and replaces redirect_uri when the
 * request is sent.
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

/** Basic if the provider supports it. A missing list means Basic too. */
function clientAuthentication(methods: unknown, clientSecret: string): oidc.ClientAuth {
  const basic = !Array.isArray(methods) || methods.includes('client_secret_basic');
  return basic ? oidc.ClientSecretBasic(clientSecret) : oidc.ClientSecretPost(clientSecret);
}

export type OrRefusal<T> = { ok: true; value: T } | { ok: false; code: ExchangeRefusal; detail: string };

export async function orRefusal<T>(work: Promise<T>, always: ExchangeRefusal | null): Promise<OrRefusal<T>> {
  try {
    return { ok: true, value: await work };
  } catch (error) {
    const code = exchangeRefusal(error);
    if (code === null) throw error;
    return { ok: false, code: always ?? code, detail: error instanceof Error ? error.message : 'unknown' };
  }
}

/** Concurrent callers share one attempt; a success is kept, a failure is not. */
export function cacheSuccess<T>(attempt: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => {
    running ??= attempt().catch((error: unknown) => {
      running = null;
      throw error;
    });
    return running;
  };
}

export interface ReceivedCode {
  code: string;
  redirectUri: string;
  codeVerifier: string;
  nonce?: string;
}

/** Redeems a code that an app received at its redirect address. */
export function grant(configuration: oidc.Configuration, { code, redirectUri, codeVerifier, nonce }: ReceivedCode) {
  const server = configuration.serverMetadata();
  const callback = new URL(redirectUri);
  callback.searchParams.set('code', code);
  // The app sends the code alone. With one registered provider there is no other one to mix it up with.
  if (server.authorization_response_iss_parameter_supported) callback.searchParams.set('iss', server.issuer);
  const checks = {
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
    ...(nonce !== undefined && { expectedNonce: nonce }),
  };
  return oidc.authorizationCodeGrant(configuration, callback, checks, { [REDIRECT_URI_AS_REGISTERED]: redirectUri });
}
