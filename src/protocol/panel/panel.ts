/** The panel's first request, and its groups. */
import { ROOM_NAME_MAX, SLUG_MAX, SLUG_MIN, WELCOME_MESSAGE_MAX } from '#src/domain/limits.js';
import type { Visibility } from '#src/domain/rooms/room.js';
import { slugPattern } from '#src/domain/text/slug.js';
import { endpoint } from '../schema/endpoint.js';
import { flag, list, name, object, oneOf, text, uuid } from '../schema/kinds.js';
import {
  balancesShape,
  billingShape,
  catalogShape,
  organizationShape,
  pendingShape,
  productShape,
  roleShape,
  subscriptionShape,
} from '../shapes/organization.js';
import { personShape } from '../shapes/person.js';
import { roomShape } from '../shapes/room.js';
import { languageQuery } from './organization.js';

export interface CreateGroupBody {
  name: string;
  group_type_id: string;
  slug?: string;
  visibility: Visibility;
  welcome_message: string | null;
}

const tag = 'Panel';

const groupBody = object<CreateGroupBody>({
  name: name().chars(1, ROOM_NAME_MAX).required().example('Kahve Köşesi'),
  group_type_id: uuid().required().description('One of the catalog.'),
  slug: text()
    .trim()
    .lowercase()
    .empty('')
    .min(SLUG_MIN)
    .max(SLUG_MAX)
    .pattern(slugPattern)
    .messages({ 'string.pattern.base': '{{#label}} takes lowercase letters, digits and single hyphens between them' })
    .description('Without it one is derived from the name.'),
  visibility: oneOf('open', 'closed').default('open'),
  welcome_message: text().trim().empty('').chars(0, WELCOME_MESSAGE_MAX).allow(null).default(null),
}).label('CreateGroup');

export const panelEndpoints = {
  viewPanel: endpoint({
    id: 'viewPanel',
    method: 'get',
    path: '/api/panel/me',
    tag,
    summary: 'View the start page of the panel',
    description: 'Products are those that can be had now. Names are in `lang`, else English, else Turkish.',
    access: 'panel',
    query: languageQuery,
    answers: {
      200: {
        description: 'Without an organization `organization` and `role` are null, and the balances 0.',
        shape: object({
          account: personShape.required(),
          organization: organizationShape.required().allow(null),
          role: roleShape.required().allow(null),
          billing: billingShape.required().allow(null).description('Companies, and only for owner and admins.'),
          slug_editable: flag().required(),
          subscription: subscriptionShape.required().allow(null),
          pending_request: pendingShape.required().allow(null),
          balances: balancesShape.required(),
          catalog: catalogShape.required(),
          products: list(productShape).required(),
        }),
      },
    },
  }),
  listGroups: endpoint({
    id: 'listPanelGroups',
    method: 'get',
    path: '/api/panel/groups',
    tag,
    summary: 'List the groups that the caller has founded or is an admin of',
    description: 'By name.',
    access: 'panel',
    answers: {
      200: {
        description: 'Both lists.',
        shape: object({ founded: list(roomShape).required(), administered: list(roomShape).required() }),
      },
    },
  }),
  createGroup: endpoint({
    id: 'createPanelGroup',
    method: 'post',
    path: '/api/panel/groups',
    tag,
    summary: 'Create a group',
    description: "It belongs to the caller's organization, if there is one, and appears in the caller's list of rooms.",
    access: 'panel',
    body: groupBody,
    fieldsLast: true,
    answers: { 201: { description: 'The room.', shape: object({ room: roomShape.required() }) } },
    refusals: ['invalid_request', 'not_allowed'],
  }),
};
