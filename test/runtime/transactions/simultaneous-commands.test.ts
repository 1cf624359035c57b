/**
 * Two commands of one actor that come at once, also the same one twice, while the store answers one of their reads late: the
 * answers and the number of stored documents are those of one order or of the other.
 */
import { createNode } from '#src/node.js';
import { type CollectionName, collections } from '#src/store/collections.js';
import type { Doc, Store } from '#src/store/store.js';
import { partOfCommit } from '../../../scripts/test/part-of-commit.mjs';
import { describeOnEmbedded, type OpenStore } from '../../support/store/engines.js';
import { FaultyStore, type StoreCall } from '../../support/store/faulty-store.js';
import { VirtualEnv } from '../../support/time/virtual-env.js';
import { lives, people, type Step } from './steps.js';

const HOUR_MS = 3_600_000;
const LATE_MS = 500;
/** The first or the second read is late, or none is. */
const LATE_READS = [0, 1, Number.POSITIVE_INFINITY];
/** Each command with itself, and with those that follow it. */
const DISTANCES = [0, 1, 2, 3];
const READS = new Set<StoreCall['op']>(['get', 'getMany', 'getManyBy', 'range', 'scan', 'count']);
/** All of it takes minutes. */
const PARTS = process.env['SIMULTANEOUS_COMMANDS'] === 'all' ? 1 : 24;

type Steps = [string, Step][];

/** The commands of `before` one after the other, then the pair: in turn, or at once with a late read. */
async function outcome(openStore: OpenStore, before: Steps, pair: Steps, late: number | 'in turn'): Promise<string> {
  const store = new FaultyStore(await openStore());
  await people(store);
  const env = new VirtualEnv();
  const node = createNode({ store, env, owner: 'one', alone: true, brand: 'meydan', onError: () => undefined });
  const ask = ([, act]: [string, Step]) => act(node, store);
  for (const step of before) await env.until(ask(step), HOUR_MS);
  let reads = 0;
  store.fault = ({ op }, phase) => {
    if (phase !== 'before' || !READS.has(op)) return;
    reads += 1;
    if (reads - 1 === late) return new Promise((resolve) => void env.after(LATE_MS, resolve));
  };
  const answers: unknown[] = [];
  if (late === 'in turn') for (const step of pair) answers.push(await env.until(ask(step), HOUR_MS));
  else answers.push(...(await env.until(Promise.all(pair.map(ask)), HOUR_MS)));
  store.fault = () => undefined;
  await env.until(node.system.stop());
  const told = pair.map(([step], at) => `${step}: ${codeOf(answers[at])}`).sort();
  const stored = await shapeOf(store);
  await store.close();
  return [...told, stored].join('; ');
}

function codeOf(answer: unknown): string {
  const { ok = true, code = '' } = (answer ?? {}) as { ok?: boolean; code?: string };
  return ok ? 'ok' : code;
}

/** How many documents there are of each kind, and the stars of each balance. */
async function shapeOf(store: Store): Promise<string> {
  const shapes: string[] = [];
  for (const name of Object.keys(collections) as CollectionName[]) {
    const docs = await store.range<Doc & { stars?: number }>(name, { index: '_id', limit: 1_000 });
    const stars = docs.flatMap((doc) => doc.stars ?? []);
    if (docs.length > 0) shapes.push(`${name} ${docs.length} ${stars}`);
  }
  return shapes.join(', ');
}

/** The pairs that the steps make, each with all that came before it. */
function pairsOf(steps: Steps): { before: Steps; pair: Steps }[] {
  return DISTANCES.flatMap((distance) =>
    steps.slice(distance).map((later, at) => ({ before: steps.slice(0, at), pair: [steps[at], later] as Steps })),
  );
}

describeOnEmbedded('two commands at once', (openStore) => {
  it.each(lives)(
    'are one after the other, for all that %s do',
    async (_, table) => {
      for (const { before, pair } of partOfCommit(pairsOf(Object.entries(table)), PARTS)) {
        const orders = [pair, [...pair].reverse()];
        const expected = await Promise.all(orders.map((order) => outcome(openStore, before, order, 'in turn')));
        for (const late of LATE_READS) expect(expected).toContain(await outcome(openStore, before, pair, late));
      }
    },
    600_000,
  );
});
