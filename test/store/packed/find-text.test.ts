import { formsOf } from '#src/store/packed/find-text.js';
import { packDoc } from '#src/store/packed/pack.js';
import { WORDS } from '#src/store/packed/words.js';
import { fc } from '../../support/seeds/fast-check.js';

const ACCOUNT = '3f0c2b1e-1111-4222-8333-abcdefabcdef';
const forms = (text: string): Buffer[] => formsOf(text) ?? [];

const piece = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.constantFrom('', '.', ':', 'ş', '\ud83d', '-'));
const value = fc.oneof(
  fc.constant(ACCOUNT),
  fc.tuple(piece, piece).map(([before, after]) => before + ACCOUNT + after),
);
const { doc } = fc.letrec((tie) => ({
  doc: fc.oneof(
    { depthSize: 'small' },
    value,
    fc
      .tuple(fc.array(fc.oneof(piece, fc.uuid(), fc.integer()), { maxLength: 3 }), tie('doc'))
      .map(([list, one]) => [...list, one]),
    fc.tuple(piece, tie('doc')).map(([name, one]) => ({ [name]: one })),
    value.map((name) => ({ [name]: 1 })),
  ),
}));

describe('a text in a packed document', () => {
  it('stands there in one of its forms, wherever the document has it', () => {
    const named = fc.constantFrom('by', 'commit', 'dedup', 'row', 'other');
    const standsThere = (name: string, held: unknown) => {
      const packed = Buffer.from(packDoc('r:00000001', { _id: 'r:00000001', [name]: held }), 'latin1');
      expect(forms(ACCOUNT).some((form) => packed.includes(form))).toBe(true);
    };
    fc.assert(fc.property(named, doc, standsThere), { seed: 19, numRuns: 2_000 });
  });

  it('is not looked for by its bytes if what stands there may be shorter', () => {
    const others = ['', 'account', 'ount', WORDS.at(-1) as string, 'a.b', 'a:b', 'abc-', ACCOUNT.slice(1), 'x\ud83d'];
    for (const text of others) expect([text, formsOf(text)]).toEqual([text, null]);
    expect(forms('account-ada').map((form) => form.length)).toEqual([11, 22]);
    expect(forms(ACCOUNT).map((form) => form.length)).toEqual([16, 36, 72]);
  });
});
