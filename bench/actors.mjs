/**
 * How fast the core is without any edge: drives the room actors through the same `ActorClient` as the edge does, on
 * a store opened here. The generator runs in the same process as the actors and on the same core; its share is in
 * the figures. One JSON line and a table.
 *
 *   npm run bench:actors                                   200 rooms × 10, 400 in flight, then 400/s
 *   npm run bench:actors -- --rooms 1 --members 1000 --in-flight 16 --rate 0
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { dirname } from 'node:path';
import { freshCounters, laneRecorder, measure, senderOf } from './actors/measure.mjs';
import { fillLog, populate } from './actors/population.mjs';
import { quietest, quietLine, tableOf } from './actors/table.mjs';
import { chanceFrom } from './lib/chance.mjs';
import { pinTo } from './lib/cpu.mjs';
import { startLocalNode } from './lib/local-node.mjs';
import { optionsOf } from './lib/options.mjs';

const SLICE_S = 0.5;

const options = optionsOf(
  {
    engine: ['embedded', 'embedded or mongo'],
    rooms: [200, 'how many rooms'],
    members: [10, 'members of each'],
    'in-flight': [400, 'closed loop with so many messages under way; 0 = none'],
    rate: ['400', 'open loop at these rates per second, comma separated; 0 = none'],
    seconds: [5, 'length of each measured stretch'],
    'warm-up': [2, 'seconds of closed loop before the first'],
    'stored-rows': [0, 'so many rows of other rooms are in the store before'],
    'no-client-ids': [false, 'send without client_id: no lookup for repeats'],
    slices: [0, 'after it, so many half seconds of closed loop: what the quiet ones among them cost'],
    seed: [1, 'seed of who sends where'],
    cores: ['0', 'cores to run on, as taskset takes them; "all" = wherever'],
    'mongodb-uri': [null, 'a running replica set instead of a mongod of its own'],
    profile: [null, 'write a .cpuprofile of the closed loop to this file'],
  },
  'bench:actors',
);

const isPinned = options.cores !== 'all' && pinTo(options.cores);
const chance = chanceFrom(options.seed);
const lanes = laneRecorder();
const local = await startLocalNode({
  engine: options.engine,
  mongodbUri: options['mongodb-uri'],
  metrics: lanes.metrics,
});
try {
  const { runs, quiet } = await run(local);
  const { rooms, members } = options;
  const head = { bench: 'actors', engine: options.engine, rooms, members, isPinned, node: process.version };
  console.log(JSON.stringify({ ...head, runs, quiet }));
  console.log(tableOf(runs));
  if (quiet) console.log(quietLine(quiet));
} finally {
  await local.close();
}

async function run({ node, store, storePid }) {
  const rooms = await populate(node, options);
  await fillLog({ node, store }, rooms[0], options['stored-rows']);
  let counters = freshCounters();
  for (const { id } of rooms) node.streams.watch(id, () => (counters.delivered += 1));
  const stretch = (load, seconds) => {
    counters = freshCounters();
    const start = senderOf(node, rooms, chance, { clientIds: !options['no-client-ids'], counters });
    return measure({ load, seconds, start, counters, lanes, chance, storePid });
  };
  const runs = [];
  const inFlight = options['in-flight'];
  if (options['warm-up'] > 0) await stretch({ inFlight: inFlight || 64 }, options['warm-up']);
  if (inFlight > 0) runs.push(await profiled(options.profile, () => stretch({ inFlight }, options.seconds)));
  const slices = [];
  for (let done = 0; inFlight > 0 && done < options.slices; done += 1)
    slices.push(await stretch({ inFlight }, SLICE_S));
  for (const rate of options.rate.split(',').map(Number)) {
    if (rate > 0) runs.push(await stretch({ ratePerSecond: rate }, options.seconds));
  }
  return { runs, quiet: quietest(slices) };
}

async function profiled(file, work) {
  if (!file) return work();
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
  const result = await work();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(profile));
  return result;
}
