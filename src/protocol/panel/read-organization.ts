/**
 * Validates the fields of an organization by the rules of its kind: first choices (400), then texts (422), then the
 * slug. Fields of the other kind are ignored.
 */
import { type Catalog, type CatalogListName, isOffered } from '#src/domain/organizations/catalog.js';
import {
  DISPLAY_NAME_MAX,
  DISPLAY_NAME_MIN,
  type OrganizationFields,
  type OrganizationKind,
  organizationKinds,
  PURPOSE_MAX,
  TEAM_SIZE_MAX,
} from '#src/domain/organizations/organization.js';
import { readOrganizationSlug } from '#src/domain/organizations/organization-slug.js';
import { RefusalError } from '#src/errors.js';
import { integer, name, object, oneOf, text, uuid } from '../schema/kinds.js';
import { validate } from '../schema/validate.js';
import { type BillingFields, readBilling, readBillingChoices, wholeBilling } from './read-billing.js';

export interface ReadingContext {
  catalog: Catalog;
  brand: string;
  isCountry(code: string): boolean;
}

/** The present choices; the organization may keep items that are no longer offered. */
export type CurrentChoices = Pick<OrganizationFields, 'positionId' | 'typeId'> & { kind: OrganizationKind };

export type Sent = Record<string, unknown>;

/** Missing fields are absent. */
export type SentFields = Partial<Omit<OrganizationFields, 'billing'>> & { billing?: BillingFields };

/** The first time: required fields must be present. */
export function readOrganization(body: Sent, context: ReadingContext) {
  const { kind } = validate(kindOnly, body, 'invalid_request');
  const sent = readFields(body, { kind, positionId: null, typeId: null }, context, true);
  const fields: OrganizationFields = {
    displayName: sent.displayName ?? '',
    purpose: sent.purpose ?? '',
    positionId: sent.positionId ?? null,
    typeId: sent.typeId ?? null,
    teamSize: sent.teamSize ?? null,
    billing: kind === 'company' ? wholeBilling(sent.billing ?? {}) : null,
  };
  return { kind, fields, slug: readSlug(body.slug, context.brand) };
}

/** A change: present fields replace the old ones. */
export function readOrganizationChange(body: Sent, current: CurrentChoices, context: ReadingContext) {
  const change = readFields(body, current, context, false);
  return { change, slug: readSlug(body.slug, context.brand) };
}

function readFields(body: Sent, current: CurrentChoices, context: ReadingContext, isFirst: boolean): SentFields {
  const isCompany = current.kind === 'company';
  const chosen = isCompany ? companyChoices(body, current, context) : positionChoice(body, current, context);
  const invoiced = isCompany ? readBillingChoices(body.billing, context.isCountry) : {};
  if (isFirst && isCompany && !chosen.typeId) throw new RefusalError('invalid_request', { message: noType });
  const written = validate(words[isFirst ? 'first' : 'later'], body, 'validation_failed');
  const billing = isCompany ? readBilling(body.billing, isFirst, invoiced) : undefined;
  return {
    ...chosen,
    ...(written.display_name !== undefined && { displayName: written.display_name }),
    ...(written.purpose !== undefined && { purpose: written.purpose }),
    ...(billing && { billing }),
  };
}

const noType = 'Type_id is required.';

const kindOnly = object<{ kind: OrganizationKind }>({ kind: oneOf(...organizationKinds).required() });
const idOrNothing = () => uuid().allow(null, '');
const position = object<{ position_id?: string | null }>({ position_id: idOrNothing() });
const company = object<{ type_id?: string | null; team_size?: number | null }>({
  type_id: idOrNothing(),
  team_size: integer().min(1).max(TEAM_SIZE_MAX).allow(null),
});

interface Words {
  display_name?: string;
  purpose?: string;
}

const displayName = () => name().chars(DISPLAY_NAME_MIN, DISPLAY_NAME_MAX);
const purpose = () => text().trim().chars(1, PURPOSE_MAX);
const words = {
  first: object<Words>({ display_name: displayName().required(), purpose: purpose().required() }),
  later: object<Words>({ display_name: displayName(), purpose: purpose() }),
};

function positionChoice(body: Sent, { positionId }: CurrentChoices, context: ReadingContext): SentFields {
  const { position_id: id } = validate(position, body, 'invalid_request');
  return id === undefined ? {} : { positionId: offered(id, positionId, 'positions', context) };
}

function companyChoices(body: Sent, { typeId }: CurrentChoices, context: ReadingContext): SentFields {
  const { type_id: id, team_size: teamSize } = validate(company, body, 'invalid_request');
  return {
    ...(id !== undefined && { typeId: offered(id, typeId, 'organizationTypes', context) }),
    ...(teamSize !== undefined && { teamSize }),
  };
}

function offered(id: string | null, current: string | null, list: CatalogListName, { catalog }: ReadingContext) {
  if (!id) return null;
  if (id === current || isOffered(catalog[list], id)) return id;
  throw new RefusalError('invalid_request', { message: 'This id is not in the catalog.' });
}

/** Null if no slug was requested. */
function readSlug(sent: unknown, brand: string): string | null {
  if (sent === undefined || sent === null || (typeof sent === 'string' && sent.trim() === '')) return null;
  const slug = typeof sent === 'string' ? readOrganizationSlug(sent, brand) : null;
  if (slug === null) throw new RefusalError('invalid_slug');
  return slug;
}
