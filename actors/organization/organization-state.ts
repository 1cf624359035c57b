import { type FreshReadState, noInFlightWrites } from '#actors/runtime/in-flight-writes.js';
import type { CommitUnit } from '#actors/runtime/kind.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import type {
  Organization,
  OrganizationId,
  OrganizationRole,
  OrgMember,
} from '#src/domain/organizations/organization.js';
import type { Write } from '#src/store/store.js';

export interface OrganizationState extends FreshReadState {
  id: OrganizationId;
  /** Null for an id that no organization has. */
  organization: Organization | null;
  /** Everybody with a role. */
  team: Map<AccountId, OrgMember>;
}

export const emptyState = (id: OrganizationId): OrganizationState => ({
  id,
  organization: null,
  team: new Map(),
  inFlight: noInFlightWrites(),
  reads: new WeakMap(),
});

/** Null for an account without a role here. */
export const roleOf = ({ team }: OrganizationState, account: AccountId): OrganizationRole | null =>
  team.get(account)?.role ?? null;

/**
 * Every change, of the team too, is one transaction that increases the organization's version: a decision on old memory
 * is refused as a whole, and made again after a reload. Credits do not need it: their balances are guarded.
 */
export function change(
  state: OrganizationState,
  organization: Organization,
  fields: Partial<Organization>,
  writes: Write[],
): CommitUnit {
  const version = organization.version + 1;
  state.organization = { ...organization, ...fields, version };
  const set = { op: 'set', in: 'organizations', id: organization._id, set: { ...fields, version } } as const;
  return { transaction: [{ ...set, guard: { equals: { version: organization.version } } }, ...writes] };
}
