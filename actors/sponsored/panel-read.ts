/** The reads of a panel command: the caller, the organization, the item. */
import { refuse } from '#actors/runtime/decision.js';
import type { AccountId } from '#src/domain/accounts/account.js';
import type { BalancesDoc } from '#src/domain/organizations/credit.js';
import {
  mayAdvertise,
  type Organization,
  type OrganizationId,
  type OrgMember,
} from '#src/domain/organizations/organization.js';
import type { SponsoredId, SponsoredItem } from '#src/domain/sponsored/sponsored.js';
import type { Reader, Write } from '#src/store/store.js';

export interface PanelRead {
  member: OrgMember | null;
  organization: Organization | null;
  balances: BalancesDoc | null;
  item: SponsoredItem | null;
}

export async function readPanel(
  reader: Reader,
  id: OrganizationId,
  by: AccountId,
  itemId?: SponsoredId,
): Promise<PanelRead> {
  const [member, organization, balances, item] = await Promise.all([
    reader.get<OrgMember>('orgMembers', by),
    reader.get<Organization>('organizations', id),
    reader.get<BalancesDoc>('balances', id),
    itemId === undefined ? null : reader.get<SponsoredItem>('sponsoredItems', itemId),
  ]);
  return { member, organization, balances, item: item?.organization === id ? item : null };
}

export type Refused = ReturnType<typeof refuse>;

/** Why this person may not work on the organization's items, or null. */
export function rightRefusal({ member, organization }: PanelRead, id: OrganizationId): Refused | null {
  if (!organization || organization.closedAt !== null || member?.organization !== id) return refuse('no_organization');
  return mayAdvertise(member.role) ? null : refuse('not_allowed');
}

/** The same for commands after which an item may be shown. */
export function showingRefusal(read: PanelRead, id: OrganizationId): Refused | null {
  const refusal = rightRefusal(read, id);
  if (refusal) return refusal;
  if (read.organization?.suspended) return refuse('organization_suspended');
  return read.organization?.subscription?.features.includes('sponsored') ? null : refuse('not_in_package');
}

/** Changes an item as it was seen: in that state, and not by anybody else meanwhile. */
export function itemChange(
  { _id, version, status }: SponsoredItem,
  set: Partial<SponsoredItem>,
  unset: (keyof SponsoredItem)[] = [],
): Write {
  return {
    op: 'set',
    in: 'sponsoredItems',
    id: _id,
    set: { ...set, version: version + 1 },
    ...(unset.length > 0 ? { unset } : {}),
    guard: { equals: { version, status } },
  };
}

/** The item after that change, as it is answered. */
export function changed(item: SponsoredItem, set: Partial<SponsoredItem>): SponsoredItem {
  return { ...item, ...set, version: item.version + 1 };
}
