/**
 * The effect of the Node version: `npm run bench:nodes -- [--nodes=20,22,24,26] [--rounds=10] [--seconds=6]
 * [--scenario=B400]`
 *
 * One round measures the service and bare Socket.IO on each Node, one right after the other, and begins with another
 * Node than the round before; other load of the machine affects all of them. Ratios are taken within a round, and
 * their medians told. The server runs on core 0, the load on core 1, and always on the Node that runs this.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fetchNode } from '../scripts/fetch/node.mjs';
import { nodeLines } from '../scripts/node-versions.mjs';
import { scenarios } from './sockets/scenarios.mjs';
import { canPin } from './sockets/servers.mjs';

const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: Object.keys(nodeLines).join(',') },
    rounds: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '6' },
    scenario: { type: 'string', default: 'B400' },
    pinned: { type: 'boolean', default: false },
  },
});
const SERVERS = ['meydan', 'socket.io'];

if (canPin && !values.pinned) {
  const self = fileURLToPath(import.meta.url);
  const args = ['-c', '1', process.execPath, self, ...process.argv.slice(2), '--pinned'];
  spawn('taskset', args, { stdio: 'inherit' }).on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
} else await compare();

async function compare() {
  if (!canPin) process.stderr.write('taskset is not here: server and load share the cores, ratios mean less.\n');
  const nodes = values.nodes.split(',').map((line) => ({ line, binary: fetchNode(line) }));
  const rounds = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    const first = round % nodes.length;
    rounds.push(await measureRound(round, [...nodes.slice(first), ...nodes.slice(0, first)]));
  }
  console.table(nodes.map(({ line }) => tell(line, rounds, nodes[0].line)));
}

/** The pair on each Node; which of the two comes first changes from round to round. */
async function measureRound(round, nodes) {
  const found = {};
  for (const { line, binary } of nodes) {
    found[line] = {};
    for (const server of round % 2 === 0 ? SERVERS : SERVERS.toReversed()) {
      const [result] = await scenarios[values.scenario]({ server, seconds: Number(values.seconds), node: binary });
      found[line][server] = result;
      process.stdout.write(`${JSON.stringify({ round: round + 1, node: line, server, ...result })}\n`);
    }
  }
  return found;
}

function tell(line, rounds, base) {
  const of = (server, key) => median(rounds.map((round) => round[line][server][key]));
  const beside = rounds.map((round) => round[line].meydan.acked / round[line]['socket.io'].acked);
  const against = rounds.map((round) => round[line].meydan.acked / round[base].meydan.acked);
  return {
    node: nodeLines[line].release,
    'acked/s': of('meydan', 'acked'),
    'p50 ms': of('meydan', 'p50'),
    'p99 ms': of('meydan', 'p99'),
    'µs/ack': of('meydan', 'µs/ack'),
    'bare Socket.IO, acked/s': of('socket.io', 'acked'),
    'beside bare Socket.IO': spread(beside),
    [`beside itself on ${base}`]: spread(against),
  };
}

function spread(ratios) {
  return `${median(ratios).toFixed(2)} (${Math.min(...ratios).toFixed(2)}-${Math.max(...ratios).toFixed(2)})`;
}

function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
