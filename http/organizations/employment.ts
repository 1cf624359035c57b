/** The organization of a panel account, and its role there. */
import type { AccountId } from '#src/domain/accounts/account.js';
import type { OrganizationRole, OrgMember } from '#src/domain/organizations/organization.js';
import { type Refusal, RefusalError } from '#src/errors.js';
import type { Reader } from '#src/store/store.js';

export interface Employment {
  organizationId: string;
  role: OrganizationRole;
}

export async function employmentOf(reader: Reader, account: AccountId): Promise<Employment | null> {
  const member = await reader.get<OrgMember>('orgMembers', account);
  return member && { organizationId: member.organization, role: member.role };
}

/** Refused with `no_organization` where there is none. The actor that makes the change checks the role. */
export async function organizationOf(reader: Reader, account: AccountId): Promise<Employment> {
  const employment = await employmentOf(reader, account);
  if (!employment) throw new RefusalError('no_organization');
  return employment;
}

interface RoleCheck {
  reader: Reader;
  may(role: OrganizationRole): boolean;
}

/** The organization of somebody whose role in it permits the request. */
export async function permittedOrganization({ reader, may }: RoleCheck, account: AccountId): Promise<string> {
  const { organizationId, role } = await organizationOf(reader, account);
  if (!may(role)) throw new RefusalError('not_allowed');
  return organizationId;
}

/** Refuses an invalid body. The organization and the role in it come first. */
export async function refuseUnfitBody(
  check: RoleCheck,
  account: AccountId,
  { unfit }: { unfit?: Refusal },
): Promise<void> {
  if (!unfit) return;
  await permittedOrganization(check, account);
  throw new RefusalError(unfit.code, unfit);
}
