/** The organization of the panel: its fields and its package. */
import {
  DISPLAY_NAME_MAX,
  DISPLAY_NAME_MIN,
  organizationKinds,
  PURPOSE_MAX,
  TEAM_SIZE_MAX,
} from '#src/domain/organizations/organization.js';
import { endpoint } from '../schema/endpoint.js';
import { integer, list, name, object, oneOf, text, uuid } from '../schema/kinds.js';
import { balancesShape, organizationShape, roleShape, usageShape } from '../shapes/organization.js';
import { type LanguageQuery, panelLanguage } from './panel-language.js';
import type { Sent } from './read-organization.js';

const tag = 'Panel';
export const languageQuery = object<LanguageQuery>({ lang: panelLanguage() });

const typed = (what: string) => text().description(what);
const billingBody = object({
  legal_name: typed('Required, as are tax_office, tax_id, address, city and country.'),
  tax_office: text(),
  tax_id: typed('In Turkey ten digits, or the eleven of a citizen; their check digits are looked at.'),
  address: text(),
  city: text(),
  country: typed('Two letters (ISO 3166-1).').example('TR'),
  district: text(),
  region: text(),
  postal_code: text(),
  contact_phone: typed('7 to 20 digits, with a leading + or not.'),
}).description('Each is cut after 200 characters.');

const fields = {
  display_name: name().chars(DISPLAY_NAME_MIN, DISPLAY_NAME_MAX).example('Kahve Köşesi'),
  purpose: text().trim().chars(1, PURPOSE_MAX),
  position_id: uuid().allow(null).description('Individuals: one of the catalog.'),
  type_id: uuid().allow(null).description('Companies: one of the catalog.'),
  team_size: integer().min(1).max(TEAM_SIZE_MAX).allow(null).description('Companies.'),
  billing: billingBody,
  slug: text().description('3-48. Empty: one is derived from the name.').example('kahve-kosesi'),
};

const creation = object<Sent>({
  kind: oneOf(...organizationKinds).required(),
  ...fields,
  display_name: fields.display_name.required(),
  purpose: fields.purpose.required(),
}).label('CreateOrganization');

const answered = { shape: object({ organization: organizationShape.required(), role: roleShape.required() }) };
export const organizationEndpoints = {
  createOrganization: endpoint({
    id: 'createOrganization',
    method: 'post',
    path: '/api/panel/organization',
    tag,
    summary: 'Create an organization',
    description:
      'One per person; the caller becomes its owner. Fields that do not belong to the kind are ignored. A slug that is derived gets `-2`, `-3` … when it is taken. It begins without a package and without credits.',
    access: 'panel',
    query: languageQuery,
    body: creation,
    fieldsLast: true,
    answers: { 201: { description: 'The organization.', ...answered } },
    refusals: ['invalid_request', 'already_in_organization', 'slug_taken', 'invalid_tax_id', 'invalid_slug'],
  }),
  changeOrganization: endpoint({
    id: 'changeOrganization',
    method: 'patch',
    path: '/api/panel/organization',
    tag,
    summary: 'Change the profile of the organization',
    description:
      'Owner and admins. A field that is left out stays, also within `billing`. `kind` never changes; the slug only while `slug_editable`, 10 attempts a day.',
    access: 'panel',
    query: languageQuery,
    body: object<Sent>(fields).label('ChangeOrganization'),
    fieldsLast: true,
    answers: { 200: { description: 'The organization.', ...answered } },
    refusals: [
      'invalid_request',
      'not_allowed',
      'no_organization',
      'slug_taken',
      'slug_locked',
      'invalid_tax_id',
      'invalid_slug',
      'rate_limited',
    ],
  }),
  requestPackage: endpoint({
    id: 'requestPackage',
    method: 'post',
    path: '/api/panel/organization/package',
    tag,
    summary: 'Request a package',
    description:
      'Owner and admins. A free one opens at once: the one before ends, and the counters are set to its amounts. Others wait for an operator; a new request replaces the one that waits.',
    access: 'panel',
    query: languageQuery,
    body: object<{ product_id: string }>({ product_id: uuid().required() }).label('PackageRequest'),
    unfit: 'invalid_request',
    fieldsLast: true,
    answers: { 200: { description: 'The organization.', ...answered } },
    refusals: ['not_allowed', 'no_organization', 'not_found'],
  }),
  withdrawPackageRequest: endpoint({
    id: 'withdrawPackageRequest',
    method: 'delete',
    path: '/api/panel/organization/package/request',
    tag,
    summary: 'Withdraw an open request',
    description: 'Only while nobody has decided about it. Another request may follow.',
    access: 'panel',
    answers: { 204: { description: 'Withdrawn.' } },
    refusals: ['not_allowed', 'no_organization', 'not_found'],
  }),
  viewUsage: endpoint({
    id: 'viewUsage',
    method: 'get',
    path: '/api/panel/usage',
    tag,
    summary: 'View the balances and the newest 50 movements',
    description: 'Positive quantities were given, negative ones spent or taken.',
    access: 'panel',
    answers: {
      200: {
        description: 'Newest first.',
        shape: object({ balances: balancesShape.required(), entries: list(usageShape).required() }),
      },
    },
    refusals: ['no_organization'],
  }),
};
