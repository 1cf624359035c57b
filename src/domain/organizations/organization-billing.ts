/** The recipient of an organization's invoices. */
import type { Billing } from './organization.js';
import { isTaxId } from './tax-id.js';

const PHONE = /^\+?\d{7,20}$/;

/** The number without the separators that people type; null if it is no phone number. */
export function readPhone(typed: string): string | null {
  const plain = typed.replace(/[\s().-]/g, '');
  return PHONE.test(plain) ? plain : null;
}

/** Number and country may change separately, so that their fit is checked once both are known. */
export const hasFittingTaxId = ({ taxId, country }: Billing): boolean => isTaxId(taxId, country);
