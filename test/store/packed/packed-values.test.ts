/** Each kind of value, at its edges: what is read is what was written, in the bytes that it has had since there are packed rows. */
import { packDoc } from '#src/store/packed/pack.js';
import { unpackDoc } from '#src/store/packed/unpack.js';

const packed = (value: unknown): string => packDoc('r:1', { _id: 'r:1', seq: value });
/** Without the version, the head of the document and the name of its field. */
const bytesOf = (value: unknown): string => Buffer.from(packed(value).slice(3), 'latin1').toString('hex');
// biome-ignore lint/suspicious/noExplicitAny: a value of any kind.
const again = (value: unknown): any => (unpackDoc('r:1', packed(value)) as unknown as { seq: unknown }).seq;

const hex = (text: string): string => Buffer.from(text).toString('hex');
const letters = (count: number): string => 'q'.repeat(count);
const uuid = '01234567-89ab-cdef-0123-456789abcdef';

describe('a packed value', () => {
  it.each<[string, unknown, string]>([
    ['a small number', 63, '3f'],
    ['the next number', 64, 'a340'],
    ['a number of two bytes', 128, 'a38001'],
    ['a number below zero', -1, 'a401'],
    ['a fraction', 0.5, 'a53fe0000000000000'],
    ['a number beyond the whole ones', 2 ** 53, 'a54340000000000000'],
    ['a short text', 'qq', '427171'],
    ['the longest short text', letters(31), `5f${hex(letters(31))}`],
    ['the shortest long text', letters(32), `a820${hex(letters(32))}`],
    ['a text whose bytes are more than its letters', 'ş'.repeat(16), `a820${hex('ş'.repeat(16))}`],
    ['a short text with other letters', 'ş', '42c59f'],
    ['an id', uuid, 'a60123456789abcdef0123456789abcdef'],
    ['an id in capitals is a text', uuid.toUpperCase(), `a824${hex(uuid.toUpperCase())}`],
    ['an id with another dash is a text', uuid.replace('-', '_'), `a824${hex(uuid.replace('-', '_'))}`],
    ['an id with another last letter is a text', `${uuid.slice(0, 35)}g`, `a824${hex(`${uuid.slice(0, 35)}g`)}`],
    ['half a character', '\ud800', 'a901d800'],
    ['a text that was said before', ['qqqq', 'qqqq'], '92447171717161'],
    ['a text that is too short to be remembered', ['qqq', 'qqq'], '924371717143717171'],
    ['a number that was said before', [64, 64, 63, 65], '94a340703fa341'],
    ['the number before one that was said', [100, 99], '92a36478'],
    ['fifteen values', Array(15).fill(0), `9f${'00'.repeat(15)}`],
    ['sixteen values', Array(16).fill(0), `ab10${'00'.repeat(16)}`],
    ['an infinite number, as in JSON', Number.POSITIVE_INFINITY, 'a0'],
  ])('%s has its bytes', (_, value, expected) => {
    expect(bytesOf(value)).toBe(expected);
    expect(again(value)).toEqual(value === Number.POSITIVE_INFINITY ? null : value);
  });

  it('is remembered as one of sixteen texts and of eight numbers, and as no more', () => {
    // The room of the document is the first text.
    const texts = Array.from({ length: 17 }, (_, at) => `qqq${String.fromCharCode(97 + at)}`);
    const numbers = Array.from({ length: 9 }, (_, at) => 100 + 2 * at);
    for (const all of [texts, numbers]) expect(again([...all, ...all])).toEqual([...all, ...all]);
    expect(bytesOf([...texts, texts[14], texts[15]]).endsWith(`6f44${hex('qqqp')}`)).toBe(true);
    expect(bytesOf([...numbers, 114, 116]).endsWith('77a374')).toBe(true);
  });

  it('is not remembered as a text of more than 64 letters', () => {
    const [longest, longer] = [letters(64), letters(65)];
    expect(bytesOf([longest, longest])).toBe(`92a840${hex(longest)}61`);
    expect(bytesOf([longer, longer])).toBe(`92a841${hex(longer)}a841${hex(longer)}`);
    expect(again([longer, longest, longest, longer])).toEqual([longer, longest, longest, longer]);
  });

  it.each([16, 63, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152])('is a text of %i letters', (count) => {
    for (const letter of ['q', 'ş']) {
      const text = letter.repeat(count);
      expect(again(text) === text).toBe(true);
      // What comes behind it is where it was.
      expect(again([text, 'qqqq', text.length]).slice(1)).toEqual(['qqqq', text.length]);
    }
  });
});

describe('the id of a commit', () => {
  const commitOf = (commit: string) => {
    const stored = packDoc('r:1', { _id: 'r:1', commit });
    return { is: (unpackDoc('r:1', stored) as unknown as { commit: string }).commit, bytes: stored.length };
  };

  it('is its owner and a number, whose owner an earlier field may have said', () => {
    const owner = uuid;
    const doc = { _id: 'r:1', owner, commit: `${owner}.2a` };
    const stored = packDoc('r:1', doc);
    expect(unpackDoc('r:1', stored)).toEqual(doc);
    expect(stored.length).toBeLessThan(packDoc('r:1', { _id: 'r:1', owner }).length + 8);
  });

  it.each(['', '.', 'a.', '.b', 'ab', 'a.b.c', `${letters(63)}.`, `${letters(64)}.b`, letters(65)])(
    'is what it was: %s',
    (commit) => {
      expect(commitOf(commit).is).toBe(commit);
    },
  );

  it('is told in two texts only where both are remembered', () => {
    expect(commitOf(`${letters(62)}.b`).bytes).toBe(commitOf(letters(62)).bytes + 3);
    expect(commitOf(`${letters(64)}.b`).bytes).toBe(commitOf(letters(66)).bytes);
  });
});

describe('a document', () => {
  it('of more than fifteen fields says how many there are', () => {
    for (const count of [14, 15, 16, 17, 200]) {
      const fields = Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, at]));
      expect(unpackDoc('r:1', packDoc('r:1', { _id: 'r:1', ...fields }))).toEqual({ _id: 'r:1', ...fields });
    }
  });

  it('is refused where a value is of a kind that this version does not know', () => {
    const stored = packed(0);
    const withHead = (head: number) => `${stored.slice(0, -1)}${String.fromCharCode(head)}`;
    expect(() => unpackDoc('r:1', withHead(0xae))).toThrow('a packed value of the unknown kind 174');
    expect(() => unpackDoc('r:1', withHead(0x61))).toThrow('names what it has not said');
    expect(() => unpackDoc('r:1', withHead(0x70))).toThrow('names what it has not said');
  });
});
