/** The loads. Each runs on clients that have joined, and reports its counts between two instants. */

/** 120 bytes, as people write. */
export const BODY =
  'Bu akşam sahilde buluşalım mı? Hava güzel olacakmış; herkes gelebiliyorsa yedide iskelede olalım, çay benden.'.padEnd(
    112,
    '.',
  );

export const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export function newCounts() {
  const counts = { events: 0, bytes: 0, other: 0, drops: 0 };
  counts.event = (isMessage, bytes) => {
    if (isMessage) {
      counts.events += 1;
      counts.bytes += bytes;
    } else counts.other += 1;
  };
  counts.closed = () => {
    counts.drops += 1;
  };
  return counts;
}

/** Closed loop: every speaker says the next thing as soon as the last was acknowledged. */
export async function closedLoop({ speakers, counts, seconds, look }) {
  const state = { isOver: false, latencies: [], acked: 0 };
  const speaking = speakers.map((client) => speakOn(client, state));
  await wait(2_000);
  const before = { ...counts, at: performance.now(), look: await look() };
  state.latencies = [];
  state.acked = 0;
  await wait(seconds * 1_000);
  const after = {
    ...counts,
    at: performance.now(),
    acked: state.acked,
    latencies: state.latencies,
    look: await look(),
  };
  state.isOver = true;
  await settled(speaking, state);
  return summary(before, after);
}

async function speakOn(client, state) {
  while (!state.isOver) await sayCounted(client, state);
}

/** Once all of them have ended: the first failure, such as a connection that the server has closed. */
async function settled(speaking, state) {
  await Promise.all(await speaking);
  if (state.failure) throw state.failure;
}

/** Open loop: so many messages a second, independent of the answers. */
export async function openLoop({ speakers, counts, seconds, rate, look }) {
  const state = { isOver: false, latencies: [], acked: 0 };
  const before = { ...counts, at: performance.now(), look: await look() };
  const speaking = sayAtRate(speakers, rate, state);
  await wait(seconds * 1_000);
  state.isOver = true;
  await settled(speaking, state);
  const { acked, latencies } = state;
  return summary(before, { ...counts, at: performance.now(), acked, latencies, look: await look() });
}

/** A short stretch of either loop on a server that is there already; a third of it passes before it is measured. */
export async function sliceOf({ speakers, counts, running }, { rate, ms }) {
  const state = { isOver: false, latencies: [], acked: 0 };
  const speaking = rate ? sayAtRate(speakers, rate, state) : speakers.map((client) => speakOn(client, state));
  await wait(ms / 3);
  const before = { ...counts, at: performance.now(), acked: state.acked, look: await running.look() };
  state.latencies = [];
  await wait((ms * 2) / 3);
  const now = { at: performance.now(), acked: state.acked - before.acked, latencies: state.latencies };
  const after = { ...counts, ...now, look: await running.look() };
  state.isOver = true;
  await settled(speaking, state);
  return summary(before, after);
}

async function sayAtRate(speakers, rate, state) {
  const said = [];
  const startedAt = performance.now();
  while (!state.isOver) {
    const due = Math.floor(((performance.now() - startedAt) * rate) / 1_000) + 1;
    while (said.length < due) said.push(sayCounted(speakers[said.length % speakers.length], state));
    await wait(1);
  }
  return said;
}

async function sayCounted(client, state) {
  const startedAt = performance.now();
  try {
    await client.say(BODY);
    state.acked += 1;
    state.latencies.push(performance.now() - startedAt);
  } catch (error) {
    state.failure ??= error;
    state.isOver = true;
  }
}

function summary(before, after) {
  const seconds = (after.at - before.at) / 1_000;
  const sorted = after.latencies.sort((a, b) => a - b);
  const quantile = (q) => round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0, 2);
  const busyMs = after.look.ms - before.look.ms;
  const deliveries = after.events - before.events;
  return {
    deliveries: Math.round(deliveries / seconds),
    acked: Math.round(after.acked / seconds),
    p50: quantile(0.5),
    p99: quantile(0.99),
    max: quantile(1),
    core: round(busyMs / seconds / 1_000, 2),
    'µs/delivery': round((busyMs * 1_000) / deliveries, 2),
    ...costOf(before.look, after.look, after.acked),
    drops: after.drops - before.drops,
  };
}

/**
 * What the server spent between two looks, for each of so many: processor time in all, of the main thread, and of the
 * busiest other thread, which is the store's under load, or of its mongod; calls of the system that write and read, of
 * files too.
 */
export function costOf(before, after, count) {
  const each = (amount, digits) => round(amount / count, digits);
  const since = [...after.threads].map(([id, ms]) => [id, ms - (before.threads.get(id) ?? 0)]);
  const [main = 0] = since.filter(([id]) => id === after.pid).map(([, ms]) => ms);
  const next = Math.max(0, ...since.filter(([id]) => id !== after.pid).map(([, ms]) => ms));
  return {
    'µs each': each((after.ms - before.ms) * 1_000, 0),
    main: each(main * 1_000, 0),
    next: each(next * 1_000, 0),
    writes: after.io && each(after.io.writes - before.io.writes, 2),
    reads: after.io && each(after.io.reads - before.io.reads, 2),
  };
}

export const round = (value, digits) => Number(value.toFixed(digits));

/** Bounded in parallel, so that joining does not become a load of its own. */
export async function joinAll(speaker, targets, width = 50) {
  const clients = new Array(targets.length);
  const queue = targets.entries();
  const worker = async () => {
    for (const [index, target] of queue) clients[index] = await speaker.join(target);
  };
  await Promise.all(Array.from({ length: Math.min(width, targets.length) }, worker));
  return clients;
}
