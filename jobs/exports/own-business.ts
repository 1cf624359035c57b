/** The panel data of an account: the linked browsers and the organization. */
import type { AccountId } from '#src/domain/accounts/account.js';
import { mayManage, type Organization, type OrgMember } from '#src/domain/organizations/organization.js';
import type { PanelLink } from '#src/domain/organizations/panel-link.js';
import { type OwnReader, timeOf } from './own-reader.js';
import type { Row } from './pages.js';

export async function* ownPanels(reader: OwnReader, id: AccountId): AsyncGenerator<Row> {
  const range = { index: 'byAccount', prefix: [id], limit: 1_000 };
  for (const { label, linkedAt, lastUsedAt } of await reader.range<PanelLink>('panelLinks', range)) {
    yield { cells: [label, timeOf(linkedAt), timeOf(lastUsedAt)], data: { label, linkedAt, lastUsedAt } };
  }
}

/** A manager gets the organization's own data; other members get only their membership. */
export async function* ownOrganization(reader: OwnReader, id: AccountId): AsyncGenerator<Row> {
  const member = await reader.get<OrgMember>('orgMembers', id);
  const organization = member && (await reader.get<Organization>('organizations', member.organization));
  if (!member || !organization) return;
  const { role, joinedAt } = member;
  const { displayName, slug, kind, purpose, teamSize, billing, subscription } = organization;
  const told = mayManage(role) ? { kind, purpose, teamSize, billing, package: subscription?.slug ?? null } : {};
  const invoiced = mayManage(role) && billing ? Object.values(billing).filter(Boolean).join(', ') : '';
  yield {
    cells: [displayName, role, timeOf(joinedAt), invoiced],
    data: { displayName, slug, role, joinedAt, ...told },
  };
}
