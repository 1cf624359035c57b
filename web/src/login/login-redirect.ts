/** The login and the proof of an identity on this page: the address to return to, and what for. */
import { MeydanError } from '#sdk/errors.js';
import { type IdentityProof, identityProof, type OidcConfig } from '#sdk/identity.js';
import { leaveForProvider, takeAttempt } from './provider-redirect.js';

interface Kept {
  /** The address to return to: the hash of the page. */
  hash: string;
  purpose: Purpose;
}

/** The deletion of an account needs a fresh code of the same identity. */
export type Purpose = 'login' | 'deletion';

const STORED_AS = 'meydan.login';
export const PAGE = '/';

export function startLogin(oidc: OidcConfig, purpose: Purpose = 'login'): Promise<void> {
  const kept: Kept = { hash: location.hash, purpose };
  return leaveForProvider(oidc, { page: PAGE, storedAs: STORED_AS, kept });
}

/** The result of the redirect that this tab started; the code is removed from the address in any case. */
export function returnedWith(): { purpose: Purpose; proof: IdentityProof } {
  const returnedTo = location.href;
  const attempt = takeAttempt<Kept>(STORED_AS);
  history.replaceState(null, '', `${PAGE}${attempt?.hash ?? ''}`);
  if (!attempt) throw new MeydanError('login_cancelled', 'The login was not finished.');
  return { purpose: attempt.purpose, proof: identityProof(attempt, returnedTo) };
}
