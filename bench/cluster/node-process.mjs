/** One node: the whole service, with a load that drives its actors directly. Controlled over IPC. */
import { systemEnv } from '#actors/runtime/system-env.js';
import { createApp } from '../../dist/src/app.js';
import { loadConfig } from '../../dist/src/config/config.js';
import { createMetrics } from '../../dist/src/observability/metrics.js';
import { freshCounters, senderOf } from '../actors/measure.mjs';
import { populate } from '../actors/population.mjs';
import { chanceFrom } from '../lib/chance.mjs';
import { settle } from './settle.mjs';

const settings = { NODE_ENV: 'test', PORT: '0', METRICS_PORT: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'error' };
const metrics = createMetrics();
let app = null;
const counters = freshCounters();
let unwatch = [];
let speaking = null;

const acts = {
  async start() {
    app = await createApp(loadConfig({ ...settings, ...process.env }), { metrics });
    return { port: app.config.http.port };
  },
  populate: (size) => populate(app.node, size),
  settle: (size) => settle(app, systemEnv, size),
  /** As gateways do for rooms that somebody connected here has open. */
  async watch({ ids }) {
    for (const stop of unwatch) stop();
    unwatch = ids.map((id) => app.node.streams.watch(id, () => (counters.delivered += 1)));
    await Promise.all(ids.map((id) => app.node.streams.ready(id)));
  },
  /** Closed loop until told otherwise. `where`: in rooms that lie here, or in all of them. */
  async speak({ rooms, inFlight, where, seed }) {
    const mine = where === 'own' ? rooms.filter(isHere) : rooms;
    counters.latency = freshCounters().latency;
    const send = senderOf(app.node, mine, chanceFrom(seed), { clientIds: true, counters });
    const state = { isOver: false };
    const one = async () => {
      while (!state.isOver) await send(performance.now());
    };
    speaking = { state, all: Promise.all(Array.from({ length: inFlight }, one)) };
  },
  async hush() {
    speaking.state.isOver = true;
    await speaking.all;
    const { latency, refused } = counters;
    counters.refused = {};
    return { p50: latency.quantile(0.5), p99: latency.quantile(0.99), refused };
  },
  async look() {
    const text = await metrics.text();
    const { user, system } = process.cpuUsage();
    return {
      acked: counters.acked,
      delivered: counters.delivered,
      cpuMs: (user + system) / 1_000,
      linkMessages: counted(text, 'meydan_link_messages_total{direction="out"}'),
      linkCharacters: counted(text, 'meydan_link_characters_total{direction="out"}'),
      socketDeliveries: counted(text, 'meydan_deliveries_total'),
    };
  },
  async stop() {
    for (const stop of unwatch) stop();
    await app.close();
  },
};

/** A room lies here when this node answers for it itself. */
const isHere = ({ id }) => app.node.system.askHere('room', id, { type: 'replay', after: null }, {}) !== null;

const counted = (text, name) => {
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return line ? Number(line.slice(name.length + 1)) : 0;
};

process.on('message', async ({ id, what, given }) => {
  try {
    process.send({ id, answer: await acts[what](given) });
  } catch (error) {
    process.send({ id, error: error.stack });
  }
});
// The parent process has ended.
process.on('disconnect', () => process.exit());
