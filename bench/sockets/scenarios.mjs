import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closedLoop, joinAll, newCounts, openLoop, round, wait } from './loads.mjs';
import { settle } from './people.mjs';
import { servers, startServer } from './servers.mjs';
import { witness } from './witness.mjs';

/** Every scenario starts its own server and returns rows of the table. `node` and `nodeOptions` choose its Node. */
export const scenarios = {
  A16: (options) => oneRoom(options, 16),
  A1: (options) => oneRoom(options, 1),
  B400: (options) =>
    manyRooms(options, 'B: 200 rooms × 10, 400 in flight', ({ clients, ...rest }) =>
      closedLoop({ ...rest, speakers: clients.filter((_, index) => index % 10 < 2) }),
    ),
  'B-half': (options) =>
    manyRooms(options, 'B: 200 rooms × 10, 5 000/s', ({ clients, ...rest }) =>
      openLoop({ ...rest, speakers: clients, rate: 5_000 }),
    ),
  'B-paced': (options) =>
    manyRooms(options, 'B: 200 rooms × 10, 400/s', ({ clients, ...rest }) =>
      openLoop({ ...rest, speakers: clients, rate: 400 }),
    ),
  'C-D': idleAndStorm,
};

async function oneRoom({ seconds, ...how }, inFlight) {
  return withRooms({ ...how, rooms: 1, members: 1_000 }, async ({ clients, counts, look }) => {
    const speakers = clients.filter((_, index) => index % Math.floor(1_000 / inFlight) === 0).slice(0, inFlight);
    const result = await closedLoop({ speakers, counts, seconds, look });
    return [{ scenario: `A: 1 room × 1 000, ${inFlight} in flight`, ...result }];
  });
}

async function manyRooms({ seconds, ...how }, scenario, load) {
  return withRooms({ ...how, rooms: 200, members: 10 }, async (ground) => [
    { scenario, ...(await load({ ...ground, seconds })) },
  ]);
}

/**
 * 2 000 sockets that do nothing, each with its room open; then all of them torn off and back at once. The server is
 * started again in between, so that its memory holds no garbage of creating the people.
 */
async function idleAndStorm({ seconds: _, ...how }) {
  return withServer({ ...how, rooms: 200, members: 10, isAgain: true }, async ({ running, targets, speaker }) => {
    await wait(2_000);
    const before = await running.look();
    let clients = await joinAll(speaker, targets);
    await wait(3_000);
    await running.look();
    const after = await running.look();
    const perSocket = (kind) => round((after.memory[kind] - before.memory[kind]) / 1_024 / clients.length, 1);
    const idle = { scenario: 'C: 2 000 idle, KB each', rss: perSocket('rss'), heap: perSocket('heapUsed') };
    const times = [];
    for (let storm = 0; storm < 3; storm += 1) {
      for (const client of clients) client.close();
      await wait(3_000);
      const startedAt = performance.now();
      clients = await joinAll(speaker, targets, targets.length);
      times.push(Math.round(performance.now() - startedAt));
    }
    const ms = times.toSorted((a, b) => a - b)[1];
    return [idle, { scenario: 'D: 2 000 reconnect, served after ms', ms, times: times.join(' ') }];
  });
}

async function withRooms(options, run) {
  return withServer(options, async ({ running, targets, speaker, counts }) => {
    const clients = await joinAll(speaker, targets);
    const { seen, close } = options.server === 'ws' ? nobody : await witness(targets.at(-1));
    await wait(1_000);
    const rows = await run({ clients, counts, look: () => running.look() });
    close();
    return rows.map((row) => ({ ...row, holes: seen.holes }));
  });
}

const nobody = { seen: { holes: 0 }, close: () => undefined };

async function withServer({ server, rooms, members, isAgain = false, ...how }, run) {
  const dataDir = mkdtempSync(join(tmpdir(), 'meydan-bench-'));
  let running = await startServer(server, { ...how, dataDir });
  try {
    const { speaker, needsPeople } = servers[server];
    const tag = 'bench';
    const settled = needsPeople ? await settle(running.port, { rooms, members, tag }) : strangers(rooms, members, tag);
    if (isAgain) {
      await running.stop();
      running = await startServer(server, { ...how, dataDir });
    }
    const counts = newCounts();
    const targets = settled.flatMap(({ slug, tokens }) =>
      tokens.map((token) => ({ port: running.port, token, room: slug, counts })),
    );
    return await run({ running, targets, speaker, counts });
  } finally {
    await running.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const strangers = (rooms, members, tag) =>
  Array.from({ length: rooms }, (_, index) => ({
    slug: `${tag}-${index}`,
    tokens: Array.from({ length: members }, () => 'none'),
  }));
