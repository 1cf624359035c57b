/** Reads the birth date and the gender from an identity's claims. No other claim is stored. */

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const GENDER_LENGTH_MAX = 32;
const YEAR_MIN = 1850;

/** `YYYY-MM-DD` of a day that exists. Providers may send a bare year or the year 0000, which are no birth dates. */
export function readBirthDate(claim: unknown): string | null {
  const parts = typeof claim === 'string' ? DATE.exec(claim) : null;
  if (!parts) return null;
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number];
  if (year < YEAR_MIN || month < 1 || month > 12) return null;
  return day >= 1 && day <= daysIn(year, month) ? parts[0] : null;
}

/** Providers send `female`, `male` or a word of their own. */
export function readGender(claim: unknown): string | null {
  if (typeof claim !== 'string') return null;
  const word = claim.trim();
  return word.length > 0 && word.length <= GENDER_LENGTH_MAX && /^[\p{L}\p{N} _-]+$/u.test(word) ? word : null;
}

function daysIn(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (month === 2) return leap ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
