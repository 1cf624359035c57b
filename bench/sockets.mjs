/**
 * The cost of sockets: `npm run bench:sockets -- [--only=A16,A1,B400,B-paced,C-D] [--servers=meydan,socket.io,ws]
 * [--seconds=6]`
 *
 * The server runs on core 0 with everything it needs, the load on the other one. Each scenario gets a fresh server.
 * One JSON line for each, then a table.
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
  const nodeOptions = values['server-options'].split(' ').filter(Boolean);
  for (const scenario of values.only.split(',')) {
    for (const server of values.servers.split(',')) {
      const results = await scenarios[scenario]({ server, seconds: Number(values.seconds), nodeOptions });
      for (const result of results) {
        const row = { server, ...result };
        process.stdout.write(`${JSON.stringify(row)}\n`);
        rows.push(row);
      }
    }
  }
  console.table(rows);
}
