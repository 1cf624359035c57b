/** The counters between two instants, per message: the quiet ones of many short stretches are reported. */
import { short } from '../lib/histogram.mjs';

const SLICE_MS = 1_000;
/** A machine that is shared is never quiet for long. */
const QUIET_SHARE = 0.2;

/** Looks once a second; `acked` and `delivered` may be counted by the caller instead of the nodes. */
export async function measure(ground, seconds, own = () => ({})) {
  const looks = [];
  for (let at = 0; at <= seconds; at += 1) {
    if (at > 0) await new Promise((resolve) => setTimeout(resolve, SLICE_MS));
    looks.push({ ...(await ground.look()), ...own() });
  }
  const slices = looks.slice(1).map((look, at) => between(looks[at], look));
  return { slices, all: between(looks[0], looks.at(-1)) };
}

function between(before, after) {
  const acked = Math.max(1, after.acked - before.acked);
  const ms = after.at - before.at;
  const each = (key) => (after[key] - before[key]) / acked;
  return {
    ackedPerSecond: (acked * 1_000) / ms,
    cores: (after.nodesMs + after.mongodMs + after.redisMs - before.nodesMs - before.mongodMs - before.redisMs) / ms,
    nodesMicros: each('nodesMs') * 1_000,
    mongodMicros: each('mongodMs') * 1_000,
    redisMicros: each('redisMs') * 1_000,
    delivered: each('delivered'),
    linkMessages: each('linkMessages'),
    linkCharacters: each('linkCharacters'),
    redisIn: each('redisIn'),
    redisOut: each('redisOut'),
    storeReads: each('storeReads'),
    redisCommands: differences(before.redisCommands, after.redisCommands, acked),
  };
}

function differences(before, after, acked) {
  const counts = {};
  for (const [name, calls] of Object.entries(after)) {
    const each = (calls - (before[name] ?? 0)) / acked;
    if (each >= 0.001) counts[name] = short(each);
  }
  return counts;
}

/** Rates at the quiet end, costs too; counts per message are the same in every slice, so all of it is taken. */
export function quiet({ slices, all }) {
  const at = (key, share) => {
    const values = slices.map((slice) => slice[key]).sort((a, b) => a - b);
    return values[Math.floor((values.length - 1) * share)];
  };
  return {
    'acked/s': Math.round(at('ackedPerSecond', 1 - QUIET_SHARE)),
    'µs nodes': Math.round(at('nodesMicros', QUIET_SHARE)),
    'µs mongod': Math.round(at('mongodMicros', QUIET_SHARE)),
    'µs redis': Math.round(at('redisMicros', QUIET_SHARE)),
    cores: short(all.cores),
    'items/msg': short(all.delivered),
    'publish/msg': all.redisCommands.publish ?? 0,
    'chars/msg': Math.round(all.linkCharacters),
    'reads/msg': short(all.storeReads),
    redis: JSON.stringify(all.redisCommands),
  };
}
