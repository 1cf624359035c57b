/** An account by anything that names it. */
import type { AddressAccount } from '../api-types.js';
import { service } from '../net.js';

export type Found =
  | { kind: 'account'; id: string }
  | { kind: 'addresses'; accounts: AddressAccount[] }
  | { kind: 'none' };

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** An id, a username with or without its @, or an e-mail address. */
export async function findAccount(typed: string): Promise<Found> {
  const { accounts, v1_accounts: addresses } = await service('GET /api/console/accounts', { query: queryOf(typed) });
  const [account] = accounts;
  if (account) return { kind: 'account', id: account.id };
  return addresses.length > 0 ? { kind: 'addresses', accounts: addresses } : { kind: 'none' };
}

export function queryOf(typed: string): { id: string } | { email: string } | { username: string } {
  if (UUID.test(typed)) return { id: typed };
  return typed.indexOf('@') > 0 ? { email: typed } : { username: typed.replace(/^@/, '') };
}
