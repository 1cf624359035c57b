import { foldUsername, isReservedUsername, readUsername } from '#src/domain/accounts/username.js';
import { fc } from '../support/seeds/fast-check.js';

const anyText = fc.string({ unit: 'grapheme', maxLength: 40 });
const letters = fc.string({ unit: fc.constantFrom(...'aAiIıİsSşŞβΣσςßẞжЖ中ﬁＡª٣'), minLength: 3, maxLength: 24 });

describe('folding a username', () => {
  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, letters), (text) => foldUsername(foldUsername(text)) === foldUsername(text)),
    );
  });

  it('does not tell a name from its lower-case, composed or decomposed form', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, letters), (text) => {
        const key = foldUsername(text);
        for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD']) expect(foldUsername(text.normalize(form))).toBe(key);
        expect(foldUsername(text.toLowerCase())).toBe(key);
        expect(foldUsername(text.toLocaleLowerCase('tr'))).toBe(key);
      }),
    );
  });

  it('takes I, İ, ı and i as one letter wherever they stand', () => {
    const fourIs = fc.array(fc.constantFrom('I', 'İ', 'ı', 'i', 'İ'.toLowerCase()), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fourIs, letters, (is, rest) => {
        expect(foldUsername(rest + is.join(''))).toBe(foldUsername(rest + 'i'.repeat(is.length)));
      }),
    );
  });

  it.each([
    ['Ayşe', 'ayşe'],
    ['IŞIK', 'işik'],
    ['ışık', 'işik'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['Ｍｅｙｄａｎ', 'meydan'],
    ['ﬁsh', 'fish'],
    ['Пётр', 'пётр'],
  ])('makes %s into %s', (name, key) => {
    expect(foldUsername(name)).toBe(key);
  });

  it.each([
    ['ş', 's'],
    ['ç', 'c'],
    ['ğ', 'g'],
    ['ö', 'o'],
    ['ß', 'ss'],
  ])('keeps %s and %s apart', (one, other) => {
    expect(foldUsername(one)).not.toBe(foldUsername(other));
  });
});

describe('reading a username', () => {
  it('gives a name that reads as itself, of allowed characters only, or nothing', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, letters), (typed) => {
        const read = readUsername(typed);
        if (read === null) return;
        expect(read.name).toMatch(/^[\p{L}\p{Nd}_.]{3,24}$/u);
        expect(read.key).toMatch(/^[\p{L}\p{Nd}_.]+$/u);
        expect(readUsername(read.name)).toEqual(read);
        expect(readUsername(`  ${typed}\t`)).toEqual(read);
      }),
    );
  });

  it('takes every name of 3 to 24 plain letters, and no shorter or longer one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom('a', 'ş', '中', '𠮷', '_', '.', '7', '٣'),
        (length, sign) => {
          expect(readUsername(sign.repeat(length)) !== null).toBe(length >= 3 && length <= 24);
        },
      ),
    );
  });

  it.each([
    '\u202e',
    '\u2066',
    '\u200b',
    '\u200d',
    '\u00ad',
    '\u3164',
    '\u115f',
    '\uffa0',
    '\ufe0f',
    '\0',
    '\n',
    '@',
    '/',
    '\ud800',
    '\u0301\u0301',
  ])('refuses a name with %j in it', (sign) => {
    expect(readUsername(`ad${sign}a`)).toBeNull();
  });

  it('knows the reserved name however it is written', () => {
    for (const name of ['meydan', 'MEYDAN', 'Ｍｅｙｄａｎ'])
      expect(isReservedUsername(foldUsername(name), 'meydan')).toBe(true);
    expect(isReservedUsername(foldUsername('meydanci'), 'meydan')).toBe(false);
    expect(isReservedUsername(foldUsername('SISLI'), 'şişli')).toBe(true);
    expect(isReservedUsername(foldUsername('bılgı'), 'BİLGİ')).toBe(true);
  });
});
