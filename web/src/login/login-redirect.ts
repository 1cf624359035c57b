/** The OIDC redirect: state that this tab keeps during the login, and the address to return to. */
import { MeydanError } from '#sdk/errors.js';
import {
  beginIdentity,
  type IdentityAttempt,
  type IdentityProof,
  identityProof,
  type OidcConfig,
} from '#sdk/identity.js';

interface Attempt extends IdentityAttempt {
  /** The address to return to: the hash of the page. */
  hash: string;
  purpose: Purpose;
}

/** The deletion of an account needs a fresh code of the same identity. */
export type Purpose = 'login' | 'deletion';

const STORED_AS = 'meydan.login';
const LOGIN_NOW = 'login';

/**
 * The provider redirects to one origin only. A person on another origin of this service is sent to that origin first,
 * because the state of the login is stored per origin.
 */
export async function startLogin(oidc: OidcConfig, purpose: Purpose = 'login'): Promise<void> {
  const home = new URL(oidc.redirect_uri);
  if (home.origin !== location.origin) return location.assign(`${home.origin}/?${LOGIN_NOW}${location.hash}`);
  const { address, attempt } = await beginIdentity(oidc);
  sessionStorage.setItem(STORED_AS, JSON.stringify({ ...attempt, hash: location.hash, purpose } satisfies Attempt));
  location.assign(address);
}

/** True when the provider redirected to this page. */
export const isReturning = (): boolean => {
  const query = new URLSearchParams(location.search);
  return query.has('state') && (query.has('code') || query.has('error'));
};

/** True when another origin of this page redirected here to log in. */
export function isLoginRequested(): boolean {
  const isWanted = new URLSearchParams(location.search).has(LOGIN_NOW);
  if (isWanted) history.replaceState(null, '', `/${location.hash}`);
  return isWanted;
}

/** The result of the redirect that this tab started; the code is removed from the address in any case. */
export function returnedWith(): { purpose: Purpose; proof: IdentityProof } {
  const returnedTo = location.href;
  const attempt = JSON.parse(sessionStorage.getItem(STORED_AS) ?? 'null') as Attempt | null;
  sessionStorage.removeItem(STORED_AS);
  history.replaceState(null, '', `/${attempt?.hash ?? ''}`);
  if (!attempt) throw new MeydanError('login_cancelled', 'The login was not finished.');
  return { purpose: attempt.purpose, proof: identityProof(attempt, returnedTo) };
}
