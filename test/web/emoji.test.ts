import { readFileSync } from 'node:fs';
import { emojiOf, findEmoji, RECENT_MAX, withRecent } from '#web/composer/emoji/emoji.js';

const all = emojiOf(readFileSync('web/src/composer/emoji/emoji.txt', 'utf8'));
const faces = (typed: string, most?: number) => findEmoji(all, typed, most).map(({ face }) => face);

describe('the table of emoji', () => {
  it('names each of them once, in both languages, in a group', () => {
    expect(all.length).toBeGreaterThan(1300);
    expect(new Set(all.map(({ face }) => face)).size).toBe(all.length);
    expect(all.filter(({ names, group }) => !names.en || !names.tr || !group)).toEqual([]);
  });

  it.each([
    ['rocket', '🚀'],
    ['roket', '🚀'],
    ['turkiye', '🇹🇷'],
    ['TÜRKİYE', '🇹🇷'],
    ['kahve', '☕'],
    ['coffee', '☕'],
    ['kirmizi kalp', '❤️'],
    ['red_heart', '❤️'],
  ])('finds %s', (typed, face) => {
    expect(faces(typed, 12)).toContain(face);
  });

  it('puts what is named exactly so before what only begins so', () => {
    expect(faces('cat')[0]).toBe('🐈');
    expect(faces('thumbs up')[0]).toBe('👍');
    expect(faces('qqqq')).toEqual([]);
    expect(faces('  ')).toEqual([]);
  });
});

it('what was chosen lately is held once, newest first, and not without end', () => {
  expect(withRecent(['b', 'a'], 'a')).toEqual(['a', 'b']);
  const many = Array.from({ length: RECENT_MAX }, (_, at) => `${at}`);
  expect(withRecent(many, 'neu')).toHaveLength(RECENT_MAX);
});
