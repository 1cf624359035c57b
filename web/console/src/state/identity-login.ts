/** Login through the identity provider: what this tab keeps until the provider sends it back, and the key that follows. */
import { leaveForProvider, takeAttempt } from '#page/login/provider-redirect.js';
import { type IdentityProof, identityProof } from '#sdk/identity.js';
import type { Answer } from '#sdk/rest.js';
import { askWith, CallError } from '../net.js';

interface Kept {
  /** The page and the section to return to. */
  back: string;
}

const STORED_AS = 'meydan.console-login';

const describe = async () =>
  ((await askWith('', 'GET', '/api/console/login')) as Answer<'GET /api/console/login'>).oidc;

/** Also while the provider is away: the attempt then says so. */
export async function isIdentityOffered(): Promise<boolean> {
  try {
    return (await describe()) !== null;
  } catch (error) {
    return error instanceof CallError && error.code === 'idp_unavailable';
  }
}

export async function beginIdentityLogin(): Promise<void> {
  const oidc = await describe();
  if (oidc === null) throw new CallError('not_found', 'No group makes an operator.', 404);
  const kept: Kept = { back: location.pathname + location.hash };
  await leaveForProvider(oidc, { page: '/console/', storedAs: STORED_AS, kept });
}

/** The key of the operator, and the page to return to. The code is removed from the address in any case. */
export async function finishIdentityLogin(): Promise<{ key: string; back: string }> {
  const { proof, back } = returnedWith();
  try {
    const { secret } = (await askWith('', 'POST', '/api/console/login', {
      body: proof,
    })) as Answer<'POST /api/console/login'>;
    return { key: secret, back };
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== 'not_allowed') throw error;
    throw new CallError('no_operator_group', error.message, error.status);
  }
}

/** The live page is a page of its own, to which the provider does not redirect. */
export const isThisPage = (back: string): boolean => pageOf(back) === pageOf(location.href);

const pageOf = (address: string): string => new URL(address, location.href).pathname.replace(/\/$/, '');

function returnedWith(): { proof: IdentityProof; back: string } {
  const returnedTo = location.href;
  const attempt = takeAttempt<Kept>(STORED_AS);
  const back = attempt?.back ?? location.pathname;
  history.replaceState(null, '', location.pathname + (isThisPage(back) ? new URL(back, location.href).hash : ''));
  try {
    if (attempt) return { proof: identityProof(attempt, returnedTo), back };
  } catch {
    // The person has said no at the provider, or the answer belongs to another attempt.
  }
  throw new CallError('login_cancelled', 'The login was not finished.', 0);
}
