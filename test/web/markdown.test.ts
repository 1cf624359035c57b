import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Block, blocksOf } from '#web/messages/markdown/blocks.js';
import { highlighted } from '#web/messages/markdown/highlight.js';
import { type Inline, inlinesOf } from '#web/messages/markdown/inline.js';
import { plainText } from '#web/messages/markdown/plain-text.js';
import { fc } from '../support/seeds/fast-check.js';

/** The tree in a short form: `strong(a em(b))`. */
const shown = (inlines: Inline[]): string => inlines.map(one).join('');
const one = (inline: Inline): string => {
  if ('children' in inline) return `${inline.type}(${shown(inline.children)})`;
  if (inline.type === 'text') return inline.text;
  return inline.type === 'link' ? `link(${inline.text} ${inline.href})` : `${inline.type}(${inline.text})`;
};
const blocks = (body: string): string => blocksOf(body).map(block).join(' | ');
const block = (part: Block): string => {
  if (part.type === 'text') return shown(part.children);
  if (part.type === 'code') return `code ${part.language}: ${part.text}`;
  if (part.type === 'quote') return `quote[${part.blocks.map(block).join(' | ')}]`;
  const items = part.items.map(({ number, blocks: inner }) => `${number}(${inner.map(block).join(' | ')})`);
  return `${part.isOrdered ? 'ol' : 'ul'}[${items.join(' ')}]`;
};

describe('formats within a line', () => {
  it.each([
    ['**kalın** ve *eğik*', 'strong(kalın) ve em(eğik)'],
    ['__kalın__ ve _eğik_ ve ~~silik~~', 'strong(kalın) ve em(eğik) ve del(silik)'],
    ['***ikisi birden***', 'strong(em(ikisi birden))'],
    ['**a *b* c**', 'strong(a em(b) c)'],
    ['**kalın**lar', 'strong(kalın)lar'],
    ['a `kod *değil*` b', 'a code(kod *değil*) b'],
    ['`` a ` b ``', 'code(a ` b)'],
    ['[Meydan](https://example.org/a_(b))', 'link(Meydan https://example.org/a_(b))'],
    ['**https://example.org/a**', 'strong(link(https://example.org/a https://example.org/a))'],
    [
      'www.example.org ve ada@example.org',
      'link(www.example.org https://www.example.org) ve link(ada@example.org mailto:ada@example.org)',
    ],
    ['*@ada* #kahve', 'em(mention(@ada)) hashtag(#kahve)'],
    ['\\*yıldız\\*', '*yıldız*'],
  ])('%s', (body, tree) => {
    expect(shown(inlinesOf(body))).toBe(tree);
  });

  it.each([
    '2*3*4 ve snake_case_name',
    'a * b * c',
    '**açık kaldı',
    '****',
    '`açık',
    '[ad](javascript:alert(1))',
    '[https://example.org](https://evil.example/',
    'C:\\yol\\dosya',
  ])('%s stays as it was written', (body) => {
    expect(shown(inlinesOf(body))).toMatch(/^(?!.*(strong|em|del|code)\()/);
    expect(plainText(body)).toBe(body);
  });

  it('shows the address when the name of a link looks like another one', () => {
    const tree = shown(inlinesOf('[www.banka.example](https://evil.example/x)'));
    expect(tree).toContain('link(https://evil.example/x https://evil.example/x)');
  });
});

describe('blocks of a message', () => {
  it.each([
    ['önce\n```ts\nconst a = 1;\n```\nsonra', 'önce | code ts: const a = 1; | sonra'],
    ['```\naçık kaldı', '```\naçık kaldı'],
    ['> alıntı\n> iki\ncevap', 'quote[alıntı\niki] | cevap'],
    ['> a\n> > b', 'quote[a | quote[b]]'],
    ['- a\n- b\n  - c', 'ul[0(a) 0(b | ul[0(c)])]'],
    ['1. a\n3. b', 'ol[1(a) 3(b)]'],
    ['90. Çeviri nasıl sizce?', '90. Çeviri nasıl sizce?'],
    ['bir\n\niki', 'bir\n\niki'],
    ['>_< ve -x', '>_< ve -x'],
  ])('%j', (body, tree) => {
    expect(blocks(body)).toBe(tree);
  });

  it('end at a depth', () => {
    expect(blocks('> > > > > > a')).toBe('quote[quote[quote[> > > a]]]');
  });
});

/** What a hostile message is made of. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'*_~`[]()\\<>#@-+.!|&"\' \n\t0aİş'),
      fc.constantFrom(
        '**',
        '__',
        '~~',
        '```',
        '\n```js\n',
        '\n> ',
        '\n- ',
        '\n1. ',
        '  ',
        '](https://',
        '[a](',
        'javascript:',
      ),
      fc.constantFrom(
        'https://a.example/',
        'www.b.example',
        'c@d.example',
        '<img src=x onerror=alert(1)>',
        '&lt;',
        '@ada',
        '#k',
      ),
      fc.string({ maxLength: 4 }),
    ),
    { maxLength: 120 },
  )
  .map((parts) => parts.join(''));

const leaves = (inlines: Inline[]): Inline[] =>
  inlines.flatMap((inline) => ('children' in inline ? leaves(inline.children) : [inline]));
const inlinesIn = (part: Block): Inline[] => {
  if (part.type === 'text') return leaves(part.children);
  if (part.type === 'quote') return part.blocks.flatMap(inlinesIn);
  return part.type === 'list' ? part.items.flatMap((item) => item.blocks.flatMap(inlinesIn)) : [];
};
const depthOf = (inlines: Inline[]): number =>
  Math.max(0, ...inlines.map((inline) => ('children' in inline ? 1 + depthOf(inline.children) : 0)));

describe('whatever somebody sends', () => {
  it('leads only to web pages and mail, nests no deeper than the formats, and loses no letter', () => {
    fc.assert(
      fc.property(hostile, (body) => {
        const tree = blocksOf(body);
        for (const inline of tree.flatMap(inlinesIn)) {
          if (inline.type === 'link') expect(inline.href).toMatch(/^(https?:\/\/|mailto:)[^\s<>"]+$/);
        }
        expect(depthOf(inlinesOf(body))).toBeLessThanOrEqual(5);
        const letters = (text: string) => text.replace(/[^a-zİş]/g, '');
        const kept = letters(tree.map(everyWord).join('\n'));
        expect(kept).toBe(letters(body));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['*', ''],
    ['_a ', ''],
    ['**a *b ', ''],
    ['`', ' '],
    ['``a`', ''],
    ['[', ''],
    ['[a](https://', ''],
    ['[a](https://b(c)', ''],
    ['> ', ''],
    ['>', ''],
    ['- a\n', ''],
    ['1. a\n  ', ''],
    ['```\n', ''],
    ['```js\n', ''],
    ['a@', ''],
    ['a.', ''],
    ['\\', ''],
    ['https://', ''],
    ['www.', ''],
    ['~~a~', ''],
  ])('costs one pass: 16 KB of %j', (part, end) => {
    const body = part.repeat(Math.ceil(16_384 / part.length)) + end;
    const before = process.cpuUsage();
    blocksOf(body);
    const { user } = process.cpuUsage(before);
    expect(user / 1_000).toBeLessThan(400);
  });

  it('is never handed to the browser as HTML', () => {
    const pages = fileURLToPath(new URL('../../web/', import.meta.url));
    const sources = readdirSync(pages, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
    const raw = sources.filter((file) =>
      /innerHTML|outerHTML|insertAdjacentHTML/i.test(readFileSync(pages + file, 'utf8')),
    );
    expect(sources.length).toBeGreaterThan(200);
    expect(raw).toEqual([]);
  });
});

/** All words of the source: of a named link its address too, of code its language. */
function everyWord(part: Block): string {
  if (part.type === 'code') return part.language + part.text;
  if (part.type === 'text') return part.children.map(sourceWords).join('');
  return (part.type === 'quote' ? part.blocks : part.items.flatMap((item) => item.blocks)).map(everyWord).join('\n');
}
function sourceWords(inline: Inline): string {
  if ('children' in inline) return inline.children.map(sourceWords).join('');
  return inline.type === 'link' && inline.isNamed ? inline.text + inline.href : inline.text;
}

describe('colors of code', () => {
  it('are those of its language, and the code stays what it was', () => {
    const code = 'const a = "x"; // söz\nreturn 12';
    const parts = highlighted('ts', code) ?? [];
    expect(parts.map(({ text }) => text).join('')).toBe(code);
    expect(parts.filter(({ kind }) => kind).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'keyword const',
      'string "x"',
      'comment // söz',
      'keyword return',
      'number 12',
    ]);
    expect(highlighted('klingonca', code)).toBeNull();
  });

  it('take one pass, whatever the code is', () => {
    fc.assert(
      fc.property(hostile, fc.constantFrom('ts', 'py', 'sql', 'html', 'rb', 'css'), (code, language) => {
        expect((highlighted(language, code) ?? []).map(({ text }) => text).join('')).toBe(code);
      }),
    );
    for (const part of ['"', '/*', '<!--', '`', 'a', '1', '\\"']) {
      const before = process.cpuUsage();
      highlighted('ts', part.repeat(16_384 / part.length));
      expect(process.cpuUsage(before).user / 1_000).toBeLessThan(400);
    }
  });
});
