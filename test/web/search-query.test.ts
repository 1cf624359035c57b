import { isQuery, type SearchQuery, searchQueryOf, snippetOf } from '#web/search/search-query.js';
import { fc } from '../support/seeds/fast-check.js';

const none: SearchQuery = { words: '', from: null, room: null, before: null, has: null };

describe('what is typed into the search of all rooms', () => {
  it.each<[string, Partial<SearchQuery>]>([
    ['kahve fal', { words: 'kahve fal' }],
    ['from:@Ada kahve in:#Kitap', { words: 'kahve', from: 'Ada', room: 'kitap' }],
    ['has:link https', { words: 'https', has: 'link' }],
    ['before:2026-11-01 fincan', { words: 'fincan', before: new Date('2026-11-01T00:00').getTime() }],
    ['has:elma ve before:dün', { words: 'has:elma ve before:dün' }],
    ['saat:12', { words: 'saat:12' }],
  ])('%j', (typed, query) => {
    expect(searchQueryOf(typed)).toEqual({ ...none, ...query });
  });
});

describe('a search', () => {
  it('needs a word or a filter, of which a room is one', () => {
    expect(
      ['', '  ', 'from:ada', 'has:file', 'in:kahve', 'before:2026-11-01', 'kahve'].map((typed) =>
        isQuery(searchQueryOf(typed)),
      ),
    ).toEqual([false, false, true, true, true, true, true]);
  });
});

const marked = (body: string, words: string) =>
  snippetOf(body, words)
    .map(({ text, isHit }) => (isHit ? `[${text}]` : text))
    .join('');

describe('the place of a found word', () => {
  it.each([
    ['Bir KÖŞE başı', 'kose', 'Bir [KÖŞE] başı'],
    ['Isparta ve ısı', 'ıs', '[Is]parta ve [ıs]ı'],
    ['kahve, kahveci', 'kahve', '[kahve], [kahve]ci'],
    ['akahve', 'kahve', 'akahve'],
    ['hiçbiri', 'çay', 'hiçbiri'],
  ])('in %j for %j', (body, words, expected) => {
    expect(marked(body, words)).toBe(expected);
  });

  it('is what a long message is cut around, and no letter is invented', () => {
    const long = `${'baş '.repeat(200)}fincan${' son'.repeat(200)}`;
    expect(marked(long, 'fincan')).toMatch(/^….*\[fincan\].*…$/);
    fc.assert(
      fc.property(fc.string(), fc.string(), (body, words) => {
        const said = snippetOf(body, words)
          .map(({ text }) => text)
          .join('');
        expect([...body].length > 240 || said === body).toBe(true);
      }),
    );
  });
});
