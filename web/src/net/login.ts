/** Login through the identity provider: authorization code with PKCE (S256), state and nonce, from the browser. */
import type { Account, ClientConfig, TokenPair } from '../wire.js';
import { ApiError, call } from './api.js';
import { base64Url, randomId, saveSession } from './session.js';

type Login = TokenPair & { account: Account };
type Oidc = NonNullable<ClientConfig['oidc']>;

interface Attempt {
  state: string;
  nonce: string;
  verifier: string;
  redirectUri: string;
  /** Where the person wanted to go: the hash of the page. */
  hash: string;
  purpose: Purpose;
}

/** Deleting an account takes a fresh code of the same identity. */
export type Purpose = 'login' | 'deletion';

/** What the provider's answer proves, as the service takes it. */
export interface Proof {
  code: string;
  redirect_uri: string;
  code_verifier: string;
  nonce: string;
}

const STORED_AS = 'meydan.login';
const LOGIN_NOW = 'login';

/**
 * The provider sends people back to one address only. Whoever reached the page by another name of the same machine
 * goes there first, because what the attempt needs is kept for each origin apart.
 */
export async function startLogin(oidc: Oidc, purpose: Purpose = 'login'): Promise<void> {
  const home = new URL(oidc.redirect_uri);
  if (home.origin !== location.origin) return location.assign(`${home.origin}/?${LOGIN_NOW}${location.hash}`);
  const attempt: Attempt = {
    state: randomId(),
    nonce: randomId(),
    verifier: randomId() + randomId(),
    redirectUri: oidc.redirect_uri,
    hash: location.hash,
    purpose,
  };
  sessionStorage.setItem(STORED_AS, JSON.stringify(attempt));
  location.assign(await authorizationUrl(oidc, attempt));
}

async function authorizationUrl(oidc: Oidc, attempt: Attempt): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(attempt.verifier));
  const url = new URL(oidc.authorization_endpoint);
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
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** True when the page was opened by the provider's redirect. */
export const isReturning = (): boolean => {
  const query = new URLSearchParams(location.search);
  return query.has('state') && (query.has('code') || query.has('error'));
};

/** True when another address of this page sent the person here to log in. */
export function isLoginWanted(): boolean {
  const isWanted = new URLSearchParams(location.search).has(LOGIN_NOW);
  if (isWanted) history.replaceState(null, '', `/${location.hash}`);
  return isWanted;
}

/** What came of the attempt this tab began; the code disappears from the address either way. */
export function returnedWith(): { purpose: Purpose; proof: Proof } {
  const query = new URLSearchParams(location.search);
  const attempt = JSON.parse(sessionStorage.getItem(STORED_AS) ?? 'null') as Attempt | null;
  sessionStorage.removeItem(STORED_AS);
  history.replaceState(null, '', `/${attempt?.hash ?? ''}`);
  const code = query.get('code');
  if (!attempt || !code || query.get('state') !== attempt.state) {
    throw new ApiError({
      code: 'login_cancelled',
      message: query.get('error_description') ?? 'The login was not finished.',
    });
  }
  const { redirectUri, verifier, nonce, purpose } = attempt;
  return { purpose, proof: { code, redirect_uri: redirectUri, code_verifier: verifier, nonce } };
}

export const providerLogin = (proof: Proof): Promise<Account> => entered('/auth/identity', proof);

export const developerLogin = (name: string): Promise<Account> => entered('/auth/developer', { name });

async function entered(path: string, body: object): Promise<Account> {
  const login = await call<Login>('POST', path, { body });
  saveSession(login.account.id, login);
  return login.account;
}
