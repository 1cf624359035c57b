import { entitiesOf, firstLink } from '#web/messages/markdown/text-entities.js';

const words = (body: string): string[] => entitiesOf(body).map(({ word }) => word);

describe('an address in the text of a message', () => {
  it.each([
    ['see https://en.wikipedia.org/wiki/Cat_(animal)', 'https://en.wikipedia.org/wiki/Cat_(animal)'],
    ['(see https://en.wikipedia.org/wiki/Cat_(animal))', 'https://en.wikipedia.org/wiki/Cat_(animal)'],
    ['(https://example.org/a)', 'https://example.org/a'],
    ['https://example.org/a_(b)_(c).', 'https://example.org/a_(b)_(c)'],
    ['is it https://example.org/?', 'https://example.org/'],
    ['https://example.org/a),', 'https://example.org/a'],
    ['https://example.org/?q=(a', 'https://example.org/?q=(a'],
    ['https://ışık.org/çay!', 'https://ışık.org/çay'],
  ])('in "%s" is %s', (body, address) => {
    expect(words(body)).toEqual([address]);
    expect(firstLink(body)).toBe(address);
  });

  it('is none without a host', () => {
    expect(words('https://) and http://. and https://')).toEqual([]);
    expect(firstLink('nothing here')).toBeNull();
  });

  it('stands beside mentions and hashtags, each where it begins', () => {
    const body = '@ayse #kahve https://example.org/(x), a@b';
    expect(entitiesOf(body).map(({ kind, at }) => [kind, at])).toEqual([
      ['mention', 0],
      ['hashtag', 6],
      ['link', 13],
    ]);
  });

  it('ends a hashtag where the service ends it', () => {
    expect(words('#a.b ##c x#d #हिन्दी, (#e_1) हि#f')).toEqual(['#a', '#हिन्दी', '#e_1']);
  });

  it('costs one pass, however many brackets stand at its end', () => {
    const body = `https://example.org/${')'.repeat(16_000)}`;
    const before = performance.now();
    expect(words(body)).toEqual(['https://example.org/']);
    expect(performance.now() - before).toBeLessThan(500);
  });
});
