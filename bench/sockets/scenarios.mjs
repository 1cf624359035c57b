import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closedLoop, costOf, joinAll, newCounts, openLoop, round, wait } from './loads.mjs';
import { settle } from './people.mjs';
import { serverNamed, startServer, startStoreOf } from './servers.mjs';
import { witness } from './witness.mjs';

/** Every scenario starts its own server and returns rows of the table. `node` and `nodeOptions` choose its Node. */
export const scenarios = {
  A16: (options) => oneRoom(options, 16),
  A1: (options) => oneRoom(options, 1),
  B400: (options) =>
    manyRooms(options, 'B: 200 rooms × 10, 400 in flight', ({ clients, ...rest }) =>
      closedLoop({ ...rest, speakers: clients.filter((_, index) => index % 10 < 2) }),
    ),
  'B-half': (options) => atRate(options, options.halfRate),
  'B-paced': (options) => atRate(options, 400),
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

const atRate = (options, rate) =>
  manyRooms(options, `B: 200 rooms × 10, ${rate}/s`, ({ clients, ...rest }) =>
    openLoop({ ...rest, speakers: clients, rate }),
  );

/**
 * 2 000 sockets that do nothing, each with its room open; then all of them torn off and back at once. The server is
 * started again in between, so that its memory holds no garbage of creating the people.
 */
async function idleAndStorm({ seconds: _, ...how }) {
  return withServer({ ...how, rooms: 200, members: 10, isAgain: true }, async ({ running, targets, speaker }) => {
    await wait(2_000);
    const before = await running.weigh();
    let clients = await joinAll(speaker, targets);
    await wait(3_000);
    await running.weigh();
    const after = await running.weigh();
    const perSocket = (kind) => round((after.memory[kind] - before.memory[kind]) / 1_024 / clients.length, 1);
    const idle = { scenario: 'C: 2 000 idle, KB each', rss: perSocket('rss'), heap: perSocket('heapUsed') };
    const times = [];
    const stormFrom = await running.look();
    for (let storm = 0; storm < 3; storm += 1) {
      for (const client of clients) client.close();
      await wait(3_000);
      const startedAt = performance.now();
      clients = await joinAll(speaker, targets, targets.length);
      times.push(Math.round(performance.now() - startedAt));
    }
    const ms = times.toSorted((a, b) => a - b)[1];
    const cost = costOf(stormFrom, await running.look(), 3 * clients.length);
    return [idle, { scenario: 'D: 2 000 reconnect, served after ms', ms, times: times.join(' '), ...cost }];
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
  const mongod = await startStoreOf(server);
  let running = await startServer(server, { ...how, dataDir, mongod });
  try {
    const { speaker, needsPeople } = serverNamed(server);
    const settled = await settle(running.port, { rooms, members, tag: 'bench', needsPeople });
    if (isAgain) {
      await running.stop();
      running = await startServer(server, { ...how, dataDir, mongod });
    }
    const counts = newCounts();
    const targets = settled.flatMap(({ slug, tokens }) =>
      tokens.map((token) => ({ port: running.port, token, room: slug, counts })),
    );
    return await run({ running, targets, speaker, counts });
  } finally {
    await running.stop();
    await mongod?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
