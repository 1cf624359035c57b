/** Which writes of one call can be left out, compared with all of them on a store in memory. */
import { withoutSuperseded } from '#actors/runtime/lanes/superseded-writes.js';
import { guardHolds } from '#src/store/guards.js';
import { type Doc, documentOf, type Guard, type Write } from '#src/store/store.js';
import { fc } from '../../support/seeds/fast-check.js';

type Stored = Doc & Record<string, unknown>;

const put = (id: string, rev: number, guard: Guard = { olderThan: rev }): Write => ({
  op: 'put',
  in: 'members',
  doc: { _id: id, rev, at: rev },
  guard,
});

function carryOut(docs: Map<string, Stored>, write: Write): void {
  const key = documentOf(write);
  const before = docs.get(key) ?? null;
  if (!guardHolds(before, write.guard)) return;
  if (write.op === 'del') docs.delete(key);
  else if (write.op === 'put') docs.set(key, write.doc);
  else if (before) docs.set(key, { ...before, ...write.set });
}

function outcomeOf(stored: readonly Write[], writes: readonly Write[]): Record<string, Stored> {
  const docs = new Map<string, Stored>();
  for (const write of [...stored, ...writes]) carryOut(docs, write);
  return Object.fromEntries(docs);
}

const id = fc.constantFrom('a', 'b');
const rev = fc.integer({ min: 1, max: 6 });
const guard: fc.Arbitrary<Guard> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ olderThan: rev }) },
  fc.constantFrom<Guard>({}, { absent: true }, { equals: { rev: 3 } }, { olderThan: 4, atLeast: { at: 2 } }),
);
const write: fc.Arbitrary<Write> = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(id, rev).map(([of, at]) => put(of, at)) },
  fc.record({ of: id, rev, guard }).map((one) => put(one.of, one.rev, one.guard)),
  fc
    .record({ id, guard, set: fc.record({ rev, at: rev }, { requiredKeys: [] }) })
    .map((one): Write => ({ op: 'set', in: 'members', ...one })),
  fc.record({ id, guard }).map((one): Write => ({ op: 'del', in: 'members', ...one })),
);
const call = fc.array(write, { maxLength: 8 });

it('leaves out only what makes no difference, whatever is stored', () => {
  fc.assert(
    fc.property(call, call, (stored, writes) => {
      const rest = withoutSuperseded(writes);
      expect(outcomeOf(stored, rest)).toEqual(outcomeOf(stored, writes));
      // In the same order, and each as it was.
      let at = -1;
      for (const one of rest) {
        at = writes.indexOf(one, at + 1);
        expect(at).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: 3_000 },
  );
});

it('keeps of each document the newest state alone', () => {
  const gone: Write = { op: 'del', in: 'members', id: 'b', guard: { olderThan: 2 } };
  const moved: Write = { op: 'set', in: 'members', id: 'b', set: { rev: 3 }, guard: { olderThan: 3 } };
  const writes = [put('a', 1), put('b', 1), put('a', 2), gone, moved, put('b', 4), put('a', 5), put('c', 6)];
  expect(withoutSuperseded(writes)).toEqual([put('b', 4), put('a', 5), put('c', 6)]);
});

it('keeps of a document in one state the first put alone', () => {
  const ended: Write = { op: 'set', in: 'members', id: 'a', set: { rev: 4 }, guard: { olderThan: 4 } };
  const gone: Write = { op: 'del', in: 'members', id: 'a', guard: { olderThan: 5 } };
  expect(withoutSuperseded([put('a', 5), put('a', 5), ended, put('a', 5), gone, put('b', 1)])).toEqual([
    put('a', 5),
    put('b', 1),
  ]);
});

it('keeps what no put decides', () => {
  const other: Write = { ...put('a', 1), in: 'bans' };
  const counted: Write = { op: 'set', in: 'members', id: 'a', inc: { at: 1 } };
  const unsure: Write[][] = [
    [other, put('a', 2)],
    [put('a', 2, { olderThan: 2, atLeast: { at: 1 } }), put('a', 2)],
    [put('a', 2), counted, put('a', 2)],
    [put('a', 2), { op: 'del', in: 'members', id: 'a', guard: { olderThan: 3 } }, put('a', 2)],
    [put('a', 1), counted, put('a', 3)],
    [put('a', 1), { op: 'set', in: 'members', id: 'a', set: { rev: 4 }, guard: { olderThan: 4 } }, put('a', 2)],
    [put('a', 1), put('a', 2, { olderThan: 2, atLeast: { at: 1 } })],
    [put('a', 1), put('a', 2, {})],
    [put('a', 1, { olderThan: 1, equals: { at: 1 } }), put('a', 2)],
    [put('a', 5, { olderThan: 1 }), put('a', 2)],
  ];
  for (const writes of unsure) expect(withoutSuperseded(writes)).toBe(writes);
});
