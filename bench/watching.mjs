/**
 * The cost of the live console: messages through the actors of a whole service, in slices with a reader of
 * /api/console/live and slices without, in turn. The reader is in this process, so its cost is included.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../dist/src/app.js';
import { loadConfig } from '../dist/src/config/config.js';
import { createMetrics } from '../dist/src/observability/metrics.js';
import { freshCounters, senderOf } from './actors/measure.mjs';
import { populate } from './actors/population.mjs';
import { closedLoop } from './lib/arrivals.mjs';
import { chanceFrom } from './lib/chance.mjs';

const KEY = 'a-key-for-this-bench';
const SLICES = 16;
const SLICE_MS = 5_000;
const IN_FLIGHT = 200;
/** Five times as often as the page asks. */
const LOOK_EVERY_MS = 1_000;
const LOOKS = 200;

const dir = await mkdtemp(join(tmpdir(), 'meydan-bench-'));
const settings = { NODE_ENV: 'test', PORT: '0', METRICS_PORT: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'error' };
const metrics = createMetrics();
const app = await createApp(loadConfig({ ...settings, DATA_DIR: dir, CONSOLE_KEY: KEY }), { metrics });
const url = `http://127.0.0.1:${app.config.http.port}/api/console/live`;

const look = async (since) => {
  const answer = await fetch(`${url}?since=${since}`, { headers: { authorization: `Bearer ${KEY}` } });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`it answered ${answer.status}`);
  return { bytes: text.length, at: JSON.parse(text).series.at.at(-1) ?? since };
};

const rooms = await populate(app.node, { rooms: 200, members: 10 });
const chance = chanceFrom(7);

/** Processor time of a message, in µs, of the whole process. */
async function slice(isWatched) {
  const counters = freshCounters();
  const start = senderOf(app.node, rooms, chance, { clientIds: true, counters });
  let since = 0;
  const timer = isWatched && setInterval(async () => (since = (await look(since)).at), LOOK_EVERY_MS);
  const before = process.cpuUsage();
  await closedLoop({ inFlight: IN_FLIGHT, untilMs: performance.now() + SLICE_MS, start });
  const { user, system } = process.cpuUsage(before);
  clearInterval(timer);
  return (user + system) / counters.acked;
}

const median = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];

await slice(false);
const taken = { watched: [], alone: [] };
for (let n = 0; n < SLICES; n += 1) taken[n % 2 === 0 ? 'watched' : 'alone'].push(await slice(n % 2 === 0));

/** Of one question and its answer, with nothing else going on. */
async function costOf(since) {
  const before = process.cpuUsage();
  let bytes = 0;
  for (let n = 0; n < LOOKS; n += 1) bytes = (await look(since)).bytes;
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1_000 / LOOKS, bytes };
}

const { at } = await look(0);
const [fresh, whole] = [await costOf(at), await costOf(0)];
const spread = (values) => `${Math.min(...values).toFixed(0)}-${Math.max(...values).toFixed(0)}`;
const [watched, alone] = [median(taken.watched), median(taken.alone)];
console.log(
  `µs a message, watched ${watched.toFixed(1)}, not watched ${alone.toFixed(1)}, ratio ${(watched / alone).toFixed(3)}`,
);
console.log(`slices: watched ${spread(taken.watched)}, not watched ${spread(taken.alone)}`);
console.log(`a look for what is new: ${fresh.ms.toFixed(2)} ms of processor, ${fresh.bytes} bytes`);
console.log(`a look for everything: ${whole.ms.toFixed(2)} ms of processor, ${whole.bytes} bytes`);
await app.close();
await rm(dir, { recursive: true, force: true });
