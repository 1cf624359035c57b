/** The team of an organization. */
import Joi from 'joi';
import { type GivenRole, givenRoles } from '#src/domain/organizations/organization.js';
import { endpoint } from '../schema/endpoint.js';
import { integer, list, object, oneOf } from '../schema/kinds.js';
import { roleShape } from '../shapes/organization.js';

const tag = 'Panel';

export const memberShape = object({
  account_id: Joi.string().uuid().required(),
  username: Joi.string().required().allow(null),
  role: roleShape.required(),
  joined_at: integer().required(),
}).meta({ shape: 'OrganizationMember' });

const role = () => oneOf(...givenRoles).required();
const oneMember = object({ member: memberShape.required() });

export const panelTeamEndpoints = {
  listOrgMembers: endpoint({
    id: 'listOrganizationMembers',
    method: 'get',
    path: '/api/panel/members',
    tag,
    summary: 'List the team of the organization, the longest members first',
    description: 'For everybody in the team.',
    access: 'panel',
    answers: { 200: { description: 'The team.', shape: object({ members: list(memberShape).required() }) } },
    refusals: ['no_organization'],
  }),
  addOrgMember: endpoint({
    id: 'addOrganizationMember',
    method: 'post',
    path: '/api/panel/members',
    tag,
    summary: 'Give a person a role',
    description: 'Owner and admins. Nobody is in two organizations, and a bot is in none.',
    access: 'panel',
    body: object<{ username: string; role: GivenRole }>({
      username: Joi.string().required(),
      role: role(),
    }).label('AddOrganizationMember'),
    fieldsLast: true,
    answers: { 201: { description: 'The new one.', shape: oneMember } },
    refusals: ['not_allowed', 'no_organization', 'not_found', 'already_in_organization', 'invalid_state'],
  }),
  changeOrgRole: endpoint({
    id: 'changeOrganizationRole',
    method: 'patch',
    path: '/api/panel/members/{account_id}',
    tag,
    summary: 'Change the role of a person',
    description: 'Owner and admins. The owner stays.',
    access: 'panel',
    body: object<{ role: GivenRole }>({ role: role() }).label('ChangeOrganizationRole'),
    fieldsLast: true,
    answers: { 200: { description: 'The member as it is now.', shape: oneMember } },
    refusals: ['not_allowed', 'no_organization', 'not_found'],
  }),
  removeOrgMember: endpoint({
    id: 'removeOrganizationMember',
    method: 'delete',
    path: '/api/panel/members/{account_id}',
    tag,
    summary: 'Remove the role of a person',
    description: 'Owner and admins; everybody but the owner may go themselves.',
    access: 'panel',
    answers: { 204: { description: 'Deleted.' } },
    refusals: ['not_allowed', 'no_organization', 'not_found'],
  }),
};
