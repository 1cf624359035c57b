/** Where a sponsored item may lead: what a phone opens without running anything. */
import { forbiddenSchemes, targetProblem } from '#src/domain/sponsored/sponsored-target.js';
import { fc } from '../support/seeds/fast-check.js';

const mayBe = (kind: 'url' | 'deeplink' | 'room', target: string): boolean => targetProblem(kind, target) === null;

describe('an address', () => {
  it.each([
    'https://example.com',
    'https://example.com/yaz?x=1#y',
    'HTTPS://Example.COM/',
    'https://kitap.example.com:8443/a/b',
    'https://çay.example/menü',
    'https://xn--ay-hia.example',
    'https://203.0.113.7/x',
    'https://example.com/@ada',
    'https://example.com/?to=a@b.c',
  ])('may be %s', (target) => expect(mayBe('url', target)).toBe(true));

  it.each([
    'http://example.com',
    'https:/example.com',
    'https:example.com',
    'https://',
    'https:///example.com',
    'https://localhost',
    'https://localhost.',
    'https://.com',
    'https://ada@example.com',
    'https://ada:parola@example.com',
    'https://@example.com',
    'https://example.com@evil.example/',
    'https://example.com\\@evil.example',
    'https:\\\\example.com',
    'https://exam ple.com',
    'https://example.com/\n',
    'https://example.com/\u0000',
    ' https://example.com',
    'https://[::1]/',
    'https://example..',
    'ftp://example.com',
    'javascript:alert(1)//https://example.com',
    'example.com',
    '',
  ])('may not be %j', (target) => expect(mayBe('url', target)).toBe(false));

  it('that may be is one that a browser opens over https, at a host with a dot, as nobody', () => {
    const anything = fc.oneof(
      fc.webUrl({ validSchemes: ['https', 'http'], withQueryParameters: true, withFragments: true }),
      fc.string().map((text) => `https://${text}`),
      fc.tuple(fc.string(), fc.domain()).map(([user, host]) => `https://${user}@${host}/`),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(anything, (target) => {
        if (!mayBe('url', target)) return;
        const url = new URL(target);
        expect([url.protocol, url.username, url.password]).toEqual(['https:', '', '']);
        expect(url.hostname).toMatch(/[^.]\.[^.]/);
        expect(target).not.toMatch(/[\s\\]/);
      }),
      { numRuns: 2_000 },
    );
  });

  it('of an ordinary page always may be', () => {
    const pages = fc.tuple(fc.domain(), fc.webPath()).map(([host, path]) => `https://${host}${path}`);
    fc.assert(fc.property(pages, (target) => expect([target, mayBe('url', target)]).toEqual([target, true])));
  });
});

describe('a link into an app', () => {
  it.each(['kitap://liste', 'kitap+x.y-z://a', 'Kitap://Liste/1?x=y', 'http://example.com', 'k2://x'])(
    'may be %s',
    (target) => expect(mayBe('deeplink', target)).toBe(true),
  );

  it.each([
    'kitap:liste',
    'kitap:/liste',
    '://x',
    'kitap://',
    '2k://x',
    'kit ap://x',
    'kitap://a b',
    'kitap://a\\b',
    'kitap://a\u0007',
  ])('may not be %j', (target) => expect(mayBe('deeplink', target)).toBe(false));

  it('never has a scheme that runs or reads something, in no spelling', () => {
    const spelled = fc
      .constantFrom(...forbiddenSchemes)
      .chain((scheme) =>
        fc
          .tuple(...[...scheme].map((letter) => fc.constantFrom(letter, letter.toUpperCase())))
          .map((all) => all.join('')),
      );
    fc.assert(
      fc.property(spelled, fc.webPath(), (scheme, path) =>
        expect(mayBe('deeplink', `${scheme}://x${path}`)).toBe(false),
      ),
    );
  });
});

describe('a room', () => {
  it.each(['oda', 'kitap-kulubu', 'Kitap-Kulubu', 'a'.repeat(48)])('may be named %s', (slug) =>
    expect(mayBe('room', slug)).toBe(true),
  );
  it.each(['od', 'a'.repeat(49), '-oda', 'oda--iki', 'oda iki', 'çay', 'https://example.com'])(
    'may not be named %j',
    (slug) => expect(mayBe('room', slug)).toBe(false),
  );
});
