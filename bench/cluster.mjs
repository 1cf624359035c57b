/**
 * The worth and the cost of another node: `npm run bench:cluster`. One JSON line for each figure, then a table.
 * MongoDB, Redis, the nodes and the load share this machine: read the work per message and the ratios.
 */

import { startGround } from './cluster/environment.mjs';
import { reconnect } from './cluster/reconnect.mjs';
import { throughput } from './cluster/throughput.mjs';
import { optionsOf } from './lib/options.mjs';

const given = optionsOf(
  {
    only: ['actors,sockets,reconnect', 'what to measure'],
    nodes: ['1,2,3', 'how many nodes, one count after the other'],
    rooms: [200, 'rooms of actors and sockets'],
    members: [10, 'people in each of them'],
    'in-flight': [200, 'messages under way at each node'],
    seconds: [8, 'how long each is measured'],
    'warm-up': [3_000, 'messages of each node before that'],
    clients: [10_000, 'sockets that come back at once'],
    'storm-rooms': [50, 'rooms they are in'],
    'rooms-per-person': ['1', 'rooms of each of them, one count after the other: all but one theirs alone, and silent'],
  },
  'bench:cluster',
);
const options = {
  ...given,
  only: given.only.split(','),
  nodes: given.nodes.split(',').map(Number),
  inFlight: given['in-flight'],
  warmUp: given['warm-up'],
};

const rows = [];
const tell = (row) => {
  process.stdout.write(`${JSON.stringify(row)}\n`);
  rows.push(row);
};

const ground = await startGround();
// The started processes do not outlive this one.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => ground.stop().finally(() => process.exit(1)));
try {
  if (options.only.includes('actors') || options.only.includes('sockets')) {
    await throughput(ground, options, (nodes, load, result) => tell({ nodes, load, ...result }));
  }
  if (options.only.includes('reconnect')) {
    const { nodes, clients } = options;
    for (const perPerson of options['rooms-per-person'].split(',').map(Number)) {
      const size = { nodes, clients, rooms: options['storm-rooms'], perPerson };
      await reconnect(ground, size, (who, row) => tell({ who, 'rooms each': perPerson, ...row }));
    }
  }
} finally {
  await ground.stop();
}
const shown = rows.map(({ redis, refused, 'reads of': _, ...row }) => row);
process.stdout.write('\n');
console.table(shown);
