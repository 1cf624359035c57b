/**
 * The cost of sockets: `npm run bench:sockets -- [--only=A16,A1,B400,B-half,B-paced,C-D]
 * [--servers=meydan,socket.io,ws,before=<folder of another build>] [--seconds=6] [--rounds=1] [--half-rate=5000]`
 *
 * The server runs on core 0 with everything it needs, the load on the other one. Each scenario gets a fresh server, and
 * the servers take turns. One JSON line for each, then a table with the medians of the rounds.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { scenarios } from './sockets/scenarios.mjs';
import { canPin, servers } from './sockets/servers.mjs';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: Object.keys(scenarios).join(',') },
    servers: { type: 'string', default: Object.keys(servers).join(',') },
    seconds: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '1' },
    'half-rate': { type: 'string', default: '5000' },
    'server-options': { type: 'string', default: '' },
    pinned: { type: 'boolean', default: false },
  },
});

if (canPin && !values.pinned) {
  const self = fileURLToPath(import.meta.url);
  const args = ['-c', '1', process.execPath, self, ...process.argv.slice(2), '--pinned'];
  spawn('taskset', args, { stdio: 'inherit' }).on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
} else await measure();

async function measure() {
  if (!canPin) process.stderr.write('taskset is not here: server and load share the cores, ratios mean less.\n');
  const rows = [];
  const how = {
    seconds: Number(values.seconds),
    halfRate: Number(values['half-rate']),
    nodeOptions: values['server-options'].split(' ').filter(Boolean),
  };
  for (const scenario of values.only.split(',')) {
    for (const server of roundsOf(values.servers.split(','), Number(values.rounds))) {
      for (const result of await scenarios[scenario]({ server, ...how })) {
        const row = { server: server.split('=')[0], ...result };
        process.stdout.write(`${JSON.stringify(row)}\n`);
        rows.push(row);
      }
    }
  }
  console.table(mediansOf(rows));
}

/** Every second round goes the other way, so that nobody always comes first. */
function roundsOf(names, rounds) {
  const back = names.toReversed();
  return Array.from({ length: rounds }, (_, round) => (round % 2 === 0 ? names : back)).flat();
}

/** One row for each server and scenario. */
function mediansOf(rows) {
  const groups = new Map();
  for (const row of rows) {
    const key = `${row.server} ${row.scenario}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].map((group) =>
    Object.fromEntries(Object.keys(group[0]).map((key) => [key, medianOf(group.map((row) => row[key]))])),
  );
}

function medianOf(values) {
  if (typeof values[0] !== 'number') return values[0];
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
}
