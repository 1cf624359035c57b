/**
 * A store of many messages that the real code made, and what operators do with it:
 * `npm run bench:kept -- --folder=<folder> [--phases=fill,start,verify,backup,restore,move,archive] [--messages=2000000]`
 *
 * Each phase may run by itself, on what the earlier ones left in the folder. The service and the commands are processes of
 * their own, as operators run them. `fill` reports each eighth, so that rates can be read against the size of the store.
 */
import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createArchiveWriter } from '#actors/writers/archive-writer.js';
import { advanceArchive, archiveLogs } from '#jobs/archive-logs.js';
import { openObjectStore } from '#src/adapters/object-store/open-object-store.js';
import { archiveObjects } from '#src/app/open-archive.js';
import { loadConfig } from '#src/config/config.js';
import { openStore } from '#src/open-store.js';
import { freePort } from '../scripts/cluster/ports.mjs';
import { populate } from './actors/population.mjs';
import { startMongod } from './engines/mongod.mjs';
import { wordBodies } from './lib/bodies.mjs';
import { chanceFrom } from './lib/chance.mjs';
import { startLocalNode } from './lib/local-node.mjs';
import { optionsOf } from './lib/options.mjs';

const [IN_FLIGHT, PARTS, MIB] = [256, 8, 1_048_576];
const CLEARED_AFTER_MS = 121_000;

const options = optionsOf(
  {
    folder: [null, 'where the store is, its backup and its copies'],
    phases: ['fill,start,verify,backup,restore,move,archive', 'which phases, in this order'],
    messages: [2_000_000, 'how many'],
    rooms: [200, 'how many rooms of ten people'],
  },
  'bench:kept',
);
if (!options.folder) throw new Error('--folder names a folder that is kept');
const data = join(options.folder, 'data');
const backup = join(options.folder, 'backup');
const run = promisify(execFile);
const chance = chanceFrom(1);

const phases = { fill, start, verify: () => verify(data), backup: makeBackup, restore, move, archive };
for (const name of options.phases.split(',')) await phases[name]();

async function fill() {
  const local = await startLocalNode({ engine: 'embedded', dataDir: data });
  const rooms = await populate(local.node, { rooms: options.rooms, members: 10 });
  const bodyOf = wordBodies(chance);
  for (let part = 1; part <= PARTS; part += 1) {
    const [from, before] = [performance.now(), process.cpuUsage()];
    const count = options.messages / PARTS;
    await sendAll(local.node, rooms, count, bodyOf);
    const seconds = (performance.now() - from) / 1_000;
    const { user, system } = process.cpuUsage(before);
    const [rate, us] = [Math.round(count / seconds), round((user + system) / count)];
    say(`fill ${part * count}`, `${rate} messages/s, ${us} µs of processor each, ${sizeOf(data)} MiB`);
  }
  await local.close();
  say('filled', `${sizeOf(data)} MiB, ${round((sizeOf(data) * MIB) / options.messages)} bytes a message`);
}

async function sendAll(node, rooms, count, bodyOf) {
  let sent = 0;
  const lane = async () => {
    while (sent < count) {
      sent += 1;
      const room = chance.pick(rooms);
      const draft = { clientId: randomUUID(), body: bodyOf(), replyTo: null, discussionOf: null };
      await send(node, room.id, { type: 'send_message', by: chance.pick(room.people), draft });
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
}

/** A busy disk may take longer than a command waits: the client id makes it the same message. */
async function send(node, room, command) {
  for (;;) {
    const answer = await node.rooms.tryAsk(room, command);
    if (answer.ok) return;
    if (answer.code !== 'unavailable') throw new Error(`a message was refused: ${answer.code}`);
    await sleep(answer.retryAfterMs);
  }
}

/** From the start of the process until it says that it is ready. */
async function start() {
  for (let time = 1; time <= 3; time += 1) {
    const port = await freePort();
    const from = performance.now();
    const env = { ...environment(data), PORT: String(port), METRICS_PORT: 'off', LOG_LEVEL: 'error' };
    const child = spawn(process.execPath, ['dist/src/main.js'], { env, stdio: ['ignore', 'inherit', 'inherit'] });
    while (!(await isReady(port))) await sleep(10);
    say(`start ${time}`, `${Math.round(performance.now() - from)} ms`);
    child.kill('SIGTERM');
    await new Promise((resolve) => child.once('exit', resolve));
  }
}

async function isReady(port) {
  try {
    return (await fetch(`http://127.0.0.1:${port}/api/ready`)).status === 200;
  } catch {
    return false;
  }
}

async function verify(dir) {
  const { output, seconds, cpu } = await command('scripts/verify-log.mjs', dir);
  const entries = Number(/(\d+) entries/.exec(output)?.[1]);
  say('verify-log', `${entries} entries in ${seconds} s (${cpu} s of processor), ${Math.round(entries / seconds)}/s`);
}

async function makeBackup() {
  rmSync(backup, { recursive: true, force: true });
  const { seconds, cpu } = await command('scripts/store/backup.mjs', data, backup);
  say('backup', `${seconds} s (${cpu} s of processor), ${sizeOf(backup)} MiB`);
}

async function restore() {
  const dir = join(options.folder, 'restored');
  rmSync(dir, { recursive: true, force: true });
  const { seconds, cpu } = await command('scripts/store/restore.mjs', dir, backup);
  say('restore', `${seconds} s (${cpu} s of processor), ${sizeOf(dir)} MiB, compared and verified`);
  rmSync(dir, { recursive: true, force: true });
}

/** To a MongoDB of its own, and back. */
async function move() {
  const mongod = await startMongod();
  const [there, dir] = [{ MONGODB_URI: mongod.uri }, join(options.folder, 'moved')];
  rmSync(dir, { recursive: true, force: true });
  const to = await command('scripts/store/migrate-store.mjs', data, '--to', mongod.uri);
  say('to MongoDB', `${to.seconds} s (${to.cpu} s of processor without mongod), compared and verified`);
  const back = await command('scripts/store/migrate-store.mjs', there, '--to', dir);
  say('back', `${back.seconds} s (${back.cpu} s of processor without mongod), ${sizeOf(dir)} MiB`);
  await mongod.stop();
  rmSync(dir, { recursive: true, force: true });
}

/** All closed stretches; the file is folded back by the store itself. */
async function archive() {
  let at = Date.now();
  const now = () => at;
  const config = loadConfig(environment(data));
  const rows = await openStore(config);
  const { objects } = await openObjectStore(config, now);
  const writer = createArchiveWriter({ rows, objects: archiveObjects(objects), env: { now } });
  const [from, before] = [performance.now(), process.cpuUsage()];
  const cold =
    (await archiveLogs({ archive: writer, reader: rows, now, takes: () => true, afterMs: 0, runMaxMs: 1e9 })) *
    writer.entries;
  at += CLEARED_AFTER_MS;
  await advanceArchive({ archive: writer, reader: rows, now });
  const seconds = Math.round((performance.now() - from) / 1_000);
  const { user, system } = process.cpuUsage(before);
  await objects.close();
  await rows.close();
  const objectsSize = sizeOf(join(data, 'objects'));
  const us = round((user + system) / cold);
  say('archive', `${cold} messages in ${seconds} s, ${us} µs of processor each; objects ${objectsSize} MiB`);
  say('archived', `store ${sizeOf(data) - objectsSize} MiB`);
  await verify(data);
}

function environment(place) {
  const own = typeof place === 'string' ? { DATA_DIR: place } : place;
  return { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'test', ...own };
}

/** The shell times it, because only it knows the processor time of a process that has ended. */
async function command(script, place, ...args) {
  const line = ['TIMEFORMAT="timed %R %U %S"; time "$@"', 'bash', process.execPath, script, ...args];
  const { stdout, stderr } = await run('bash', ['-c', ...line], { env: environment(place), maxBuffer: 64 * MIB });
  const [, real, user, system] = /timed ([\d.]+) ([\d.]+) ([\d.]+)/.exec(stderr) ?? [];
  return { output: stdout, seconds: Number(real), cpu: round(Number(user) + Number(system)) };
}

/** MiB of the files of a folder. */
function sizeOf(dir) {
  if (!existsSync(dir)) return 0;
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Math.round(files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0) / MIB);
}

function say(what, text) {
  console.log(`${what.padEnd(14)} ${text}`);
}

function round(value) {
  return Math.round(value * 10) / 10;
}
