/**
 * The cost of commands with derived writes beside messages: edits and reactions, as many in flight; and the effect of a
 * sweep of expired rows on other rooms. The generator is in the process of the actors.
 *
 *   npm run bench:projections -- --engine mongo
 */
import { systemEnv } from '#actors/runtime/system-env.js';
import { expireMessages } from '#jobs/expire-messages.js';
import { freshCounters, senderOf } from './actors/measure.mjs';
import { populate } from './actors/population.mjs';
import { closedLoop } from './lib/arrivals.mjs';
import { chanceFrom } from './lib/chance.mjs';
import { Histogram } from './lib/histogram.mjs';
import { startLocalNode } from './lib/local-node.mjs';
import { optionsOf } from './lib/options.mjs';

const HOUR_MS = 3_600_000;

const options = optionsOf(
  {
    engine: ['mongo', 'embedded or mongo'],
    rooms: [100, 'rooms of ten people'],
    'in-flight': [100, 'commands under way'],
    seconds: [6, 'how long each kind of command is measured'],
    'swept-rooms': [4, 'rooms whose rows expire'],
    'swept-rows': [3_000, 'rows of each of these'],
  },
  'bench:projections',
);
const inFlight = options['in-flight'];

let aheadMs = 0;
const env = { ...systemEnv, now: () => systemEnv.now() + aheadMs };
const { node, store, close } = await startLocalNode({ engine: options.engine, env });
const rooms = await populate(node, { rooms: options.rooms, members: 10 });
const expiring = await populate(node, { rooms: options['swept-rooms'], members: 2, name: 'expiring', ttlHours: 1 });
const chance = chanceFrom(7);

const send = (list, counters) => senderOf(node, list, chance, { clientIds: true, counters });

/** Rows that edits and reactions are of. */
const rows = [];
for (const room of rooms) {
  for (const by of room.people) {
    const draft = { clientId: null, body: 'Bir mesaj', replyTo: null, discussionOf: null };
    const { message } = await node.rooms.ask(room.id, { type: 'send_message', by, draft });
    rows.push({ room, by, messageId: message.row.id });
  }
}

let edits = 0;
const commands = {
  edits: ({ by, messageId }) => ({ type: 'edit_message', by, messageId, body: `Değişti ${(edits += 1)}` }),
  reactions: ({ room, messageId }) => {
    const by = chance.pick(room.people);
    return { type: 'react', by, messageId, emoji: chance.pick(['👍', '❤️', '😂']), on: chance.pick([true, false]) };
  },
};

function startOf(kind, counters) {
  if (kind === 'messages') return send(rooms, counters);
  return async (intendedAt) => {
    const row = chance.pick(rows);
    const answer = await node.rooms.tryAsk(row.room.id, commands[kind](row));
    if (!answer.ok) throw new Error(`${kind} are refused: ${answer.code}`);
    counters.acked += 1;
    counters.latency.record(performance.now() - intendedAt);
  };
}

async function measured(kind, untilMs) {
  const counters = freshCounters();
  const from = performance.now();
  await closedLoop({ inFlight, untilMs: untilMs ?? from + options.seconds * 1_000, start: startOf(kind, counters) });
  const seconds = (performance.now() - from) / 1_000;
  return tell(kind, counters, seconds);
}

function tell(what, { acked, latency }, seconds) {
  const { p50, p99, max } = latency.summary();
  console.log(`${what.padEnd(28)} ${Math.round(acked / seconds)}/s, p50 ${p50} ms, p99 ${p99} ms, longest ${max} ms`);
}

await measured('messages', performance.now() + 2_000);
for (const kind of ['messages', 'edits', 'reactions']) await measured(kind);

const counters = freshCounters();
const fill = send(expiring, counters);
while (counters.acked < options['swept-rooms'] * options['swept-rows']) {
  await Promise.all(Array.from({ length: 200 }, () => fill(performance.now())));
}
aheadMs = 2 * HOUR_MS;
await besideSweep();
await close();

/** Messages in other rooms while everything that has expired is swept; their latency alone counts. */
async function besideSweep() {
  const beside = freshCounters();
  beside.latency = new Histogram();
  const start = send(rooms, beside);
  let isSwept = false;
  const from = performance.now();
  const one = async () => {
    while (!isSwept) await start(performance.now());
  };
  const load = Promise.all(Array.from({ length: inFlight }, one));
  const batches = await expireMessages({ rooms: node.rooms, reader: store, now: env.now, env });
  isSwept = true;
  await load;
  const seconds = (performance.now() - from) / 1_000;
  console.log(`swept ${counters.acked} rows in ${batches} batches and ${seconds.toFixed(1)} s; other rooms meanwhile:`);
  tell('messages', beside, seconds);
}
