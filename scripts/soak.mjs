/**
 * `npm run test:soak [-- <part> …]`: the long runs, one after the other; without names all of them. Each takes minutes
 * to hours of a machine that should have nothing else to do, and prints its seeds and figures. One table ends it.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fail, root } from './setup.mjs';
import { longTests } from './test/long-tests.mjs';
import { readFigures, soakTable } from './test/soak-table.mjs';

const parts = {
  // CI has one part of them with each commit.
  long: { tests: longTests.flat(), env: {} },
  models: { tests: ['test/model', 'test/crash', 'test/files/files-model'], env: { MODEL_RUNS: '50' } },
  sequences: { tests: ['test/rooms/model', 'test/dms/model'], env: { MODEL_SEQUENCES: '1000' } },
  sponsored: { tests: ['test/sponsored/life-model'], env: { SPONSORED_LIVES: '400' } },
  stars: { tests: ['test/people/star-kills'], env: { STAR_DEEDS: '10000' } },
  events: { tests: ['test/analytics/volume'], env: { INTEREST_EVENTS: '1000000' } },
  contract: {
    tests: ['test/contract/schemathesis'],
    env: { SCHEMATHESIS_EXAMPLES: '100', SCHEMATHESIS_PHASES: 'coverage,fuzzing', SCHEMATHESIS_S: '1800' },
  },
  // A hundred thousand odd requests, and as many odd packets.
  'odd-requests': { tests: ['test/contract/fuzz'], env: { MODEL_RUNS: '56' } },
  'odd-packets': { tests: ['test/gateway/fuzz'], env: { MODEL_RUNS: '400' } },
  cluster: { tests: ['test/cluster/process'], env: { SOAK_S: '20' } },
  followed: { tests: ['test/cluster/in-memory/lost-owner'], env: { FOLLOWED_ROOMS: '200000' } },
  'long-rooms': { tests: ['test/rooms/long-room-counts'], env: { LONG_ROOM_ROWS: '300000' } },
  // All disturbances in an order of chance; CHAOS_S=14400 for four hours.
  phones: { tests: ['test/push/many-phones'], env: { PUSH_PHONES: '20000' } },
  versions: { tests: ['test/cluster/process/versions'], env: { VERSIONS: 'back' } },
  chaos: { tests: ['test/cluster/process/process'], env: { CHAOS_S: '3600' } },
  disks: { tests: ['test/crash/full-disk', 'test/crash/odd-machine'], env: { FULL_DISKS: 'on', MACHINE_S: '600' } },
  clients: { tests: ['test/sdk/failover'], env: { FAILOVER_S: '300' } },
  barriers: { tests: ['test/e2e/barriers'], env: { BARRIER_LOOKS: 'phone.light.tr,desktop.dark.en' } },
  'many-clients': { tests: ['test/e2e/many-clients'], env: { MANY_CLIENTS: 'whole' } },
  'long-erasures': { tests: ['test/erasure/long-room'], env: { ERASURE_ROWS: '300000' } },
  backups: {
    tests: ['test/store/backup/under-load'],
    env: { BACKUP_RATE: '500', BACKUP_BEFORE_S: '20', BACKUP_ON_MONGO: 'true' },
  },
  'message-bytes': { command: ['bench.mjs', 'message-size', '--engine=mongo', '--most=350'] },
  archive: { tests: ['test/archive/archiving-killed'], env: { ARCHIVE_DEATHS: 'all' } },
  erasure: { tests: ['test/erasure/killed'], env: { DEATHS: 'all' } },
  walks: {
    tests: ['reading', 'writing', 'composer', 'unsent', 'offline', 'files', 'settings', 'people', 'room-admin', 'page']
      .concat('notifications', 'first-minutes')
      .map((walk) => `test/e2e/${walk}`),
    env: { WALK_ENGINES: 'mongo' },
  },
  'whole-life': { tests: ['test/e2e/whole-life'], env: { WHOLE_LIFE_ON_MONGO: 'true' } },
  'newest-node': { command: ['test-nodes.mjs', '--whole', 'newest'] },
  'foreign-clients': { tests: ['test/clients'], env: { FOREIGN_TRANSPORTS: 'websocket,polling' } },
  stalls: { tests: ['test/stall.test.ts'], env: { STALL_LIVES: '16' } },
  'other-nodes': { command: ['test-nodes.mjs'] },
  deploy: { tests: ['test/deploy/programs'], env: { KUBERNETES_SCHEMAS: 'on' } },
  floods: { tests: ['test/load/floods'], env: { FLOOD_S: '20' } },
  overload: { tests: ['test/load/overload'], env: { OVERLOAD_S: '10' } },
  unread: { tests: ['test/gateway/unread-pages'], env: { UNREAD_SOCKETS: '80', UNREAD_READS: '8' } },
  mutants: { command: ['mutants.mjs'] },
  mutation: { command: ['mutation/main.mjs', '--depth', '60'] },
  'simulated-mutants': { command: ['mutants.mjs', '--simulated'] },
  seeds: { command: ['sim.mjs', '--seeds', '2000'] },
  'troubled-seeds': { command: ['sim.mjs', '--troubled', '--seeds', '1000'] },
  'single-seeds': { command: ['sim.mjs', '--single', 'mongo', '--seeds', '1000'] },
  'embedded-seeds': { command: ['sim.mjs', '--single', 'embedded', '--seeds', '1000'] },
  bugs: { command: ['sim.mjs', '--bugs', '--seeds', '500'] },
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in parts));
if (unknown.length > 0)
  fail(`There is no part called ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}.`);

const folder = mkdtempSync(join(tmpdir(), 'meydan-soak-'));
const soaked = [];
for (const [name, { tests = [], env = {}, command = ['test.mjs', ...tests] }] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const settings = Object.entries(env).map(([key, value]) => `${key}=${process.env[key] ?? value}`);
  console.log([`${name}:`, ...settings, ...command].join(' '));
  const [script, ...options] = command;
  const SOAK_FIGURES = join(folder, name);
  writeFileSync(SOAK_FIGURES, '');
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', script), ...options], {
    cwd: root,
    stdio: 'inherit',
    env: { ...env, ...process.env, SOAK_FIGURES },
  });
  soaked.push({ name, isPassed: status === 0, figures: readFigures(SOAK_FIGURES) });
}
rmSync(folder, { recursive: true, force: true });
console.log(soakTable(soaked));
const failed = soaked.filter(({ isPassed }) => !isPassed).map(({ name }) => name);
console.log(failed.length === 0 ? 'Every part passed.' : `Failed: ${failed.join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;
