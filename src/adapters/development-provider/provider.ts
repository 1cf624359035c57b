/**
 * A real OpenID provider for development: oidc-provider under a path of the service's own listener, with login and
 * consent pages. It is imported at its first use, so that a start does not wait for it, and never in production.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import type Provider from 'oidc-provider';
import type { Configuration } from 'oidc-provider';
import { interact, send } from './interactions.js';
import { createMemoryAdapter } from './memory-adapter.js';
import { PAGE_HEADERS, problemPage } from './pages.js';
import { DevelopmentPeople } from './people.js';

export const DEVELOPMENT_PROVIDER_PATH = '/dev/oidc';
const INTERACTION_PATH = '/interaction/';
/** The callback of redirect logins. */
const CALLBACK_PATH = '/v1/auth/idp_callback';
/** The page of operators, to which their logins return. */
export const OPERATOR_PAGE = '/console';
const CLIENT_ID = 'meydan';
const MINUTE_S = 60;
const HOUR_S = 3_600;

export interface DevelopmentProviderOptions {
  /** Base of links, known once the service listens. */
  publicUrl: () => string;
  /** The address of the service on this machine, e.g. `http://127.0.0.1:3000`. */
  localUrl: () => string;
  /** Redirect addresses besides that of the web page. */
  redirectUris: readonly string[];
  brand: string;
  now: () => number;
  /** Gets the internal errors. The browser sees a page without details. */
  onError: (error: unknown) => void;
}

export interface DevelopmentProvider {
  issuer(): string;
  redirectUris(): string[];
  clientId: string;
  clientSecret: string;
  /** The same path on this machine, because the public address may belong to a proxy that does not run yet. */
  locate(url: URL): URL;
  /** Whether the provider answers this URL. */
  handles(url: string | undefined): boolean;
  /** Never rejects. */
  callback(req: IncomingMessage, res: ServerResponse): Promise<void>;
}

interface Built {
  provider: Provider;
  answer: (req: IncomingMessage, res: ServerResponse) => Promise<void>;
}

export function createDevelopmentProvider(options: DevelopmentProviderOptions): DevelopmentProvider {
  const { publicUrl, localUrl, brand } = options;
  const clientSecret = randomBytes(32).toString('base64url');
  const people = new DevelopmentPeople();
  const issuer = () => `${publicUrl()}${DEVELOPMENT_PROVIDER_PATH}`;
  const redirectUris = () => [...new Set([`${publicUrl()}/`, ...options.redirectUris])];
  let building: Promise<Built> | null = null;
  const built = () => {
    const addresses = [
      ...new Set([...redirectUris(), `${publicUrl()}${CALLBACK_PATH}`, `${publicUrl()}${OPERATOR_PAGE}`]),
    ];
    building ??= build(issuer(), { ...options, people, clientSecret, redirectUris: addresses });
    return building;
  };
  return {
    issuer,
    redirectUris,
    clientId: CLIENT_ID,
    clientSecret,
    locate: (url) =>
      url.href.startsWith(`${publicUrl()}/`) ? new URL(`${url.pathname}${url.search}`, localUrl()) : url,
    handles: (url) => new RegExp(`^${DEVELOPMENT_PROVIDER_PATH}(?:[/?]|$)`).test(url ?? ''),
    async callback(req, res) {
      try {
        const { provider, answer } = await built();
        toPublicAddress(req, new URL(publicUrl()));
        forgetLogin(req, res);
        if (req.url?.startsWith(INTERACTION_PATH)) await interact({ provider, people, brand }, req, res);
        else await answer(req, res);
      } catch (error) {
        options.onError(error);
        if (!res.headersSent) send(res, 500, problemPage('Something unexpected happened. The log has the details.'));
      }
    },
  };
}

interface Parts {
  people: DevelopmentPeople;
  clientSecret: string;
  redirectUris: string[];
  now: () => number;
  onError: (error: unknown) => void;
}

async function build(issuer: string, parts: Parts): Promise<Built> {
  const [OidcProvider, jwks] = await Promise.all([loadProvider(), signingKeys()]);
  const provider = new OidcProvider(issuer, configuration(parts, jwks));
  // Every request gets the public address, whatever host name it was sent to; see `toPublicAddress`.
  provider.proxy = true;
  provider.on('server_error', (_, error) => parts.onError(error));
  return { provider, answer: provider.callback() };
}

/** The package's main module prints a warning on Node 20, where its parts work; they are imported directly. */
async function loadProvider(): Promise<typeof Provider> {
  const path: string = 'oidc-provider/lib/provider.js';
  const module = (await import(path).catch(explainMissing)) as { Provider: typeof Provider };
  return module.Provider;
}

/** The package is for development only, so that installations for production do not have it. */
function explainMissing(error: NodeJS.ErrnoException): never {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  const what =
    'The development login needs the package oidc-provider, which is left out of installations for production';
  throw new Error(`${what}. Set OIDC_ISSUER to a real identity provider.`, { cause: error });
}

async function signingKeys(): Promise<NonNullable<Configuration['jwks']>> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'development' }] } as NonNullable<
    Configuration['jwks']
  >;
}

function configuration(parts: Parts, jwks: NonNullable<Configuration['jwks']>): Configuration {
  return {
    jwks,
    adapter: createMemoryAdapter(parts.now),
    clients: [client(parts)],
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    claims: {
      openid: ['sub'],
      profile: ['birthdate', 'gender'],
      email: ['email', 'email_verified'],
      // Only operators' logins ask for it; it has the name as well, which the audit log shows.
      groups: ['groups', 'preferred_username'],
    },
    // Birth date and gender are in the id_token, where this service looks first.
    conformIdTokenClaims: false,
    scopes: ['openid'],
    responseTypes: ['code'],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    clientBasedCORS: () => false,
    interactions: { url: (_, { uid }) => `${DEVELOPMENT_PROVIDER_PATH}${INTERACTION_PATH}${uid}` },
    findAccount: (_, subject) => findAccount(parts.people, subject),
    renderError,
    ttl: {
      AccessToken: 10 * MINUTE_S,
      AuthorizationCode: MINUTE_S,
      IdToken: HOUR_S,
      Interaction: HOUR_S,
      Session: HOUR_S,
      Grant: HOUR_S,
    },
  };
}

function client({ clientSecret, redirectUris }: Parts) {
  const isNative = redirectUris.some((uri) => !/^https?:/i.test(uri));
  return {
    client_id: CLIENT_ID,
    client_secret: clientSecret,
    redirect_uris: redirectUris,
    response_types: ['code' as const],
    grant_types: ['authorization_code'],
    application_type: isNative ? ('native' as const) : ('web' as const),
  };
}

function findAccount(people: DevelopmentPeople, subject: string) {
  const person = people.find(subject);
  if (!person) return undefined;
  const { name, groups, birthDate: birthdate, gender, email, isEmailVerified: email_verified } = person;
  const claims = { sub: subject, birthdate, gender, email, email_verified, groups, preferred_username: name };
  return { accountId: subject, claims: () => claims };
}

const renderError: NonNullable<Configuration['renderError']> = (ctx, out) => {
  ctx.set(PAGE_HEADERS);
  ctx.body = problemPage(out.error_description ?? out.error);
};

/** Rewrites the request to the public address, and removes the provider's path from its URL. */
function toPublicAddress(req: IncomingMessage & { originalUrl?: string }, at: URL): void {
  req.originalUrl = req.url ?? '/';
  req.url = req.originalUrl.slice(DEVELOPMENT_PROVIDER_PATH.length) || '/';
  if (!req.url.startsWith('/')) req.url = `/${req.url}`;
  req.headers.host = at.host;
  req.headers['x-forwarded-proto'] = at.protocol.slice(0, -1);
  delete req.headers['x-forwarded-host'];
}

/** Every login shows the login page, because in development one browser is used by many people. */
function forgetLogin(req: IncomingMessage, res: ServerResponse): void {
  if (!/^\/auth(?:\?|$)/.test(req.url ?? '')) return;
  const cookies = (req.headers.cookie ?? '').split(/;\s*/);
  const forgotten = cookies.filter((cookie) => cookie.startsWith('_session'));
  req.headers.cookie = cookies.filter((cookie) => !forgotten.includes(cookie)).join('; ');
  for (const cookie of forgotten)
    res.appendHeader('set-cookie', `${cookie.split('=')[0]}=; path=/; max-age=0; httponly`);
}
