/** Tax numbers. Turkish numbers have check digits; of others only the format is checked. */

const ELSEWHERE = /^[\p{L}\p{Nd}]{2,32}$/u;

export function isTaxId(taxId: string, country: string): boolean {
  if (country !== 'TR') return ELSEWHERE.test(taxId);
  return isTurkishTaxNumber(taxId) || isTurkishCitizenNumber(taxId);
}

/** Ten digits; the last is a check digit. */
export function isTurkishTaxNumber(text: string): boolean {
  if (!/^\d{10}$/.test(text)) return false;
  const digits = [...text].map(Number);
  let sum = 0;
  for (let i = 0; i < 9; i += 1) {
    const shifted = ((digits[i] as number) + 9 - i) % 10;
    // The formula's modulo would turn a nine into zero, so that a nine is kept.
    sum += shifted === 9 ? 9 : (shifted * 2 ** (9 - i)) % 9;
  }
  return (10 - (sum % 10)) % 10 === digits[9];
}

/** The number of a sole proprietor: eleven digits without a leading zero; the last two are check digits. */
export function isTurkishCitizenNumber(text: string): boolean {
  if (!/^[1-9]\d{10}$/.test(text)) return false;
  const digits = [...text].map(Number);
  const sumOf = (places: number[]) => places.reduce((sum, place) => sum + (digits[place] as number), 0);
  const odd = sumOf([0, 2, 4, 6, 8]);
  const even = sumOf([1, 3, 5, 7]);
  const tenth = (((odd * 7 - even) % 10) + 10) % 10;
  return tenth === digits[9] && (odd + even + tenth) % 10 === digits[10];
}
