/** Validates the recipient of an organization's invoices. */
import {
  BILLING_TEXT_MAX,
  type Billing,
  billingOptional,
  billingRequired,
} from '#src/domain/organizations/organization.js';
import { readPhone } from '#src/domain/organizations/organization-billing.js';
import { firstCharacters } from '#src/domain/text/text.js';
import { RefusalError } from '#src/errors.js';
import { object, text } from '../schema/kinds.js';
import { validate } from '../schema/validate.js';

export type BillingFields = Partial<Billing>;

/** The wire names of the fields. */
export const billingNames = {
  legalName: 'legal_name',
  taxOffice: 'tax_office',
  taxId: 'tax_id',
  address: 'address',
  city: 'city',
  country: 'country',
  district: 'district',
  region: 'region',
  postalCode: 'postal_code',
  contactPhone: 'contact_phone',
} as const satisfies Record<keyof Billing, string>;

type Typed = Record<string, string | null | undefined>;

interface BillingBody {
  billing?: Typed;
}

/** Fields that are chosen or dialled, not written: a bad value is a mistake of the client, not of the person. */
const choices = object<Typed>({ country: text().trim().allow(null, ''), contact_phone: text().trim().allow(null, '') });

const cut = (value: string): string => firstCharacters(value, BILLING_TEXT_MAX).trim();
const needed = () => text().trim().min(1).custom(cut);
const spare = () => text().trim().allow(null, '').custom(cut);

const neededKeys = Object.fromEntries(billingRequired.map((field) => [billingNames[field], needed()]));
const spareKeys = Object.fromEntries(billingOptional.map((field) => [billingNames[field], spare()]));
const firstKeys = Object.fromEntries(Object.entries(neededKeys).map(([key, schema]) => [key, schema.required()]));

const schemas = {
  first: object<BillingBody>({ billing: object<Typed>({ ...firstKeys, ...spareKeys }).required() }),
  later: object<BillingBody>({ billing: object<Typed>({ ...neededKeys, ...spareKeys }) }),
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Throws for an invalid choice. */
export function readBillingChoices(sent: unknown, isCountry: (code: string) => boolean): BillingFields {
  if (!isObject(sent)) return {};
  const { country, contact_phone: phone } = validate(choices, sent, 'invalid_request');
  return {
    ...(country && { country: knownCountry(country, isCountry) }),
    ...(phone !== undefined && { contactPhone: phone ? dialled(phone) : null }),
  };
}

/** Throws for invalid text; undefined if the field is missing. */
export function readBilling(sent: unknown, isFirst: boolean, chosen: BillingFields): BillingFields | undefined {
  const { billing } = validate(schemas[isFirst ? 'first' : 'later'], { billing: sent }, 'validation_failed');
  if (!billing) return undefined;
  const written = Object.entries(billingNames)
    .filter(([, name]) => billing[name] !== undefined)
    .map(([field, name]) => [field, billing[name] || null]);
  return { ...Object.fromEntries(written), ...chosen };
}

/** Missing fields become null. */
export const wholeBilling = (sent: BillingFields): Billing => {
  const none = Object.fromEntries(billingOptional.map((field) => [field, null]));
  return { ...none, ...sent } as Billing;
};

function knownCountry(typed: string, isCountry: (code: string) => boolean): string {
  const code = typed.toUpperCase();
  if (isCountry(code)) return code;
  throw new RefusalError('invalid_request', { message: 'Country takes a two-letter code of ISO 3166-1.' });
}

function dialled(typed: string): string {
  const phone = readPhone(typed);
  if (phone !== null) return phone;
  throw new RefusalError('invalid_request', {
    message: 'Contact_phone takes 7 to 20 digits, with a leading + or not.',
  });
}
