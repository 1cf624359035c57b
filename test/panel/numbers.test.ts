/** Rules that hold for whatever is typed: tax numbers, phones, slugs, amounts, sums of movements. */
import { isCountry } from '#src/adapters/countries.js';
import { counters, movementsTo } from '#src/domain/organizations/credit.js';
import { readPhone } from '#src/domain/organizations/organization-billing.js';
import {
  deriveOrganizationSlug,
  readOrganizationSlug,
  slugCandidates,
} from '#src/domain/organizations/organization-slug.js';
import { invoiceAmounts, nameIn } from '#src/domain/organizations/product.js';
import { isTaxId, isTurkishCitizenNumber, isTurkishTaxNumber } from '#src/domain/organizations/tax-id.js';
import { isSlug } from '#src/domain/text/slug.js';
import { fc } from '../support/seeds/fast-check.js';

const digits = (length: number) => fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length });

describe('a Turkish tax number', () => {
  it('has exactly one last digit for nine others', () => {
    fc.assert(
      fc.property(digits(9), (first) => {
        const fitting = [...Array(10).keys()].filter((last) => isTurkishTaxNumber([...first, last].join('')));
        expect(fitting).toHaveLength(1);
      }),
    );
  });

  it('tells a digit that was mistyped', () => {
    const places = fc.integer({ min: 0, max: 8 });
    fc.assert(
      fc.property(digits(9), places, fc.integer({ min: 1, max: 9 }), (first, place, by) => {
        const last = [...Array(10).keys()].find((digit) => isTurkishTaxNumber([...first, digit].join(''))) as number;
        const typed = [...first, last];
        typed[place] = ((typed[place] as number) + by) % 10;
        expect(isTurkishTaxNumber(typed.join(''))).toBe(false);
      }),
    );
  });

  it.each([
    ['1234567890', true],
    ['1234567891', false],
    ['123456789', false],
    ['12345678901', false],
    ['123456789O', false],
    ['', false],
  ])('%s: %s', (text, isOne) => expect(isTurkishTaxNumber(text)).toBe(isOne));
});

describe('a Turkish citizen number', () => {
  it.each([
    ['10000000146', true],
    ['10000000147', false],
    ['10000000046', false],
    ['01000000014', false],
    ['1000000014', false],
  ])('%s: %s', (text, isOne) => expect(isTurkishCitizenNumber(text)).toBe(isOne));

  it('has exactly one pair of last digits for nine others', () => {
    fc.assert(
      fc.property(digits(9), ([first = 0, ...rest]) => {
        const begin = [first === 0 ? 1 : first, ...rest].join('');
        const ends = [...Array(100).keys()].map((end) => String(end).padStart(2, '0'));
        expect(ends.filter((end) => isTurkishCitizenNumber(begin + end))).toHaveLength(1);
      }),
    );
  });
});

describe('a tax number of another country', () => {
  it.each([
    ['DE123456789', true],
    ['12', true],
    ['1', false],
    ['a'.repeat(32), true],
    ['a'.repeat(33), false],
    ['DE 12', false],
    ['DE-12', false],
  ])('%s: %s', (text, isOne) => expect(isTaxId(text, 'DE')).toBe(isOne));

  it('is not enough in Turkey', () => expect(isTaxId('DE123456789', 'TR')).toBe(false));
});

describe('a phone', () => {
  it('is read without what stands between its digits', () => {
    const between = fc.constantFrom('', ' ', '-', '.', '(', ')');
    fc.assert(
      fc.property(
        digits(12),
        fc.array(between, { minLength: 12, maxLength: 12 }),
        fc.boolean(),
        (number, gaps, plus) => {
          const typed = (plus ? '+' : '') + number.map((digit, i) => `${digit}${gaps[i]}`).join('');
          expect(readPhone(typed)).toBe((plus ? '+' : '') + number.join(''));
        },
      ),
    );
  });

  it.each([
    ['1234567', '1234567'],
    ['123456', null],
    ['1'.repeat(20), '1'.repeat(20)],
    ['1'.repeat(21), null],
    ['00+123456789', null],
    ['+', null],
    ['123/4567', null],
  ])('%s is read as %s', (typed, read) => expect(readPhone(typed)).toBe(read));
});

describe('a slug of an organization', () => {
  it('that is derived can always be had: short enough, by the rules, and nobody reserves it', () => {
    const anyName = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }),
      fc.constantFrom('Admin', 'WWW', 'A', '日本', 'ÇĞİÖŞÜ', 'Meydan', 'MEYDAN Kafe'),
    );
    fc.assert(
      fc.property(anyName, fc.integer({ min: 0, max: 40 }), (name, nth) => {
        const derived = deriveOrganizationSlug(name, 'meydan');
        const slugs = slugCandidates(derived);
        let slug = '';
        for (let i = 0; i <= nth; i += 1) slug = slugs.next().value as string;
        expect(slug.length).toBeLessThanOrEqual(40);
        expect(readOrganizationSlug(slug, 'meydan')).toBe(slug);
      }),
      { numRuns: 500 },
    );
  });

  it('that is typed is taken as it is or not at all', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (typed) => {
        const slug = readOrganizationSlug(typed, 'meydan');
        if (slug !== null) expect([isSlug(slug), slug]).toEqual([true, typed.trim().toLowerCase()]);
      }),
      { numRuns: 500 },
    );
  });

  it('that is derived does not look like one of the service, whatever the service is called', () => {
    expect(deriveOrganizationSlug('Meydan Kafe', 'meydan')).toEqual({ base: 'org-meydan-kafe', fromNumber: 1 });
    expect(deriveOrganizationSlug('Org Kafe', 'org')).toEqual({ base: 'x-org-kafe', fromNumber: 1 });
  });

  it('folds Turkish letters', () => {
    expect(deriveOrganizationSlug('İĞNE ÇÖPÜ ŞIĞ', 'meydan')).toEqual({ base: 'igne-copu-sig', fromNumber: 1 });
  });
});

describe('amounts', () => {
  it('are whole and add up to the price', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e11 }), fc.integer({ min: 0, max: 100 }), (priceCents, vatRate) => {
        const { netCents, vatCents } = invoiceAmounts({ priceCents, vatRate });
        expect(netCents + vatCents).toBe(priceCents);
        expect(Number.isInteger(netCents) && netCents >= 0 && vatCents >= 0).toBe(true);
        expect(Math.abs((netCents * vatRate) / 100 - vatCents)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('of movements lead from any balance to any other', () => {
    const balances = fc.record(Object.fromEntries(counters.map((counter) => [counter, fc.nat()])) as never);
    fc.assert(
      fc.property(balances, balances, (quotas: Record<string, number>, now: Record<string, number>) => {
        const after = { ...now };
        for (const { counter, quantity } of movementsTo(quotas as never, now as never)) {
          expect(quantity).not.toBe(0);
          after[counter] = (after[counter] ?? 0) + quantity;
        }
        expect(after).toEqual(quotas);
      }),
    );
  });
});

describe('names and countries', () => {
  it('fall back to English, then to Turkish', () => {
    expect(nameIn({ tr: 'Ekip', en: 'Team' }, 'tr')).toBe('Ekip');
    expect(nameIn({ en: 'Team' }, 'tr')).toBe('Team');
    expect(nameIn({ tr: 'Ekip' }, 'en')).toBe('Ekip');
  });

  it.each([
    ['TR', true],
    ['DE', true],
    ['tr', false],
    ['TUR', false],
    ['792', false],
    ['XX', false],
  ])('%s is a country: %s', (code, isOne) => expect(isCountry(code)).toBe(isOne));
});
