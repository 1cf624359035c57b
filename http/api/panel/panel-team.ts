/** The members of an organization's team. */
import type { Organizations } from '#actors/organization/commands.js';
import { organizationOf, permittedOrganization, refuseUnfitBody } from '#http/organizations/employment.js';
import { created, noContent, ok, type Route, route } from '#http/routing/route.js';
import type { Account } from '#src/domain/accounts/account.js';
import { mayManage, type OrgMember, TEAM_MAX } from '#src/domain/organizations/organization.js';
import { RefusalError } from '#src/errors.js';
import { panelTeamEndpoints as endpoints } from '#src/protocol/panel/panel-team.js';
import { isUuid } from '#src/protocol/schema/kinds.js';
import type { Reader } from '#src/store/store.js';
import { personNamed } from '../people/people-finder.js';

export interface PanelTeamRoutesDeps {
  organizations: Organizations;
  reader: Reader;
}

export function panelTeamRoutes({ organizations, reader }: PanelTeamRoutesDeps): Route[] {
  const managers = { reader, may: mayManage };
  return [
    route(endpoints.listOrgMembers, async ({ caller }) => {
      const { organizationId } = await organizationOf(reader, caller.accountId);
      const range = { index: 'byOrganization', prefix: [organizationId], limit: 2 * TEAM_MAX };
      const team = await reader.range<OrgMember>('orgMembers', range);
      const accounts = await reader.getMany<Account>(
        'accounts',
        team.map(({ _id }) => _id),
      );
      return ok({ members: team.map((member, index) => presentMember(member, accounts[index] ?? null)) });
    }),
    route(endpoints.addOrgMember, async ({ caller: { accountId: by }, body, unfit }) => {
      await refuseUnfitBody(managers, by, unfit);
      // The actor checks the role as well, but the person is looked up before it is asked.
      const organizationId = await permittedOrganization(managers, by);
      const person = await personNamed(reader, body.username);
      const command = { type: 'add_person' as const, by, account: person._id, role: body.role };
      return created({ member: presentMember(await organizations.ask(organizationId, command), person) });
    }),
    route(endpoints.changeOrgRole, async ({ caller: { accountId: by }, params, body, unfit }) => {
      await refuseUnfitBody(managers, by, unfit);
      const { organizationId } = await organizationOf(reader, by);
      const account = accountIn(params);
      const member = await organizations.ask(organizationId, { type: 'change_role', by, account, role: body.role });
      return ok({ member: presentMember(member, await reader.get<Account>('accounts', account)) });
    }),
    route(endpoints.removeOrgMember, async ({ caller: { accountId: by }, params }) => {
      const { organizationId } = await organizationOf(reader, by);
      await organizations.ask(organizationId, { type: 'remove_person', by, account: accountIn(params) });
      return noContent();
    }),
  ];
}

function accountIn({ account_id: typed = '' }: Record<string, string>): string {
  const account = typed.toLowerCase();
  if (!isUuid(account)) throw new RefusalError('not_found');
  return account;
}

const presentMember = ({ _id, role, joinedAt }: OrgMember, account: Account | null) => ({
  account_id: _id,
  username: account?.username ?? null,
  role,
  joined_at: joinedAt,
});
