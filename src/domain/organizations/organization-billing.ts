/** Whom an invoice goes to. */
import type { Billing } from './organization.js';
import { isTaxId } from './tax-id.js';

const PHONE = /^\+?\d{7,20}$/;

/** The number without what people write between its digits; null when it is none. */
export function readPhone(typed: string): string | null {
  const plain = typed.replace(/[\s().-]/g, '');
  return PHONE.test(plain) ? plain : null;
}

/** Number and country may change one by one: whether they fit shows only when both are known. */
export const hasFittingTaxId = ({ taxId, country }: Billing): boolean => isTaxId(taxId, country);
