import { guardHolds } from '#src/store/guards.js';
import { type Doc, type Guard, idOf, type Store, type Write } from '#src/store/store.js';
import { fc } from '../support/seeds/fast-check.js';
import type { OpenStore } from '../support/store/engines.js';

type Any = Doc & Record<string, unknown>;

/** The smallest store that keeps the promises: a map. What the engines do is compared with what it does. */
class Model {
  docs = new Map<string, Any>();

  write(write: Write): boolean {
    const id = idOf(write);
    const before = this.docs.get(id) ?? null;
    if (!guardHolds(before, write.guard)) return false;
    if (write.op === 'del') {
      this.docs.delete(id);
      return true;
    }
    const after = write.op === 'put' ? write.doc : before && { ...before, ...write.set };
    if (!after) return false;
    if (write.op === 'set') {
      for (const field of write.unset ?? []) delete after[field];
      for (const [field, by] of Object.entries(write.inc ?? {})) {
        const value = field in after ? after[field] : 0;
        if (typeof value !== 'number') return false;
        after[field] = value + by;
      }
    }
    const taken = [...this.docs.values()].some(
      (doc) => doc._id !== id && (doc.refreshHash ?? null) !== null && doc.refreshHash === after.refreshHash,
    );
    if (taken) return false;
    this.docs.set(id, structuredClone(after) as Any);
    return true;
  }

  transaction(writes: Write[]): boolean {
    const before = new Map(this.docs);
    if (writes.every((write) => this.write(write))) return true;
    this.docs = before;
    return false;
  }

  byAccount(account: string): string[] {
    const rank = (doc: Any) => (doc.createdAt as number | undefined) ?? Number.NEGATIVE_INFINITY;
    return [...this.docs.values()]
      .filter((doc) => doc.account === account)
      .sort((a, b) => rank(a) - rank(b) || (a._id < b._id ? -1 : 1))
      .map((doc) => doc._id);
  }
}

const ids = ['a', 'b', 'c', 'd', 'é:1'];
const id = fc.constantFrom(...ids);
const fields = fc.record(
  {
    account: fc.constantFrom('ada', 'bob'),
    createdAt: fc.integer({ min: 0, max: 3 }),
    refreshHash: fc.constantFrom('h1', 'h2', 'h3'),
    rev: fc.integer({ min: 0, max: 5 }),
    // A NUL in the name of a field is no document to MongoDB, at any depth (see Doc). JSON text has no -0.
    free: fc
      .jsonValue({ maxDepth: 2 })
      .map((value) => JSON.parse(JSON.stringify(value)))
      .filter((value) => !JSON.stringify(value).includes('\\u0000')),
  },
  { requiredKeys: [] },
);
const guard: fc.Arbitrary<Guard> = fc.oneof(
  fc.constant({}),
  fc.constant({ absent: true } as const),
  fc.record({ olderThan: fc.integer({ min: 0, max: 6 }) }),
  fc.record({ equals: fc.record({ account: fc.constantFrom('ada', 'bob', null) }) }),
  fc.record({ atLeast: fc.record({ createdAt: fc.integer({ min: 0, max: 3 }) }) }),
);
const write: fc.Arbitrary<Write> = fc.oneof(
  fc.record({
    op: fc.constant('put' as const),
    in: fc.constant('sessions' as const),
    guard,
    doc: fc.tuple(id, fields).map(([_id, more]) => ({ ...more, _id })),
  }),
  fc.record({
    op: fc.constant('set' as const),
    in: fc.constant('sessions' as const),
    id,
    guard,
    set: fields,
    unset: fc.constantFrom([], ['gone']),
    inc: fc.constantFrom({}, { counter: 2 }),
  }),
  fc.record({ op: fc.constant('del' as const), in: fc.constant('sessions' as const), id, guard }),
) as fc.Arbitrary<unknown> as fc.Arbitrary<Write>;
const step = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      writes: fc.array(write, { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('transaction' as const),
      writes: fc.array(write, { minLength: 1, maxLength: 4 }),
    }),
  },
);

const sortKeys = (doc: Any | null) =>
  doc && Object.fromEntries(Object.entries(doc).sort(([a], [b]) => (a < b ? -1 : 1)));

async function agree(store: Store, model: Model): Promise<void> {
  const ids = [...model.docs.keys()];
  const docs = await store.getMany<Any>('sessions', ids);
  expect(docs.map(sortKeys)).toEqual(ids.map((one) => sortKeys(model.docs.get(one) ?? null)));
  expect(await store.count('sessions', { index: '_id' })).toBe(ids.length);
  for (const account of ['ada', 'bob']) {
    const rows = await store.range('sessions', { index: 'byAccount', prefix: [account] });
    expect(rows.map((row) => row._id)).toEqual(model.byAccount(account));
  }
}

export function modelContract(openStore: OpenStore): void {
  it('agrees with a map over any run of writes and transactions', async () => {
    const store = await openStore();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const model = new Model();
        await store.write(['a', 'b', 'c', 'd', 'é:1'].map((one) => ({ op: 'del', in: 'sessions', id: one })));
        for (const { kind, writes } of steps) {
          if (kind === 'write') expect(await store.write(writes)).toEqual(writes.map((one) => model.write(one)));
          else expect((await store.transaction(writes)).ok).toBe(model.transaction(writes));
        }
        await agree(store, model);
      }),
      { numRuns: 60 },
    );
  });

  it('carries out a bulk as it carries out writes of which each outcome is asked', async () => {
    const store = await openStore();
    const bulk = fc.array(fc.tuple(write, fc.constantFrom('sessions' as const, 'readers' as const)), { maxLength: 16 });
    await fc.assert(
      fc.asyncProperty(fc.array(bulk, { maxLength: 3 }), async (bulks) => {
        const models = { sessions: new Model(), readers: new Model() };
        for (const name of ['sessions', 'readers'] as const) {
          await store.write(ids.map((one) => ({ op: 'del', in: name, id: one })));
        }
        for (const writes of bulks) {
          const sent = writes.map(([one, name]) => (name === 'readers' ? withoutUnique({ ...one, in: name }) : one));
          await store.write(sent, { bulk: true });
          for (const one of sent) models[one.in as keyof typeof models].write(one);
        }
        for (const name of ['sessions', 'readers'] as const) {
          const docs = await store.getMany<Any>(name, ids);
          expect(docs.map(sortKeys)).toEqual(ids.map((one) => sortKeys(models[name].docs.get(one) ?? null)));
        }
      }),
      { numRuns: 60 },
    );
  });
}

/** What the second collection has no index of. */
function withoutUnique(given: Write): Write {
  const strip = ({ refreshHash: _, ...rest }: Record<string, unknown>) => rest;
  if (given.op === 'put') return { ...given, doc: { ...strip(given.doc), _id: given.doc._id } };
  return given.op === 'set' ? { ...given, set: strip(given.set ?? {}) } : given;
}
