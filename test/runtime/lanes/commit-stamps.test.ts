/** By which document a transaction knows its own first try. */

import type { CommitUnit } from '#actors/runtime/kind.js';
import { stampCommit, traceOf } from '#actors/runtime/lanes/commit-stamps.js';
import type { Write } from '#src/store/store.js';

const put = (_id: string, guard?: object, into = 'meta'): Write =>
  ({ op: 'put', in: into, doc: { _id }, ...(guard && { guard }) }) as Write;
const set = (id: string, guard?: object, values: object | null = { n: 1 }): Write =>
  ({ op: 'set', in: 'meta', id, ...(values && { set: values }), ...(guard && { guard }) }) as Write;
const del = (id: string, guard?: object): Write => ({ op: 'del', in: 'meta', id, ...(guard && { guard }) }) as Write;

/** Which of the writes carries the id, or nothing. */
function stampedIn(transaction: Write[]): number | null {
  const unit: CommitUnit = { transaction };
  stampCommit(unit, 'one.1');
  const carries = (write: Write) =>
    (write.op === 'put' && write.doc.lastCommit === 'one.1') ||
    (write.op === 'set' && (write.set as { lastCommit?: string } | undefined)?.lastCommit === 'one.1');
  const at = (unit.transaction as Write[]).flatMap((write, index) => (carries(write) ? [index] : []));
  expect(at.length).toBeLessThanOrEqual(1);
  return at[0] ?? null;
}

const version = { equals: { version: 3 } };
const absent = { absent: true };

describe('the stamp of a commit', () => {
  it.each<[string, Write[], number | null]>([
    ["the actor's own version document", [put('a', absent), set('b', { olderThan: 2 }), set('c', version)], 2],
    ['what it makes', [set('b', { olderThan: 2 }), put('x'), put('a', absent)], 2],
    ['what it changes under a guard', [put('x'), set('b', { olderThan: 2 })], 1],
    ['what it puts', [set('b'), put('x', { olderThan: 3 })], 1],
    ['what it changes', [del('d'), set('b')], 1],
    ['nothing, where it only takes away', [del('d', absent)], null],
    ['nothing, where a change unsets alone and is not guarded', [set('b', undefined, null)], null],
    ['a change that unsets alone under a guard', [set('b', { olderThan: 2 }, null)], 0],
    ['nothing beside an entry, which has its own', [put('a', absent), put('l', absent, 'log')], null],
    ['nothing beside a record of an answer', [put('a', absent), put('r', absent, 'answers')], null],
    ['a change of the log, which is no entry', [{ ...set('l', { olderThan: 3 }), in: 'log' } as Write], 0],
    ['the first of two that are alike', [put('a', absent), put('b', absent)], 0],
    ['a version only of a change, not of a put', [put('a', version), set('b', { olderThan: 1 })], 1],
    ['what is absent only of a put, not of a change', [set('b', absent), put('x')], 0],
  ])('is on %s', (_, transaction, expected) => {
    expect(stampedIn(transaction)).toBe(expected);
  });

  it('keeps what the document says', () => {
    const unit: CommitUnit = { transaction: [set('b', version, { n: 4 })] };
    stampCommit(unit, 'one.1');
    expect(unit.transaction).toEqual([set('b', version, { n: 4, lastCommit: 'one.1' })]);
    const other: CommitUnit = { transaction: [put('a', absent)] };
    stampCommit(other, 'one.2');
    expect(other.transaction).toEqual([{ ...put('a', absent), doc: { _id: 'a', lastCommit: 'one.2' } }]);
  });

  it('is on nothing where there is no transaction, or a record that has its own', () => {
    const writes: CommitUnit = { writes: [put('a')] };
    stampCommit(writes, 'one.1');
    expect(writes).toEqual({ writes: [put('a')] });
    const recorded = { transaction: [put('a', absent)], record: put('r') } as unknown as CommitUnit;
    stampCommit(recorded, 'one.1');
    expect(recorded.transaction).toEqual([put('a', absent)]);
  });
});

describe('the trace of a commit', () => {
  const entry = (commit: string): Write => ({ op: 'put', in: 'log', doc: { _id: 'l', commit } }) as unknown as Write;

  it.each<[string, Write[], object, object]>([
    ['an entry', [put('a'), entry('one.1')], { commit: 'one.1' }, { commit: 'one.2' }],
    ['a put', [{ ...put('a'), doc: { _id: 'a', lastCommit: 'one.1' } } as Write], { lastCommit: 'one.1' }, {}],
    ['a change', [del('d'), set('b', {}, { lastCommit: 'one.1' })], { lastCommit: 'one.1' }, { lastCommit: 'two.1' }],
  ])('is found in %s', (_, writes, ours, others) => {
    const trace = traceOf(writes);
    expect(trace?.write).toBe(writes.at(-1));
    expect([ours, others, null].map((stored) => trace?.isOurs(stored as Record<string, unknown>))).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('is what is gone, where a transaction only takes away', () => {
    const removal = del('d', { equals: { n: 1 } });
    const trace = traceOf([del('free'), set('b', undefined, null), removal]);
    expect(trace?.write).toBe(removal);
    expect([trace?.isOurs(null), trace?.isOurs({ _id: 'd' })]).toEqual([true, false]);
  });

  it('is nowhere, where nothing carries an id', () => {
    expect(traceOf([put('a'), put('e', absent), set('b'), del('d')])).toBeNull();
  });
});
