/** What is being said of an organization, and what is wrong with it. */
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

/** By the names of fields, those of the invoice under `billing.…`; `form` is for what belongs to none. */
export type Wrong = Record<string, string>;

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

/** As the service takes it. What does not belong to the kind is left out. */
export function sentOf({ kind, billing, ...draft }: Draft) {
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
 * What is seen without asking: the service refuses one thing after the other, and what can only be chosen or dialled
 * without naming the field. Everything else is for it to say.
 */
export function wrongHere(draft: Draft, { wrong }: Texts): Wrong {
  const { length } = [...draft.display_name.trim()];
  return {
    ...((length < 2 || length > 80) && { display_name: wrong.name }),
    ...(!draft.purpose.trim() && { purpose: wrong.purpose }),
    ...(draft.kind === 'company' && wrongOfCompany(draft, wrong)),
  };
}

function wrongOfCompany({ billing, team_size, type_id }: Draft, wrong: Texts['wrong']): Wrong {
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

/** Where a refusal of the service belongs. */
export function wrongOf(error: unknown, text: Texts): Wrong {
  const { code, fields } = wireOf(error);
  if (!fields) return { [fieldOfCode[code] ?? 'form']: problemOf(error) };
  const words: Record<string, string> = { display_name: text.wrong.name, purpose: text.wrong.purpose };
  const named = Object.keys(fields).map((field) => [field, words[field] ?? text.wrong.needed]);
  return { ...Object.fromEntries(named), form: text.wrong.summary };
}
