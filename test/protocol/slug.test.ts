import { dmSlug, pairOf } from '#src/domain/rooms/dm.js';
import { deriveSlug, isReservedSlug, isSlug, suffixSlug } from '#src/domain/text/slug.js';
import { fc } from '../support/seeds/fast-check.js';

describe('the slug derived from a name', () => {
  it.each([
    ['Kahve Köşesi', 'kahve-kosesi'],
    ['İstanbul’da Çağrı & ışık ĞÜŞİÖÇ ı', 'istanbul-da-cagri-isik-gusioc-i'],
    ['IŞIK', 'isik'],
    ['  --Ada--  ', 'ada'],
    ['Straße 12', 'strasse-12'],
    ['a', 'oda-a'],
    ['💬', 'oda'],
    ['Привет', 'oda'],
  ])('of %j is %s', (name, slug) => {
    expect(deriveSlug(name)).toBe(slug);
  });

  it('has at most 40 characters and does not end in a hyphen where it was cut', () => {
    expect(deriveSlug(`${'a'.repeat(39)} b`)).toBe('a'.repeat(39));
    expect(deriveSlug('a'.repeat(80))).toHaveLength(40);
  });

  it('obeys the rule of slugs, whatever the name is, with and without a suffix', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (name) => {
        const slug = deriveSlug(name);
        const suffixed = suffixSlug(slug, 'x7k2');
        expect([isSlug(slug), isSlug(suffixed), slug.length <= 40, suffixed.length <= 40]).toEqual(Array(4).fill(true));
      }),
    );
  });
});

describe('a chosen slug', () => {
  it.each(['abc', 'a-b-c', '123', 'a'.repeat(48)])('may be %s', (slug) => {
    expect(isSlug(slug)).toBe(true);
  });

  it.each(['ab', 'a'.repeat(49), '-abc', 'abc-', 'a--b', 'ABC', 'çay', 'a b', 'a/b', ''])('may not be %j', (slug) => {
    expect(isSlug(slug)).toBe(false);
  });
});

describe('a slug that no group can have', () => {
  it('is every one of a direct chat', () => {
    fc.assert(
      fc.property(fc.uuid({ version: 4 }), fc.uuid({ version: 4 }), fc.nat({ max: 99 }), (ada, bob, place) => {
        expect(isReservedSlug(dmSlug(pairOf(ada, bob), place + 1))).toBe(true);
      }),
    );
  });

  it.each([
    'dm',
    'dm-kahve',
    'dm-1b9d6bcdbbfd',
    'dm-1b9d6bcdbbfd-c56a418065a',
    'dm-1b9d6bcdbbfd-c56a418065aa-x7k2',
    'search-x',
  ])('is not %s', (slug) => {
    expect(isReservedSlug(slug)).toBe(false);
  });
});
