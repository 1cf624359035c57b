import type { Row } from '#src/domain/messages/message.js';
import { fits } from '#src/domain/messages/row-filter.js';
import { foldText, joined, matches, queryOf, wordsOf, wordsOfRow } from '#src/domain/messages/search-words.js';
import { TopicCount } from '#src/domain/messages/topics.js';

const finds = (q: string, text: string): boolean => {
  const query = queryOf(q);
  return query !== null && matches(joined(wordsOf(text)), query);
};

describe('words', () => {
  it.each([
    ['istanbul', 'İSTANBUL'],
    ['İSTANBUL', 'istanbul'],
    ['ISPARTA', 'ısparta'],
    ['ısparta', 'Isparta'],
    ['köşe', 'KÖŞE'],
    ['kose', 'köşe'],
    ['ÇİĞDEM', 'çiğdem'],
    ['οδοσ', 'ΟΔΟΣ'],
    ['strasse', 'Straße'],
    ['ﬁncan', 'fincan'],
  ])('%s finds %s', (q, text) => {
    expect(finds(q, text)).toBe(true);
  });

  it('wants every word, in any order, and the beginning of the last', () => {
    expect(finds('kahve fal', 'falcı kahve içti')).toBe(true);
    expect(finds('kahv fal', 'falcı kahve içti')).toBe(false);
    expect(finds('kahve çay', 'falcı kahve içti')).toBe(false);
    expect(finds('alcı', 'falcı kahve içti')).toBe(false);
  });

  it('takes letters and digits, whatever stands between them', () => {
    expect(wordsOf("#kahve_fali, saat:15'te… @ayşe")).toEqual(['kahve', 'fali', 'saat', '15', 'te', 'ayse']);
    expect(queryOf('… !?')).toBeNull();
    expect(foldText('I\u0307İiı')).toBe('iiii');
  });

  it('reads what is attached', () => {
    const attachment = { type: 'survey', question: 'Çay mı?', options: ['Evet', 'Hayır'], key: 'gizli' };
    expect(wordsOfRow({ body: 'soru', attachment })).toEqual(['soru', 'cay', 'mi', 'evet', 'hayir']);
  });
});

describe('topics', () => {
  it('keeps a hashtag named unknown apart from messages without any', () => {
    const count = new TopicCount();
    const topic = (tag: string, lastSeq: number) => ({ tag, count: 1, lastSeq, lastAt: lastSeq });
    count.addAll([topic('unknown', 1), topic('', 2), topic('__proto__', 3)], 3);
    count.addAll([topic('unknown', 4)], 1);
    expect(count.topics.map(({ tag, count }) => [tag, count])).toEqual([
      ['unknown', 2],
      ['__proto__', 1],
      ['', 1],
    ]);
  });
});

describe('a filter by what a message has', () => {
  const photo = { kind: 'photo', deletedAt: null, body: '', attachment: { type: 'photo' } } as unknown as Row;

  it('finds files that the room lists: none that is shown once, and none that has expired', () => {
    const found = [photo, { ...photo, viewOnce: true }, { ...photo, attachment: null }] as Row[];
    for (const has of ['photo', 'file'] as const) {
      expect(found.map((row) => fits(row, { query: null, has }))).toEqual([true, false, false]);
    }
  });
});
