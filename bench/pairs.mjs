/**
 * Servers beside each other, for machines that other work shares: all of them run at once, and the load goes from one
 * to the next in short slices. `npm run bench:pairs -- [--servers=meydan,mongo:meydan,before=<folder of another
 * build>,socket.io,ws] [--only=B,B-paced,B-half,A1,A16] [--slices=12] [--slice-ms=1000] [--node-options=...]`
 *
 * A server may be larger than its load: `meydan,large=.+stored-rows=2000000+idle-rooms=20000+connections=10000`.
 *
 * The table gives the quiet slices of each: the 25th percentile of costs and waits, the 75th of rates.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { joinAll, newCounts, round, sliceOf } from './sockets/loads.mjs';
import { settle } from './sockets/people.mjs';
import { canPin, serverNamed, startServer, startStoreOf } from './sockets/servers.mjs';
import { foundRooms, storeRows } from './sockets/sizes.mjs';

const twoOfEachRoom = (clients) => clients.filter((_, at) => at % 10 < 2);
/** One room after the other, so that messages that follow each other belong to different rooms. */
const everybody = (clients) =>
  clients.map((_, at) => clients[(at * 10 + Math.floor((at * 10) / clients.length)) % clients.length]);

const loads = {
  B: { rooms: 200, members: 10, speakers: twoOfEachRoom },
  'B-paced': { rooms: 200, members: 10, speakers: everybody, rate: 400 },
  /** Half of what each server carries in B in the same run. */
  'B-half': { rooms: 200, members: 10, speakers: twoOfEachRoom, thenShare: 0.5 },
  A1: { rooms: 1, members: 1_000, speakers: (clients) => clients.slice(0, 1) },
  A16: { rooms: 1, members: 1_000, speakers: (clients) => clients.slice(0, 16) },
};

const WARM_UP_MS = 5_000;

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(loads).join(',') },
    servers: { type: 'string', default: 'meydan,socket.io,ws' },
    slices: { type: 'string', default: '12' },
    'slice-ms': { type: 'string', default: '1000' },
    'node-options': { type: 'string', default: '' },
    pinned: { type: 'boolean', default: false },
  },
});

if (canPin && !values.pinned) {
  const args = ['-c', '1', process.execPath, fileURLToPath(import.meta.url), ...process.argv.slice(2), '--pinned'];
  spawn('taskset', args, { stdio: 'inherit' }).on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
} else for (const name of values.only.split(',')) await compare(name, loads[name]);

async function compare(name, load) {
  const contenders = [];
  try {
    for (const server of values.servers.split(',')) contenders.push(await enter(server, load));
    await slice(contenders, () => load.rate);
    if (load.thenShare) {
      tell(`${name}: saturated`, contenders);
      const rates = new Map(contenders.map((one) => [one, quietOf(one.slices).acked * load.thenShare]));
      for (const one of contenders)
        Object.assign(one, { slices: [], speakers: everybody(one.clients.slice(0, load.rooms * load.members)) });
      await slice(contenders, (one) => rates.get(one));
    }
    tell(name, contenders);
  } finally {
    for (const { running, mongod, dataDir } of contenders) {
      await running.stop();
      await mongod?.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  }
}

/** In turn; every second round goes the other way. */
async function slice(contenders, rateOf) {
  for (let round = 0; round < Number(values.slices); round += 1) {
    for (const one of round % 2 === 0 ? contenders : contenders.toReversed()) {
      one.slices.push(await sliceOf(one, { rate: rateOf(one), ms: Number(values['slice-ms']) }));
    }
  }
}

function tell(title, contenders) {
  console.log(title);
  console.table(Object.fromEntries(contenders.map(({ server, slices }) => [server.split('=')[0], quietOf(slices)])));
}

async function enter(server, { rooms, members, speakers, rate }) {
  const dataDir = mkdtempSync(join(tmpdir(), 'meydan-bench-'));
  const nodeOptions = values['node-options'].split(' ').filter(Boolean);
  const mongod = await startStoreOf(server);
  const { speaker, needsPeople, sizes } = serverNamed(server);
  if (sizes['stored-rows']) await storeRows(sizes['stored-rows'], { dataDir, mongod });
  const running = await startServer(server, { nodeOptions, dataDir, mongod });
  const listening = Math.ceil((sizes.connections ?? 0) / members);
  const settled = await settle(running.port, { rooms: Math.max(rooms, listening), members, tag: 'bench', needsPeople });
  await foundRooms(running.port, sizes['idle-rooms'] ?? 0, settled);
  const counts = newCounts();
  const targets = settled.flatMap(({ slug, tokens }) =>
    tokens.map((token) => ({ port: running.port, token, room: slug, counts })),
  );
  const clients = await joinAll(speaker, targets);
  const one = {
    server,
    running,
    mongod,
    dataDir,
    counts,
    clients,
    speakers: speakers(clients.slice(0, rooms * members)),
    slices: [],
  };
  // Code that is not compiled yet costs several times as much.
  await sliceOf(one, { rate, ms: WARM_UP_MS });
  return one;
}

function quietOf(slices) {
  const figures = Object.keys(slices[0]).map((key) => {
    const sorted = slices.map((slice) => slice[key]).sort((a, b) => a - b);
    const share = key === 'acked' || key === 'deliveries' ? 0.75 : 0.25;
    return [key, round(sorted[Math.floor((sorted.length - 1) * share)], 2)];
  });
  return Object.fromEntries(figures);
}
