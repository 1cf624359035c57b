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
  await Promise.all(speaking);
  return summary(before, after);
}

async function speakOn(client, state) {
  while (!state.isOver) {
    const startedAt = performance.now();
    await client.say(BODY);
    state.acked += 1;
    state.latencies.push(performance.now() - startedAt);
  }
}

/** Open loop: so many messages a second, independent of the answers. */
export async function openLoop({ speakers, counts, seconds, rate, look }) {
  const latencies = [];
  const said = [];
  const before = { ...counts, at: performance.now(), look: await look() };
  const total = rate * seconds;
  const startedAt = performance.now();
  for (let sent = 0; sent < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - startedAt) * rate) / 1_000) + 1);
    for (; sent < due; sent += 1) said.push(sayTimed(speakers[sent % speakers.length], latencies));
    await wait(1);
  }
  await Promise.all(said);
  const after = { ...counts, at: performance.now(), acked: latencies.length, latencies, look: await look() };
  return summary(before, after);
}

async function sayTimed(client, latencies) {
  const startedAt = performance.now();
  await client.say(BODY);
  latencies.push(performance.now() - startedAt);
}

function summary(before, after) {
  const seconds = (after.at - before.at) / 1_000;
  const busy = (sample) => (sample.cpu.user + sample.cpu.system) / 1e6;
  const sorted = after.latencies.sort((a, b) => a - b);
  const quantile = (q) => round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0, 2);
  const cores = (busy(after.look) - busy(before.look)) / seconds;
  const deliveries = (after.events - before.events) / seconds;
  return {
    deliveries: Math.round(deliveries),
    acked: Math.round(after.acked / seconds),
    megabytes: round((after.bytes - before.bytes) / seconds / 1e6, 1),
    p50: quantile(0.5),
    p99: quantile(0.99),
    max: quantile(1),
    'µs/delivery': round((cores * 1e6) / deliveries, 2),
    'µs/ack': Math.round((cores * 1e6 * seconds) / after.acked),
    core: round(cores, 2),
    drops: after.drops - before.drops,
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
