/**
 * The appends and reads of the two engines, without a server around them.
 *
 *   npm run bench:store -- [--engine embedded|mongo|both] [--seconds 3] [--uri mongodb://…]
 *
 * Rows of 400 bytes over 200 rooms, every append durable before its answer (fsync; majority and journaled), 4
 * appends in flight. CPU is that of this process, its threads included; mongod's own is counted beside it.
 * A row is read back at the end of each load, so that nothing is counted that is not there.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { logId } from '../dist/src/store/collections.js';
import { openEmbeddedStore } from '../dist/src/store/embedded/embedded-store.js';
import { openMongoStore } from '../dist/src/store/mongo/mongo-store.js';
import { startMongod } from './engines/mongod.mjs';

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string', default: 'both' },
    seconds: { type: 'string', default: '3' },
    uri: { type: 'string' },
  },
});
const MS = Number(options.seconds) * 1000;
const ROOMS = Array.from({ length: 200 }, (_, at) => `0199aaaa-7e00-7000-8000-${String(at).padStart(12, '0')}`);
const IN_FLIGHT = 4;
const PER_CALL = [1, 16, 64, 256];

class Rows {
  #seqs = new Array(ROOMS.length).fill(0);
  #made = 0;

  next() {
    const at = Math.floor(Math.random() * ROOMS.length);
    const seq = ++this.#seqs[at];
    const room = ROOMS[at];
    const by = `account-${this.#made % 10}`;
    this.#made++;
    const head = { counts: { all: seq, admins: 0 }, memberCount: 10, lastMessageSeq: seq };
    const row = { id: `m${this.#made}`, type: 'text', body: 'x'.repeat(120) };
    return {
      _id: logId(room, seq),
      room,
      seq,
      rev: seq,
      at: Date.now(),
      by,
      row,
      head,
      dedup: `${room}:${by}:${this.#made}`,
    };
  }

  /** The id of a row that was appended some time ago. */
  someId() {
    const at = Math.floor(Math.random() * ROOMS.length);
    return logId(ROOMS[at], 1 + Math.floor(Math.random() * this.#seqs[at] * 0.9));
  }
}

const ownCpu = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

/** utime and stime of another process in microseconds (100 ticks a second on Linux). */
function cpuOf(pid) {
  if (!pid) return 0;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

const quantile = (sorted, part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

/** Runs `lanes` loops of `work` side by side; `work` answers how many operations it did. */
async function measure(lanes, pid, work) {
  const times = [];
  let done = 0;
  const [cpuBefore, serverBefore, startedAt] = [ownCpu(), cpuOf(pid), performance.now()];
  const lane = async () => {
    while (performance.now() - startedAt < MS) {
      const at = performance.now();
      const did = await work();
      done += did;
      times.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const tookMs = performance.now() - startedAt;
  times.sort((a, b) => a - b);
  return {
    perSecond: Math.round((done / tookMs) * 1000),
    cpuUs: round((ownCpu() - cpuBefore) / done),
    serverCpuUs: round((cpuOf(pid) - serverBefore) / done),
    p50Ms: round(quantile(times, 0.5)),
    p99Ms: round(quantile(times, 0.99)),
    maxMs: round(times.at(-1) ?? 0),
  };
}

const round = (value) => Math.round(value * 100) / 100;

async function loadsOf(store, pid) {
  const rows = new Rows();
  const results = [];
  const add = (load, result) => results.push({ engine: store.engine, load, ...result });
  for (const size of PER_CALL) {
    const result = await measure(IN_FLIGHT, pid, async () => {
      const entries = Array.from({ length: size }, () => rows.next());
      const { appended } = await store.append(entries);
      if (appended !== size) throw new Error(`only ${appended} of ${size} were appended`);
      return size;
    });
    add(`append ${size} a call`, result);
  }
  const found = async (ids) => {
    const docs = await store.getMany('log', ids);
    if (docs.some((doc) => doc === null)) throw new Error('an appended row is not there');
    return ids.length;
  };
  add('read a row', await measure(1, pid, () => found([rows.someId()])));
  add('read rows, 64 at once', await measure(64, pid, () => found([rows.someId()])));
  add(
    'look up 64 unknown keys at once',
    await measure(64, pid, async () => (await store.getManyBy('log', 'dedup', [`none-${Math.random()}`])).length),
  );
  const newest = (room) => store.range('log', { index: '_id', gte: `${room}:`, lt: `${room};`, desc: true, limit: 50 });
  add(
    'newest 50 of a room',
    await measure(4, pid, async () => ((await newest(ROOMS[Math.floor(Math.random() * 200)])).length > 0 ? 1 : 0)),
  );
  return results;
}

async function benchEmbedded() {
  const dir = mkdtempSync(join(tmpdir(), 'meydan-bench-'));
  const store = await openEmbeddedStore({ dir });
  try {
    return await loadsOf(store);
  } finally {
    await store.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function benchMongo() {
  const server = options.uri ? { uri: options.uri, stop: async () => undefined } : await startMongod();
  try {
    const store = await openMongoStore({ uri: server.uri });
    const results = await loadsOf(store, server.pid);
    await store.close();
    return results;
  } finally {
    await server.stop();
  }
}

const results = [];
if (options.engine !== 'mongo') results.push(...(await benchEmbedded()));
if (options.engine !== 'embedded') results.push(...(await benchMongo()));
console.table(results);
console.log(JSON.stringify({ bench: 'store', at: new Date().toISOString(), node: process.version, results }));
