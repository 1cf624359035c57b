/** The way to the identity provider and back: what this tab keeps meanwhile, and where the person wanted to go. */
import { MeydanError } from '#sdk/errors.js';
import {
  beginIdentity,
  type IdentityAttempt,
  type IdentityProof,
  identityProof,
  type OidcConfig,
} from '#sdk/identity.js';

interface Attempt extends IdentityAttempt {
  /** Where the person wanted to go: the hash of the page. */
  hash: string;
  purpose: Purpose;
}

/** Deleting an account takes a fresh code of the same identity. */
export type Purpose = 'login' | 'deletion';

const STORED_AS = 'meydan.login';
const LOGIN_NOW = 'login';

/**
 * The provider sends people back to one address only. Whoever reached the page by another name of the same machine
 * goes there first, because what the attempt needs is kept for each origin apart.
 */
export async function startLogin(oidc: OidcConfig, purpose: Purpose = 'login'): Promise<void> {
  const home = new URL(oidc.redirect_uri);
  if (home.origin !== location.origin) return location.assign(`${home.origin}/?${LOGIN_NOW}${location.hash}`);
  const { address, attempt } = await beginIdentity(oidc);
  sessionStorage.setItem(STORED_AS, JSON.stringify({ ...attempt, hash: location.hash, purpose } satisfies Attempt));
  location.assign(address);
}

/** True when the page was opened by the provider's redirect. */
export const isReturning = (): boolean => {
  const query = new URLSearchParams(location.search);
  return query.has('state') && (query.has('code') || query.has('error'));
};

/** True when another address of this page sent the person here to log in. */
export function isLoginRequested(): boolean {
  const isWanted = new URLSearchParams(location.search).has(LOGIN_NOW);
  if (isWanted) history.replaceState(null, '', `/${location.hash}`);
  return isWanted;
}

/** What came of the attempt this tab began; the code disappears from the address either way. */
export function returnedWith(): { purpose: Purpose; proof: IdentityProof } {
  const returnedTo = location.href;
  const attempt = JSON.parse(sessionStorage.getItem(STORED_AS) ?? 'null') as Attempt | null;
  sessionStorage.removeItem(STORED_AS);
  history.replaceState(null, '', `/${attempt?.hash ?? ''}`);
  if (!attempt) throw new MeydanError('login_cancelled', 'The login was not finished.');
  return { purpose: attempt.purpose, proof: identityProof(attempt, returnedTo) };
}
