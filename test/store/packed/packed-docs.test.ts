import { createHash } from 'node:crypto';
import { formatTable } from '#src/domain/log/format-table.js';
import { packDoc } from '#src/store/packed/pack.js';
import { OTHER_NAME } from '#src/store/packed/tags.js';
import { unpackDoc } from '#src/store/packed/unpack.js';
import { WORDS } from '#src/store/packed/words.js';
import type { Doc } from '#src/store/store.js';
import { fc } from '../../support/seeds/fast-check.js';
import { messageDoc } from '../../support/store/message-docs.js';

const packed = (doc: Doc) => packDoc(doc._id, doc);
const again = (doc: Doc) => unpackDoc(doc._id, packed(doc));

/** The same, and in the same order behind the id: what a backup sums up is the JSON text. */
function expectSame(doc: Doc): void {
  const { _id, ...rest } = doc;
  expect(JSON.stringify(again(doc))).toBe(JSON.stringify({ _id, ...rest }));
}

const idOf = (name: string) => (name === '' ? 'r' : name);

describe('a packed document', () => {
  it('is what it was, whatever JSON it holds', () => {
    const name = fc.oneof(fc.constantFrom(...WORDS), fc.string(), fc.constant('__proto__'));
    const text = fc.oneof(
      fc.constantFrom(...WORDS, 'ş', 'a.b', '.', 'ada', 'ada:bob', '\ud800', 'x\udc00y'),
      fc.uuid(),
      fc.string({ unit: 'binary' }),
      fc.string({ minLength: 25, maxLength: 300, unit: fc.constantFrom('a', 'ş', '🌱', '\ud83c') }),
    );
    const number = fc.oneof(
      fc.integer({ min: 0, max: 70 }),
      fc.maxSafeInteger(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
      fc.constantFrom(2 ** 31, 2 ** 32, 2 ** 53, -1, -64, 127, 128, 1e300),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        text,
        number,
        fc.constantFrom(null, true, false),
        fc.array(tie('value'), { maxLength: 20 }),
        fc.dictionary(name, tie('value'), { maxKeys: 20 }),
      ),
    }));
    fc.assert(
      fc.property(fc.string(), fc.dictionary(name, value, { maxKeys: 24 }), (id, fields) => {
        const { _id, ...more } = JSON.parse(JSON.stringify(fields)) as Record<string, unknown>;
        expectSame({ _id: idOf(id), ...more });
      }),
      { numRuns: 400 },
    );
  });

  it('keeps the key of a request wherever it stands, and whatever it is made of', () => {
    const doc = messageDoc({ seq: 7 });
    expectSame(doc);
    const { dedup, row, ...rest } = doc;
    expectSame({ dedup, row, ...rest } as Doc);
    expectSame({ ...doc, dedup: `${dedup}x` } as Doc);
    expectSame({ ...rest, dedup } as Doc);
    expectSame({ ...doc, row: { dedup } } as Doc);
  });

  it('leaves fields without a value out, as JSON does', () => {
    const doc = { _id: 'r:1', gone: undefined, list: [undefined, 1], inner: { gone: undefined } };
    expect(again(doc)).toEqual({ _id: 'r:1', list: [null, 1], inner: {} });
  });

  it('has 150 bytes at most around the text of a message with ids of usual length', () => {
    const doc = messageDoc({ seq: 123_456, body: '' });
    expect(packed(doc).length).toBeLessThanOrEqual(150);
    expect(JSON.stringify(doc).length).toBeGreaterThan(600);
  });

  it('is refused if it is cut, goes on after its end, or is of another version', () => {
    const whole = packed(messageDoc({ seq: 7 }));
    for (let length = 0; length < whole.length; length += 1) {
      expect(() => unpackDoc('r:1', whole.slice(0, length))).toThrow(TypeError);
    }
    expect(() => unpackDoc('r:1', `${whole}\0`)).toThrow('goes on after its end');
    expect(() => unpackDoc('r:1', `\t${whole.slice(1)}`)).toThrow('version 9');
  });
});

describe('the form of stored rows', () => {
  /** Rows hold the places of these words: a word that has moved would be read as another. Only its end may grow. */
  it('is read by later versions as it was written', () => {
    const stored =
      '018c01600207030704ac4863343866653230344137056106a3f2c79ca8a13407990606000a077006060308a66a51cf89ff8f' +
      '474e80091ce4a0a94067098426a601a2150723eb74e2bdf100000000000727a73928a67c9dbf774efa4f209db70000000000' +
      '0729843162324b6164615f6f665f72697a6533a73a34a00a81355c796172c4b16e20616bc59f616d2067c3b672c3bcc59fc3' +
      'bc72c3bc7a0bad0c4a703269797131756a7379';
    const doc = messageDoc({ seq: 7 });
    expect(unpackDoc(doc._id, Buffer.from(stored, 'hex').toString('latin1'))).toEqual(doc);
    const list = WORDS.slice(0, 119).join(' ');
    expect(createHash('sha256').update(list).digest('hex')).toBe(
      '6e996f267f0d3608f6ba3293ff223ec2b0f3f2cc4077133dc28533d7d53834fe',
    );
    expect(new Set(WORDS).size).toBe(WORDS.length);
    // An earlier version cannot read a word that came later: both forms need the new FORMAT with it.
    const { packedRows, archivedStretches } = formatTable;
    expect({ words: WORDS.length, packedRows, archivedStretches }).toEqual({
      words: 119,
      packedRows: 2,
      archivedStretches: 3,
    });
    expect(WORDS.length).toBeLessThan(OTHER_NAME);
  });
});
