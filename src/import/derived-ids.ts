/** Ids that are derived from the export, so that every run of an import uses the same ones. */
import { hash } from 'node:crypto';

/** A UUID of version 8 (RFC 9562). */
export function derivedId(...parts: string[]): string {
  const digits = hash('sha256', JSON.stringify(parts), 'hex');
  const variant = ((Number.parseInt(digits.charAt(16), 16) & 0x3) | 0x8).toString(16);
  const groups = [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`, variant + digits.slice(17, 20)];
  return [...groups, digits.slice(20, 32)].join('-');
}
