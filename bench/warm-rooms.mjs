/**
 * More rooms in use than the memory budget holds: throughput has to bend, not to fall off. The same load over more and
 * more rooms, one after the other (the worst order for a cache) or at random, in one process; and the budget's count
 * beside the size of the heap.
 *
 *   npm run bench:warm-rooms -- --budget-mb 64
 */
import { freshCounters } from './actors/measure.mjs';
import { populate } from './actors/population.mjs';
import { closedLoop } from './lib/arrivals.mjs';
import { chanceFrom } from './lib/chance.mjs';
import { startLocalNode } from './lib/local-node.mjs';
import { optionsOf } from './lib/options.mjs';

const MB = 1_048_576;

const options = optionsOf(
  {
    engine: ['embedded', 'embedded or mongo'],
    'budget-mb': [256, 'the memory budget'],
    steps: ['500,2000,3600,5000', 'rooms in use, step by step'],
    order: ['turns', 'turns or random'],
    'in-flight': [100, 'messages under way'],
    rows: [64, 'rows of each room before it starts'],
    seconds: [10, 'how long each step is measured'],
  },
  'bench:warm-rooms',
);
const steps = options.steps.split(',').map(Number);

let loads = 0;
const metrics = {
  batch() {},
  gateWaited() {},
  actors() {},
  passivated() {},
  began() {},
  committed() {},
  activated: () => (loads += 1),
};
const { node, close } = await startLocalNode({
  engine: options.engine,
  budgetBytes: options['budget-mb'] * MB,
  metrics,
});

const rooms = await populate(node, { rooms: Math.max(...steps), members: 2 });
const chance = chanceFrom(7);
let clientId = 0;

async function send(room, counters) {
  const from = performance.now();
  const draft = { clientId: `c${(clientId += 1)}`, body: 'Bir mesaj, '.repeat(10), replyTo: null, discussionOf: null };
  const answer = await node.rooms.tryAsk(room.id, { type: 'send_message', by: chance.pick(room.people), draft });
  if (answer.ok) counters.acked += 1;
  else counters.refused[answer.code] = (counters.refused[answer.code] ?? 0) + 1;
  counters.latency.record(performance.now() - from);
}

/** A history for each: a room that was never spoken in is loaded by reading almost nothing. */
const filled = freshCounters();
for (let from = 0; from < rooms.length; from += 4) {
  const some = rooms.slice(from, from + 4);
  await Promise.all(some.flatMap((room) => Array.from({ length: options.rows }, () => send(room, filled))));
}

const held = () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MB;
};

console.log(
  `budget ${options['budget-mb']} MiB, ${options.engine}, ${options.order}, ${options['in-flight']} in flight`,
);
await node.system.empty(() => true, 60_000);
const empty = held();
for (const count of steps) await step(count);
await close();

async function step(count) {
  const some = rooms.slice(0, count);
  let next = 0;
  const pick = () => (options.order === 'turns' ? some[(next += 1) % count] : chance.pick(some));
  await stretch(pick, 3);
  const before = loads;
  const { counters, seconds } = await stretch(pick, options.seconds);
  const { p50, p99 } = counters.latency.summary();
  const perMessage = ((loads - before) / Math.max(1, counters.acked)).toFixed(2);
  const counted = (node.system.activeBytes / MB).toFixed(0);
  console.log(
    `${String(count).padStart(6)} rooms  ${String(Math.round(counters.acked / seconds)).padStart(5)}/s  p50 ${p50} ms, p99 ${p99} ms, ` +
      `${perMessage} loads a message, ${node.system.activeCount} in memory, counted ${counted} MiB, ` +
      `held ${(held() - empty).toFixed(0)} MiB, refused ${JSON.stringify(counters.refused)}`,
  );
}

async function stretch(pick, seconds) {
  const counters = freshCounters();
  const from = performance.now();
  const untilMs = from + seconds * 1_000;
  await closedLoop({ inFlight: options['in-flight'], untilMs, start: () => send(pick(), counters) });
  return { counters, seconds: (performance.now() - from) / 1_000 };
}
