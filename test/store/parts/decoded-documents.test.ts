import { BSON } from 'mongodb';
import { decodeDocument } from '#src/store/mongo/decode-document.js';

const { serialize, deserialize } = BSON;

const texts = [
  '',
  'room',
  'ı',
  'çok güzel',
  '👋🏽',
  '\ufeffmark',
  'half \ufffd',
  'a'.repeat(64),
  'b'.repeat(65),
  'nul\0in it',
];
const numbers = [
  0,
  -0,
  1,
  -1,
  2 ** 31 - 1,
  -(2 ** 31),
  2 ** 31,
  1_795_713_304_716,
  0.1,
  Number.NaN,
  Number.POSITIVE_INFINITY,
];
const scalars = [...texts, ...numbers, true, false, null];

/** Every scalar, on its own and in lists, under names that are the same in each document. */
const documents = scalars.map((value, at) => ({
  _id: `room:${at}`,
  room: 'room',
  value,
  list: [value, [value], { value }, scalars.slice(0, at)],
  inner: { value, '': value, ğ: value, length: at, empty: {}, none: [] },
}));

const bytesOf = (doc: object): Buffer => Buffer.from(serialize(doc));

describe('a document of MongoDB, decoded', () => {
  it.each(documents)('is that of the driver: $value', (doc) => {
    for (const each of [doc, { ...doc, again: doc.value }, doc])
      expect(decodeDocument(bytesOf(each))).toStrictEqual(deserialize(bytesOf(each)));
  });

  it('is the same where it stands in a larger piece of memory', () => {
    const bytes = bytesOf(documents[3] as object);
    const padded = Buffer.concat([Buffer.from('before'), bytes, Buffer.from('behind')]);
    expect(decodeDocument(padded.subarray(6, 6 + bytes.length))).toStrictEqual(documents[3]);
  });

  it('keeps apart texts and names that look alike', () => {
    const names = Array.from({ length: 5_000 }, (_, at) => `n${(at * 7919).toString(36)}`);
    const doc = Object.fromEntries(names.map((name, at) => [name, at % 2 ? 'same' : `sam${at % 10}`]));
    for (let time = 0; time < 2; time += 1) expect(decodeDocument(bytesOf(doc))).toStrictEqual(doc);
    // The second letter of the one text is the second byte of the other.
    const pairs = ['\u00c3\u00a9', 'é', '\u00c3\u00a9'].map((value) => ({ value, [value]: value }));
    for (const pair of pairs) expect(decodeDocument(bytesOf(pair))).toStrictEqual(pair);
  });

  it('changes no prototype', () => {
    const decoded = decodeDocument(bytesOf(JSON.parse('{"__proto__": {"isOperator": true}, "a": 1}')));
    expect([Object.getPrototypeOf(decoded), Object.keys(decoded), 'isOperator' in decoded]).toEqual([
      Object.prototype,
      ['__proto__', 'a'],
      false,
    ]);
  });

  it('has whole numbers of 64 bits as the driver has them', () => {
    for (const value of [5n, -5n, 2n ** 53n - 1n, 2n ** 53n, -(2n ** 63n)])
      expect(decodeDocument(bytesOf({ value }))).toStrictEqual(deserialize(bytesOf({ value })));
    expect(decodeDocument(bytesOf({ value: 2n ** 40n }))).toStrictEqual({ value: 2 ** 40 });
  });

  it.each([
    ['a time', { at: new Date(5) }],
    ['bytes', { inner: [{ bytes: new BSON.Binary(Buffer.from('abc')) }] }],
    ['an id of the driver', { id: new BSON.ObjectId('0123456789abcdef01234567') }],
    ['a reference', { to: { $ref: 'rooms', $id: 'r', $db: 'other' } }],
    ['an operator of a foreign document', { $set: { a: 1 } }],
  ])('is left to the driver with %s', (_, doc) => {
    expect(decodeDocument(bytesOf(doc))).toStrictEqual(deserialize(bytesOf(doc)));
  });

  it('is refused where the bytes are damaged, as the driver refuses them', () => {
    const whole = bytesOf({ a: 'text', b: { c: [1, 2, 'three'] } });
    for (let length = 0; length < whole.length; length += 1)
      expect(() => decodeDocument(whole.subarray(0, length))).toThrow(Error);
    const invalid = Buffer.from(whole);
    invalid[invalid.indexOf('text')] = 0xff;
    expect(() => decodeDocument(invalid)).toThrow(/UTF-8/i);
  });
});
