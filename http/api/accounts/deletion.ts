import { setTimeout as pause } from 'node:timers/promises';
import type { Users } from '#actors/user/commands.js';
import { noContent, type Route, route } from '#http/routing/route.js';
import type { Fingerprints } from '#src/adapters/credentials/fingerprints.js';
import type { IdentityProvider } from '#src/adapters/identity/identity-provider.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import { RefusalError } from '#src/errors.js';
import { deletionEndpoints, type ProofBody } from '#src/protocol/accounts/deletion.js';

export interface DeletionRoutesDeps {
  users: Users;
  fingerprints: Fingerprints;
  /** Null where none is set up. */
  identityProvider: IdentityProvider | null;
  /** Never rejects: the rest of the deletion continues later. */
  eraseAccount(account: AccountId): Promise<unknown>;
  onProviderError?: (code: string, detail: string) => void;
}

/** Most accounts are erased long before; the mark that they are gone is durable by then in any case. */
const PATIENCE_MS = 10_000;

export function deletionRoutes(deps: DeletionRoutesDeps): Route[] {
  const { users, eraseAccount } = deps;
  return [
    route(deletionEndpoints.deleteMe, async ({ holder: { accountId }, body }) => {
      const account = await users.ask(accountId, { type: 'view_account' });
      if (!account.developer) await proveSame(deps, account.fingerprint, body);
      await users.ask(accountId, { type: 'give_up' });
      await atMost(PATIENCE_MS, eraseAccount(accountId));
      return noContent();
    }),
  ];
}

async function proveSame(deps: DeletionRoutesDeps, fingerprint: string, body: ProofBody): Promise<void> {
  const { code, redirect_uri: redirectUri, code_verifier: codeVerifier, nonce } = body;
  if (code === undefined || redirectUri === undefined || codeVerifier === undefined) {
    throw new RefusalError('invalid_request', { message: 'Code, redirect_uri and code_verifier are required.' });
  }
  const { identityProvider, fingerprints, onProviderError } = deps;
  if (!identityProvider) throw new RefusalError('idp_not_configured');
  const asked = { code, redirectUri, codeVerifier, ...(nonce !== undefined && { nonce }) };
  const proof = await identityProvider.exchange(asked);
  if (!proof.ok) {
    onProviderError?.(proof.code, proof.detail);
    throw new RefusalError(proof.code);
  }
  if (fingerprints.ofIdentity(proof.issuer, proof.subject) !== fingerprint) throw new RefusalError('invalid_id_token');
}

async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  const waited = pause(ms, undefined, { signal: over.signal }).catch(() => undefined);
  await Promise.race([work, waited]);
  over.abort();
}
