import { logId } from '#src/store/collections.js';
import { idIn, keyBound, storedId } from '#src/store/embedded/row-ids.js';
import { fc } from '../../support/seeds/fast-check.js';

const key = (id: string) => storedId('log', id);
const room = fc.oneof(
  fc.uuid(),
  fc.constantFrom('00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'),
);
const seq = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 2 ** 32 - 1 }));
const keyed = fc.tuple(room, seq).map(([one, at]) => logId(one, at));

describe('the id of an entry', () => {
  it('comes back from its key of 20 bytes, and keys have the order of ids', () => {
    fc.assert(
      fc.property(keyed, keyed, (a, b) => {
        expect(key(a)).toHaveLength(20);
        expect(idIn(key(a))).toBe(a);
        expect(Buffer.compare(key(a) as Buffer, key(b) as Buffer)).toBe(a < b ? -1 : a === b ? 0 : 1);
      }),
    );
  });

  it('stays text in any other form', () => {
    const one = logId('fbeb3507-93e0-48c3-8fc1-6b2b6c6e7c44', 5);
    const others = [
      '',
      'r:1',
      one.toUpperCase(),
      `${one}0`,
      one.slice(1),
      one.replace(':', '-'),
      one.replace('f', 'g'),
    ];
    for (const id of [...others, logId('fbeb3507-93e0-48c3-8fc1-6b2b6c6e7c44', 2 ** 32)]) expect(key(id)).toBe(id);
    expect(storedId('rooms', one)).toBe(one);
  });

  it('is on the same side of every bound as its text', () => {
    const cut = fc.tuple(keyed, fc.nat(44)).map(([id, at]) => id.slice(0, at));
    const bent = fc
      .tuple(keyed, fc.nat(44), fc.constantFrom('!', '-', '0', '9', ':', ';', 'A', 'f', 'g', 'z', '~', 'ş'))
      .map(([id, at, letter]) => id.slice(0, at) + letter + id.slice(at + 1));
    const late = room.map((one) => logId(one, 2 ** 32));
    const bound = fc.oneof(
      keyed,
      cut,
      bent,
      late,
      fc.string(),
      keyed.map((id) => `${id}x`),
    );
    const holds = (order: number, op: string) =>
      op === '>' ? order > 0 : op === '>=' ? order >= 0 : op === '<' ? order < 0 : order <= 0;
    const near = fc
      .tuple(keyed, bound)
      .chain(([id, text]) =>
        fc.tuple(
          fc.constant(text),
          fc.oneof(fc.constant(id), fc.constant(/^.{36}:[0-9a-z]{8}$/.test(text) ? text : id)),
        ),
      );
    fc.assert(
      fc.property(
        near,
        fc.constantFrom('>' as const, '>=' as const, '<' as const, '<=' as const),
        ([value, id], op) => {
          fc.pre(typeof key(id) !== 'string');
          const { op: keyOp, key: edge } = keyBound({ op, value });
          const byKey = holds(Buffer.compare(key(id) as Buffer, edge as Buffer), keyOp);
          expect(byKey).toBe(holds(id < value ? -1 : id === value ? 0 : 1, op));
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
