import { foldText } from '#src/domain/messages/search-words.js';
import { characterCount, cleanName, cleanText, firstCharacters } from '#src/domain/text/text.js';
import { preparePassword } from '#src/domain/v1/v1-password.js';
import { fc } from '../support/seeds/fast-check.js';

describe('text as people type it', () => {
  it('is composed and folded in a time that follows its length, however many marks stand on a letter', () => {
    const marks = `e\u0301${'\u0345'.repeat(30_000)}${'\u0316'.repeat(30_000)}`;
    const before = process.cpuUsage();
    expect(cleanName(marks)).toMatch(/^é/);
    expect(foldText(marks)).toBe('e');
    expect(preparePassword(marks)).toBe(marks);
    expect(process.cpuUsage(before).user).toBeLessThan(300_000);
  });

  it('keeps whole characters only, so that memory and store agree', () => {
    expect(cleanText('a\uD800b\0c👍')).toBe('a\uFFFDbc👍');
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => cleanText(text).isWellFormed()));
  });

  it('loses what turns or hides its direction when it is a name', () => {
    expect(cleanName(' \u202Eada\u200B  \n lovelace\u2069 ')).toBe('ada lovelace');
  });

  it('has its accents composed when it is a name', () => {
    expect(cleanName('s\u0327ule')).toBe('şule');
  });

  it('is cut between characters, never inside one', () => {
    expect(firstCharacters('👍👍👍', 2)).toBe('👍👍');
    expect(firstCharacters('ab', 2)).toBe('ab');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, count) => {
        const cut = firstCharacters(text, count);
        expect(cut).toBe([...text].slice(0, count).join(''));
        expect(characterCount(cut)).toBeLessThanOrEqual(count);
      }),
    );
  });
});
