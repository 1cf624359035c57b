/** The way to the identity provider and back, for each page of this service: what a tab keeps meanwhile. */
import { beginIdentity, type IdentityAttempt, type OidcConfig } from '#sdk/identity.js';

/** In the address of a page to which another origin of this service has sent the person. */
const LOGIN_NOW = 'login';

interface Redirect<Kept> {
  /** The path of the page at the origin to which the provider redirects. */
  page: string;
  storedAs: string;
  kept: Kept;
}

/**
 * The provider redirects to one origin only. A person on another origin of this service is sent to that origin first,
 * because the state of the login is stored per origin.
 */
export async function leaveForProvider<Kept extends object>(
  oidc: OidcConfig,
  { page, storedAs, kept }: Redirect<Kept>,
): Promise<void> {
  const home = new URL(oidc.redirect_uri);
  if (home.origin !== location.origin) return location.assign(`${home.origin}${page}?${LOGIN_NOW}${location.hash}`);
  const { address, attempt } = await beginIdentity(oidc);
  sessionStorage.setItem(storedAs, JSON.stringify({ ...attempt, ...kept }));
  location.assign(address);
}

/** What this tab has kept; null if it has not begun a login. It is there once. */
export function takeAttempt<Kept>(storedAs: string): (IdentityAttempt & Kept) | null {
  const attempt = JSON.parse(sessionStorage.getItem(storedAs) ?? 'null') as (IdentityAttempt & Kept) | null;
  sessionStorage.removeItem(storedAs);
  return attempt;
}

/** True when the provider has redirected to this page. */
export const isReturning = (): boolean => {
  const query = new URLSearchParams(location.search);
  return query.has('state') && (query.has('code') || query.has('error'));
};

/** True when another origin of this service has sent the person here to log in. `page`: the path that stays in the address. */
export function isLoginRequested(page: string): boolean {
  const isWanted = new URLSearchParams(location.search).has(LOGIN_NOW);
  if (isWanted) history.replaceState(null, '', page + location.hash);
  return isWanted;
}
