import { articleOf } from '#src/protocol/messages/article.js';

type Block = Record<string, unknown>;

const stored = (...blocks: unknown[]): Block[] => articleOf({ title: 'Kahve', blocks }).blocks as Block[];

function problemsOf(...blocks: unknown[]): unknown {
  try {
    stored(...blocks);
  } catch (error) {
    return (error as { refusal?: { fields?: unknown } }).refusal?.fields;
  }
  return 'none';
}

describe('the blocks of an article', () => {
  it.each(['paragraph', 'heading', 'quote'])('a %s is trimmed', (type) => {
    expect(stored({ type, text: '  Yemen’de\n başladı. \n' })).toEqual([{ type, text: 'Yemen’de\n başladı.' }]);
  });

  it('code keeps the indentation of its first line, and no empty lines around it', () => {
    const text = '\n  \n  if (hot) {\n    drink();\n  } \n\n';
    expect(stored({ type: 'code', text })).toEqual([{ type: 'code', text: '  if (hot) {\n    drink();\n  }' }]);
  });

  it('words of a list are trimmed', () => {
    expect(stored({ type: 'list', items: [' çay ', 'kahve\n'] })).toEqual([{ type: 'list', items: ['çay', 'kahve'] }]);
  });

  it('have neither NUL nor halves of a character', () => {
    expect(stored({ type: 'paragraph', text: 'a\0b\ud800' }, { type: 'list', items: ['c\0', '\udc00'] })).toEqual([
      { type: 'paragraph', text: 'ab\ufffd' },
      { type: 'list', items: ['c', '\ufffd'] },
    ]);
  });

  it.each([
    [{ type: 'paragraph', text: ' \0 ' }, { 'article.blocks.0.text': ['is not allowed to be empty'] }],
    [{ type: 'code', text: '\n  \n' }, { 'article.blocks.0.text': ['is not allowed to be empty'] }],
    [{ type: 'code' }, { 'article.blocks.0.text': ['is required'] }],
    [{ type: 'list', items: ['a', ' '] }, { 'article.blocks.0.items': ['contains an invalid value'] }],
    [{ type: 'list', items: ['a', 3] }, { 'article.blocks.0.items': ['contains an invalid value'] }],
    [{ type: 'list', items: 'a' }, { 'article.blocks.0.items': ['must be an array'] }],
    [
      { type: 'image', key: 'a', width: '3', height: 0 },
      {
        'article.blocks.0.width': ['must be a number'],
        'article.blocks.0.height': ['must be greater than or equal to 1'],
      },
    ],
    [{ type: 'video' }, { 'article.blocks.0.type': ['must be one of [paragraph, heading, quote, code, list, image]'] }],
    [{}, { 'article.blocks.0.type': ['is required'] }],
    [null, { 'article.blocks.0': ['must be of type object'] }],
  ])('%j is refused by the problems of its own type', (block, problems) => {
    expect(problemsOf(block)).toEqual(problems);
  });

  it('keep no field of another type', () => {
    expect(stored({ type: 'quote', text: 'a', items: ['b'], key: 'c' })).toEqual([{ type: 'quote', text: 'a' }]);
  });
});
