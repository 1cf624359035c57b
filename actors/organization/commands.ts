/**
 * The commands of an organization and their answers. The actor's id is the organization's. `by` is an account
 * whose role is looked at; a command without it comes from operators, or from the service itself.
 */
import type { ActorClient } from '#actors/runtime/client.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import type { Counter, UsageEntry } from '#src/domain/organizations/credit.js';
import type {
  Billing,
  GivenRole,
  Organization,
  OrganizationFields,
  OrganizationKind,
  OrgMember,
} from '#src/domain/organizations/organization.js';

/** The changed fields. Fields of `billing` replace the earlier ones, one by one. */
export interface OrganizationChange extends Partial<Omit<OrganizationFields, 'billing'>> {
  billing?: Partial<Billing>;
}

export type OrganizationCommand =
  /** Somebody without one. Without `slug` one is derived from the name. */
  | {
      type: 'create_organization';
      by: AccountId;
      kind: OrganizationKind;
      fields: OrganizationFields;
      slug: string | null;
    }
  /** Owner and admins. */
  | { type: 'change_organization'; by: AccountId; change: OrganizationChange; slug: string | null }
  /** Owner and admins. `requestId` names the movements of credit that come of it. */
  | { type: 'request_package'; by: AccountId; product: string; requestId: string }
  /** Owner and admins. */
  | { type: 'withdraw_request'; by: AccountId }
  /** Owner and admins. */
  | { type: 'add_person'; by: AccountId; account: AccountId; role: GivenRole }
  | { type: 'change_role'; by: AccountId; account: AccountId; role: GivenRole }
  /** Owner and admins; everybody but the owner themselves. */
  | { type: 'remove_person'; by: AccountId; account: AccountId }
  /** An operator. */
  | { type: 'settle_request'; decision: 'approve' | 'reject'; requestId: string }
  | { type: 'set_suspended'; suspended: boolean }
  /** An operator. `entryId` names the movement: the same one again moves nothing. */
  | { type: 'grant_credit'; entryId: string; counter: Counter; quantity: number; note: string | null }
  /** The erasure: this account is nobody's. Should it own the organization, somebody else does, or it ends. */
  | { type: 'drop_person'; account: AccountId };

export interface OrganizationReplies {
  create_organization: Organization;
  change_organization: Organization;
  request_package: Organization;
  withdraw_request: null;
  add_person: OrgMember;
  change_role: OrgMember;
  remove_person: null;
  settle_request: Organization;
  set_suspended: Organization;
  grant_credit: UsageEntry;
  drop_person: null;
}

export type { CatalogWriter } from '#actors/writers/commands.js';
export type Organizations = ActorClient<OrganizationCommand, OrganizationReplies>;
