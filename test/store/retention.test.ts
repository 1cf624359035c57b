/** How long documents are kept: every collection has a rule, and the sweep keeps those that are spans. */
import { readFileSync } from 'node:fs';
import { IDEMPOTENCY_RECORD_TTL_MS } from '#actors/runtime/client.js';
import { createRetentionWriter } from '#actors/writers/retention-writer.js';
import { type AllJobsDeps, allJobs } from '#jobs/all-jobs.js';
import { EVENTS_KEPT_MS } from '#src/domain/interests/interest-event.js';
import { type CollectionName, collections, type IndexSpec } from '#src/store/collections.js';
import { type Expiry, type Retention, retentions } from '#src/store/retention.js';
import type { Doc, Scalar, Write } from '#src/store/store.js';
import { describeOnBothEngines } from '../support/store/engines.js';

const NOW = Date.UTC(2028, 0, 1);
/** Beside the scheduled jobs. */
const ownJobs = ['make-exports', 'erase-accounts', 'send-mails'];

const all = Object.entries(retentions) as [CollectionName, Retention][];
const spans = all.flatMap(([from, it]) => (it.kept === 'for' ? [[from, it.expiry] as const] : []));
const fieldsOf = (from: CollectionName, { index }: Expiry): readonly string[] =>
  (collections[from].indexes as Record<string, IndexSpec>)[index]?.fields ?? [];

describe('the table of retentions', () => {
  it('has one rule for each collection, and a reason for each that has no end', () => {
    expect(all.map(([name]) => name)).toEqual(Object.keys(collections));
    for (const [, it] of all) if (it.kept === 'for ever') expect(it.why).toMatch(/^[A-Z].{8,}\.$/);
  });

  it('names jobs that there are', () => {
    const deps = { config: { sweepIntervalS: 60, uploadLinkTtlS: 60 } } as AllJobsDeps;
    const jobs = new Set([...allJobs(deps).map(({ name }) => name), ...ownJobs]);
    expect(all.flatMap(([, it]) => ('by' in it && !jobs.has(it.by) ? [it.by] : []))).toEqual([]);
  });

  it('counts spans over an index that begins with them', () => {
    for (const [from, expiry] of spans)
      expect(fieldsOf(from, expiry).length).toBeGreaterThan(expiry.prefix?.length ?? 0);
  });

  it.each(spans)('says the span of %s in its words', (from, { afterMs }) => {
    const rule = retentions[from];
    const [, days] = /^(a|\d+) days?\b/.exec(rule.kept === 'for' ? rule.what : '') ?? [];
    expect(afterMs / 86_400_000).toBe(days === 'a' ? 1 : Number(days ?? 0));
  });

  it('keeps what the service still relies on', () => {
    const spanOf = (name: CollectionName) => new Map(spans).get(name)?.afterMs;
    expect(spanOf('answers')).toBe(IDEMPOTENCY_RECORD_TTL_MS);
    expect(spanOf('interestEvents')).toBe(EVENTS_KEPT_MS);
  });

  it('is the table of docs/operating.md: after a change, `npm run docs`', async () => {
    const generator = '../../scripts/docs/retention-table.mjs';
    const { withRetentions } = (await import(generator)) as { withRetentions(page: string, table: object): string };
    const page = readFileSync('docs/operating.md', 'utf8');
    expect(withRetentions(page, retentions)).toBe(page);
  });
});

describeOnBothEngines('the sweep of expired documents', (openStore) => {
  it.each(spans)('removes those of %s at the end of their span, and none before', async (from, expiry) => {
    const store = await openStore();
    const [fields, prefix] = [fieldsOf(from, expiry), expiry.prefix ?? []];
    const others = [...new Set(Object.values<IndexSpec>(collections[from].indexes).flatMap((spec) => spec.fields))];
    const docOf = (_id: string, at: number): Doc & Record<string, unknown> => ({
      _id,
      ...Object.fromEntries(others.map((field) => [field, `${field} ${_id}`])),
      ...Object.fromEntries(prefix.map((value, n) => [fields[n] as string, value] as [string, Scalar])),
      [fields[prefix.length] as string]: at,
    });
    const put = (doc: Doc & Record<string, unknown>): Write => ({ op: 'put', in: from, doc });
    const old = Array.from({ length: 501 }, (_, n) => docOf(`a:old-${n}`, NOW - expiry.afterMs - n));
    const written = [...old, docOf('a:young', NOW - expiry.afterMs + 1)].map(put);
    while (written.length > 0) await store.write(written.splice(0, 100), { bulk: true });
    const { sweep } = createRetentionWriter(store, { now: () => NOW });
    expect(await sweep()).toBe(501);
    expect(await store.range(from, { index: '_id' })).toMatchObject([{ _id: 'a:young' }]);
    expect(await sweep()).toBe(0);
  });

  it('leaves a document that took the place of an old one after the read', async () => {
    const store = await openStore();
    const record = (at: number): Write => ({ op: 'put', in: 'answers', doc: { _id: 'ada:key:0', at, rev: at } });
    await store.write([record(NOW - IDEMPOTENCY_RECORD_TTL_MS)]);
    const range: typeof store.range = async (from, asked) => {
      const found = await store.range<never>(from, asked);
      if (from === 'answers') await store.write([record(NOW)]);
      return found;
    };
    const late = { ...store, range, write: store.write.bind(store) } as typeof store;
    await createRetentionWriter(late, { now: () => NOW }).sweep();
    expect(await store.get('answers', 'ada:key:0')).toMatchObject({ at: NOW });
  });

  it('never removes an open report', async () => {
    const store = await openStore();
    await store.write([{ op: 'put', in: 'reports', doc: { _id: 'r', status: 'open', at: 0 } }]);
    await createRetentionWriter(store, { now: () => NOW }).sweep();
    expect(await store.get('reports', 'r')).not.toBeNull();
  });
});
