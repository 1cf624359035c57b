import { containsAccount } from '#src/domain/accounts/erasure.js';
import { fc } from '../support/seeds/fast-check.js';

const ACCOUNT = '3f0c2b1e-1111-4222-8333-abcdefabcdef';

const text = fc.oneof(
  fc.string({ maxLength: 4 }),
  fc.constant(ACCOUNT),
  fc.string({ maxLength: 4 }).map((room) => `${room}:${ACCOUNT}`),
  fc.constant(ACCOUNT.slice(0, -1)),
);
const { doc } = fc.letrec((tie) => ({
  doc: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('doc'), { maxLength: 3 }),
    fc.dictionary(text, tie('doc'), { maxKeys: 3 }),
  ),
}));

it("finds an account's id in keys, values and longer texts, at any depth, and nowhere else", () => {
  let found = 0;
  const asTextSays = (value: unknown) => {
    const isIn = JSON.stringify(value).includes(ACCOUNT);
    if (isIn) found += 1;
    expect(containsAccount(value, ACCOUNT)).toBe(isIn);
  };
  fc.assert(fc.property(doc, asTextSays), { seed: 19, numRuns: 500 });
  expect(found).toBeGreaterThan(50);
  expect(found).toBeLessThan(450);
});
