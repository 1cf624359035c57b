import {
  articleProblem,
  type BlockDraft,
  blocksOfDraft,
  endsList,
  type ImageDraft,
  movedBy,
  movedTo,
  paragraph,
  pasted,
  splitAt,
  type TextType,
  withAfter,
  withBlock,
  withoutBlock,
  withText,
} from '#web/composer/article/article-draft.js';
import { dropDraft, loadDraft, saveDraft } from '#web/composer/article/article-drafts.js';

const [a, b, c] = [paragraph('a', 'bir'), paragraph('b', 'iki'), paragraph('c', 'üç')];
const three: BlockDraft[] = [a, b, c];
const picture: ImageDraft = {
  id: 'p',
  type: 'image',
  name: 'liman.jpg',
  image: { key: 'room-media/k', width: 4, height: 3 },
  thumb: 'data:image/jpeg;base64,AAAA',
};
const ids = (blocks: BlockDraft[]) => blocks.map(({ id }) => id).join('');
const typed = (type: TextType, text: string): BlockDraft => ({ id: type, type, text });

describe('the blocks of an article', () => {
  it.each([
    ['# Liman', 'heading', 'Liman'],
    ['> dedi', 'quote', 'dedi'],
    ['- çay', 'list', 'çay'],
    ['```', 'code', ''],
    ['#kahve', 'paragraph', '#kahve'],
  ])('turn as %j is typed', (text, type, left) => {
    expect(withText([paragraph('a')], 'a', text)).toEqual([{ id: 'a', type, text: left }]);
  });

  it('turn only out of a paragraph', () => {
    expect(withText([typed('code', '')], 'code', '# include')).toEqual([typed('code', '# include')]);
  });

  it('are put behind the one being written in, and at the end without one', () => {
    expect(ids(withAfter(three, 'a', [picture]))).toBe('apbc');
    expect(ids(withAfter(three, null, [picture]))).toBe('abcp');
  });

  it('move by steps and to a place, and stay where there is no such place', () => {
    expect(ids(movedBy(three, 'a', 1))).toBe('bac');
    expect(ids(movedBy(three, 'c', -2))).toBe('cab');
    expect(ids(movedTo(three, 'a', 2))).toBe('bca');
    expect(movedBy(three, 'a', -1)).toBe(three);
    expect(movedBy(three, 'c', 1)).toBe(three);
  });

  it('part at the caret into a block of its own kind and a paragraph', () => {
    expect(splitAt([typed('heading', 'Liman sabahı')], 'heading', 6, 'new')).toEqual([
      typed('heading', 'Liman'),
      paragraph('new', 'sabahı'),
    ]);
  });

  it('leave one to write in when the last is removed', () => {
    expect(withoutBlock([a], 'a', 'new')).toEqual([paragraph('new')]);
    expect(ids(withoutBlock(three, 'b', 'new'))).toBe('ac');
  });

  it('keep what a picture is when somebody writes or turns it', () => {
    expect(withBlock([picture], 'p', { type: 'quote', text: 'x' })).toEqual([picture]);
  });

  it.each([
    ['çay\n', true],
    ['çay\nkahve\n  ', true],
    ['çay\nkahve', false],
    ['\n', false],
  ])('end a list after %j: %s', (text, ends) => {
    expect(endsList(text)).toBe(ends);
  });

  it('come out of a pasted text of several; one alone goes in as words', () => {
    let at = 0;
    const made = pasted('# Baş\r\n\r\nbir\r\niki\n\n- çay\n- kahve', () => `n${at++}`);
    expect(made).toEqual([
      { id: 'n0', type: 'heading', text: 'Baş' },
      { id: 'n1', type: 'paragraph', text: 'bir\niki' },
      { id: 'n2', type: 'list', text: 'çay\nkahve' },
    ]);
    expect(pasted('bir\niki\n\n', () => 'x')).toBeNull();
  });

  it('are sent without what is empty, lists by their lines, code as it stands', () => {
    const drafts = [
      paragraph('a', '  '),
      typed('list', '- çay\n\n kahve '),
      typed('code', '\n  if (x)\n    y\n'),
      picture,
    ];
    expect(blocksOfDraft(drafts)).toEqual([
      { type: 'list', items: ['çay', 'kahve'] },
      { type: 'code', text: '  if (x)\n    y' },
      { type: 'image', key: 'room-media/k', width: 4, height: 3 },
    ]);
  });
});

describe('why an article cannot be published yet', () => {
  const whole = { title: 'Liman', tag: 'kahve', blocks: three };
  const many = Array.from({ length: 201 }, (_, at) => paragraph(`${at}`, 'x'));
  it.each([
    [{}, null],
    [{ tag: '#kahve_1' }, null],
    [{ tag: '' }, null],
    [{ title: ' ' }, 'title'],
    [{ title: 'x'.repeat(121) }, 'title'],
    [{ blocks: [paragraph('a', ' ')] }, 'empty'],
    [{ tag: 'iki söz' }, 'tag'],
    [{ tag: 'x'.repeat(65) }, 'tag'],
    [{ blocks: many }, 'many'],
    [{ blocks: [paragraph('a', 'ş'.repeat(33_000))] }, 'large'],
  ])('is said of %j', (change, problem) => {
    expect(articleProblem({ ...whole, ...change })).toBe(problem);
  });
});

describe('a begun article', () => {
  const draft = { title: 'Liman', tag: 'kahve', blocks: [a, picture] };
  const store = (most = Number.POSITIVE_INFINITY) => {
    const texts = new Map<string, string>();
    return {
      getItem: (key: string) => texts.get(key) ?? null,
      removeItem: (key: string) => void texts.delete(key),
      setItem: (key: string, value: string) => {
        if (value.length > most) throw new Error('QuotaExceededError');
        texts.set(key, value);
      },
    };
  };

  it('is there again for the same person in the same room, and for nobody else', () => {
    const storage = store();
    expect(saveDraft(storage, 'ada', 'kahve', draft, 1000)).toBe(true);
    expect(loadDraft(storage, 'ada', 'kahve', 2000)).toEqual(draft);
    expect(loadDraft(storage, 'ada', 'kitap', 2000)).toBeNull();
    expect(loadDraft(storage, 'bora', 'kahve', 2000)).toBeNull();
    dropDraft(storage, 'ada', 'kahve');
    expect(loadDraft(storage, 'ada', 'kahve', 2000)).toBeNull();
  });

  it('loses its pictures before the service sweeps them', () => {
    const storage = store();
    saveDraft(storage, 'ada', 'kahve', draft, 0);
    expect(loadDraft(storage, 'ada', 'kahve', 23 * 3_600_000)?.blocks).toEqual([a]);
  });

  it('is kept without its small pictures when there is no room, and says when not even that goes', () => {
    const large = { ...draft, blocks: [a, { ...picture, thumb: 'x'.repeat(5000) }] };
    const storage = store(1000);
    expect(saveDraft(storage, 'ada', 'kahve', large, 0)).toBe(true);
    expect(loadDraft(storage, 'ada', 'kahve', 1)?.blocks).toEqual([a, { ...picture, thumb: null }]);
    expect(saveDraft(store(10), 'ada', 'kahve', draft, 0)).toBe(false);
  });

  it.each(['not json', '{}', '[]', '{"title":"x","tag":"","at":1,"blocks":"none"}', 'null'])(
    'is nothing when %j lies there',
    (text) => {
      expect(loadDraft({ ...store(), getItem: () => text }, 'ada', 'kahve', 1)).toBeNull();
    },
  );
});
