/** The form of an organization: its field values and their validation. */
import { wireOf } from '#page/app/api.js';
import type { Organization, OrganizationKind } from '../api-types.js';
import type { Texts } from '../text/text.js';
import { problemOf } from './notice.js';

export const neededBilling = ['legal_name', 'tax_office', 'tax_id', 'country', 'city', 'address'] as const;
export const spareBilling = ['district', 'region', 'postal_code', 'contact_phone'] as const;
export type BillingField = (typeof neededBilling)[number] | (typeof spareBilling)[number];

export interface Draft {
  kind: OrganizationKind;
  display_name: string;
  purpose: string;
  position_id: string;
  type_id: string;
  team_size: string;
  slug: string;
  billing: Record<BillingField, string>;
}

/** Error texts by field name, invoice fields under `billing.…`; `form` is for errors that concern no field. */
export type FormErrors = Record<string, string>;

const noBilling = Object.fromEntries([...neededBilling, ...spareBilling].map((field) => [field, '']));

export function draftOf(organization: Organization | null): Draft {
  const billing = { ...noBilling, country: 'TR', ...withoutNulls(organization?.billing ?? {}) };
  return {
    kind: organization?.kind ?? 'company',
    display_name: organization?.display_name ?? '',
    purpose: organization?.purpose ?? '',
    position_id: organization?.position_id ?? '',
    type_id: organization?.type_id ?? '',
    team_size: organization?.team_size?.toString() ?? '',
    slug: organization?.slug ?? '',
    billing: billing as Record<BillingField, string>,
  };
}

const withoutNulls = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

/** The request body, without the fields that do not belong to the kind of organization. */
export function requestOf({ kind, billing, ...draft }: Draft) {
  const { display_name, purpose, slug } = draft;
  const chosen =
    kind === 'individual'
      ? { position_id: draft.position_id || null }
      : {
          type_id: draft.type_id || null,
          team_size: draft.team_size.trim() === '' ? null : Number(draft.team_size),
          billing,
        };
  return { display_name, purpose, ...(slug.trim() && { slug }), ...chosen };
}

/**
 * Validation in the browser of fields for which the service reports one error at a time, or does not name the field.
 * The service validates the rest.
 */
export function validate(draft: Draft, { wrong }: Texts): FormErrors {
  const { length } = [...draft.display_name.trim()];
  return {
    ...((length < 2 || length > 80) && { display_name: wrong.name }),
    ...(!draft.purpose.trim() && { purpose: wrong.purpose }),
    ...(draft.kind === 'company' && wrongOfCompany(draft, wrong)),
  };
}

function wrongOfCompany({ billing, team_size, type_id }: Draft, wrong: Texts['wrong']): FormErrors {
  const missing = neededBilling.filter((field) => !billing[field].trim());
  const phone = billing.contact_phone.replace(/[\s().-]/g, '');
  const size = team_size.trim() === '' ? 1 : Number(team_size);
  return {
    ...(!type_id && { type_id: wrong.choice }),
    ...(!(Number.isInteger(size) && size >= 1 && size <= 20) && { team_size: wrong.teamSize }),
    ...Object.fromEntries(missing.map((field) => [`billing.${field}`, wrong.needed])),
    ...(!billing.country && { 'billing.country': wrong.country }),
    ...(phone && !/^\+?\d{7,20}$/.test(phone) && { 'billing.contact_phone': wrong.phone }),
  };
}

const fieldOfCode: Record<string, string> = {
  invalid_tax_id: 'billing.tax_id',
  invalid_slug: 'slug',
  slug_taken: 'slug',
  slug_locked: 'slug',
  rate_limited: 'slug',
};

/** Maps an error of the service to the field that it concerns. */
export function errorsOf(error: unknown, text: Texts): FormErrors {
  const { code, fields } = wireOf(error);
  if (!fields) return { [fieldOfCode[code] ?? 'form']: problemOf(error) };
  const words: Record<string, string> = { display_name: text.wrong.name, purpose: text.wrong.purpose };
  const named = Object.keys(fields).map((field) => [field, words[field] ?? text.wrong.needed]);
  return { ...Object.fromEntries(named), form: text.wrong.summary };
}
