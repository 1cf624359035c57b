/** A collector that is slow, silent or gone costs spans, which are counted, and nothing else. */
import { openTracing } from '#src/observability/tracing/open-tracing.js';
import { SPANS_WAITING_MAX } from '#src/observability/tracing/span-queue.js';
import type { Tracing } from '#src/observability/tracing/tracing.js';
import { freePort } from '../support/servers/free-port.mjs';
import { poll } from '../support/time/poll.js';
import { type Collector, openCollector } from './collector.js';

/** Tracing without a bound of its rate, and what it has counted. */
function tracingTo(endpoint: string, patienceMs = 60_000) {
  let ms = 0;
  const counts = { exported: 0, dropped: 0, limited: 0 };
  const errors: string[] = [];
  const tracing = openTracing(
    { endpoint, headers: {}, share: 1, serviceName: 'meydan' },
    {
      env: { monotonic: () => (ms += 1_000), random: () => 0 },
      node: 'a',
      version: '1',
      onOutcome: (outcome, spans) => {
        counts[outcome] += spans;
      },
      onLimited: () => {
        counts.limited += 1;
      },
      onError: (error) => void errors.push((error as Error).message),
      // A machine that is busy is no trouble of the collector.
      closeTimeoutMs: patienceMs,
      exportTimeoutMs: Math.min(patienceMs, 9_000),
    },
  );
  return { tracing, counts, errors };
}

const record = (tracing: Tracing, times: number) => {
  for (let at = 0; at < times; at += 1) tracing.root('work', undefined)?.end();
};

describe('a collector', () => {
  let collector: Collector;
  beforeEach(async () => {
    collector = await openCollector();
  });
  afterEach(() => collector.close());

  it('that takes spans gets all of them, and what waits at the end', async () => {
    const { tracing, counts } = tracingTo(collector.url);
    record(tracing, 600);
    await tracing.close();
    expect([collector.spans.length, counts]).toEqual([600, { exported: 600, dropped: 0, limited: 0 }]);
    record(tracing, 1);
    expect(counts.dropped).toBe(1);
  });

  it('that refuses them costs them, with the reason', async () => {
    collector.answer = (response) => void response.writeHead(400).end();
    const { tracing, counts, errors } = tracingTo(collector.url);
    record(tracing, 3);
    await tracing.close();
    expect([counts, errors]).toEqual([{ exported: 0, dropped: 3, limited: 0 }, [expect.any(String)]]);
  });

  it('that is silent costs what the queue does not hold; nobody waits for it', async () => {
    collector.answer = () => undefined;
    const { tracing, counts } = tracingTo(collector.url, 500);
    record(tracing, SPANS_WAITING_MAX);
    expect(counts.dropped).toBe(0);
    record(tracing, 7);
    expect(counts.dropped).toBe(7);
    await poll(() => collector.requests.length > 0, { until: 'the collector was asked' });
    await tracing.close();
    expect(counts.exported).toBe(0);
  });

  it('that is gone is tried again, and the end does not wait for it', async () => {
    const { tracing, counts, errors } = tracingTo(`http://127.0.0.1:${await freePort()}`, 500);
    record(tracing, 1);
    await poll(() => counts.dropped === 1, { until: 'the export has failed' });
    expect(errors).toHaveLength(1);
    record(tracing, 5);
    await tracing.close();
    expect(counts.exported).toBe(0);
  });
});

describe('a trace that begins', () => {
  const traceId = 'a'.repeat(32);
  const parent = 'b'.repeat(16);
  let collector: Collector;
  beforeEach(async () => {
    collector = await openCollector();
  });
  afterEach(() => collector.close());

  it('continues that of a client whose traceparent is well formed, and is a new one otherwise', async () => {
    const { tracing } = tracingTo(collector.url);
    const malformed = [
      '',
      'x',
      `00-${traceId}-${parent}`,
      `00-${'0'.repeat(32)}-${parent}-01`,
      `ff-${traceId}-${parent}-01`,
    ];
    for (const text of [`00-${traceId}-${parent}-01`, ...malformed]) tracing.root('work', text)?.end();
    await tracing.close();
    const [continued, ...others] = collector.spans;
    expect([continued?.traceId, continued?.parentSpanId]).toEqual([traceId, parent]);
    expect(others).toHaveLength(malformed.length);
    for (const span of others) expect([span.traceId === traceId, span.parentSpanId]).toEqual([false, '']);
  });

  it('is not recorded where the client records nothing either', async () => {
    const { tracing, counts } = tracingTo(collector.url);
    expect(tracing.root('work', `00-${traceId}-${parent}-00`)).toBeNull();
    await tracing.close();
    expect(counts).toEqual({ exported: 0, dropped: 0, limited: 0 });
  });

  it('has texts of 128 characters at most', async () => {
    const { tracing } = tracingTo(collector.url);
    const span = tracing.root('work', undefined);
    span?.set('long', 'x'.repeat(200));
    span?.end('internal_error');
    await tracing.close();
    expect(collector.spans[0]?.attributes).toEqual({ long: 'x'.repeat(128), 'error.type': 'internal_error' });
  });
});
