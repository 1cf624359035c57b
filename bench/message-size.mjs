/**
 * What one message costs in the store: bytes by table, by index and by part of a row, for messages that the real code
 * made. `npm run bench:message-size -- [--messages=100000] [--engine=embedded|mongo] [--rooms=20] [--keep=<folder>]
 * [--texts=prose] [--archive] [--most=350]`
 *
 * Messages of 4 to 23 Turkish words, each with a UUID as its client_id, in rooms of ten people.
 */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { MongoClient } from 'mongodb';
import { createArchiveWriter } from '#actors/writers/archive-writer.js';
import { advanceArchive, archiveLogs } from '#jobs/archive-logs.js';
import { populate } from './actors/population.mjs';
import { startMongod } from './engines/mongod.mjs';
import { proseBodies, wordBodies } from './lib/bodies.mjs';
import { chanceFrom } from './lib/chance.mjs';
import { startLocalNode } from './lib/local-node.mjs';
import { optionsOf } from './lib/options.mjs';

const IN_FLIGHT = 256;
const options = optionsOf(
  {
    messages: [100_000, 'how many'],
    engine: ['embedded', 'embedded or mongo'],
    rooms: [20, 'how many rooms of ten people'],
    keep: [null, 'a folder for the embedded store, which is kept'],
    texts: ['words', 'words: of a short list; prose: sentences of docs/adr'],
    most: [0, 'bytes of MongoDB a message; more is a failure, 0 is no bound'],
    archive: [false, 'archives all closed stretches, and counts what they take then'],
  },
  'bench:message-size',
);
const chance = chanceFrom(1);
const bodyOf = options.texts === 'prose' ? proseBodies() : wordBodies(chance);
const counts = { bodyBytes: 0, sent: 0 };

if (options.engine === 'mongo') await measureMongo();
else await measureEmbedded();

async function measureEmbedded() {
  const dataDir = options.keep ?? (await mkdtemp(join(tmpdir(), 'meydan-bench-')));
  const local = await startLocalNode({ engine: 'embedded', dataDir });
  const us = await send(local.node);
  await local.node.system.stop();
  if (options.archive) await archiveAll(local.store);
  await local.close();
  embeddedSizes(dataDir);
  if (!options.keep) await rm(dataDir, { recursive: true, force: true });
  console.log(`${round(us)} µs of this process a message, the generator's included`);
}

async function measureMongo() {
  const mongod = await startMongod();
  const local = await startLocalNode({ engine: 'mongo', mongodbUri: mongod.uri });
  const us = await send(local.node);
  await local.node.system.stop();
  if (options.archive) await archiveAll(local.store);
  await local.close();
  await mongoSizes(mongod.uri);
  await mongod.stop();
  console.log(`${round(us)} µs of this process a message, the generator's included`);
}

/** Every closed stretch becomes an object, and its rows go. */
async function archiveAll(rows) {
  const objects = new Map();
  const port = {
    read: async (key) => objects.get(key) ?? null,
    write: async (key, body) => void objects.set(key, body),
    async remove(keys) {
      for (const key of keys) objects.delete(key);
    },
    list: async (prefix) => [...objects.keys()].filter((key) => key.startsWith(prefix)).sort(),
  };
  let at = Date.now();
  const now = () => at;
  const archive = createArchiveWriter({ rows, objects: port, env: { now } });
  const before = process.cpuUsage();
  const stretches = await archiveLogs({ archive, reader: rows, now, takes: () => true, afterMs: 0, runMaxMs: 1e9 });
  at += 121_000;
  await advanceArchive({ archive, reader: rows, now });
  const { user, system } = process.cpuUsage(before);
  const cold = stretches * archive.entries;
  const inObjects = [...objects.values()].reduce((sum, { length }) => sum + length, 0);
  const docs = await rows.range('stretches', { index: '_id', limit: 10_000 });
  const left = cold - docs.reduce((sum, doc) => sum + doc.rows, 0);
  const inDocs = docs.reduce((sum, doc) => sum + JSON.stringify(doc).length, 0);
  console.log(
    `${cold} of ${counts.sent} archived: ${round(inObjects / cold)} bytes in objects, ${round(inDocs / cold)} in`,
  );
  console.log(`  documents, ${round((left / cold) * 100)} % stay rows; ${round((user + system) / cold)} µs a message`);
}

/** Of the files, after a checkpoint. */
async function mongoSizes(uri) {
  const client = await new MongoClient(uri).connect();
  await client.db('admin').command({ fsync: 1 });
  const db = client.db();
  const [{ storageStats: stats }] = await db
    .collection('log')
    .aggregate([{ $collStats: { storageStats: {} } }])
    .toArray();
  const { count, size, storageSize, indexSizes, totalIndexSize } = stats;
  console.log(`${count} rows, ${round(counts.bodyBytes / counts.sent)} bytes of text`);
  const each = (storageSize + totalIndexSize) / count;
  console.log(`  all: ${round(each)}`);
  if (options.most > 0 && each > options.most) fail(`A message takes more than ${options.most} bytes of MongoDB.`);
  console.log(`  data: ${round(storageSize / count)}, ${round(size / count)} before compression`);
  for (const [name, bytes] of Object.entries(indexSizes))
    if (bytes > 100_000) console.log(`  ${name}: ${round(bytes / count)}`);
  await client.close();
}

async function send(node) {
  const rooms = await populate(node, { rooms: options.rooms, members: 10 });
  const { user, system } = process.cpuUsage();
  const lane = async () => {
    while (counts.sent < options.messages) {
      counts.sent += 1;
      const body = bodyOf();
      counts.bodyBytes += Buffer.byteLength(body);
      const room = chance.pick(rooms);
      const draft = { clientId: randomUUID(), body, replyTo: null, discussionOf: null };
      const answer = await node.rooms.tryAsk(room.id, { type: 'send_message', by: chance.pick(room.people), draft });
      if (!answer.ok) throw new Error(`a message was refused: ${answer.code}`);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
  const after = process.cpuUsage();
  return (after.user + after.system - user - system) / counts.sent;
}

function embeddedSizes(dir) {
  const db = new Database(join(dir, 'store.db'));
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const all = (sql) => db.prepare(sql).raw().all([]);
  const [[rows]] = all('SELECT count(*) FROM log');
  const parts = all('SELECT name, sum(pgsize) FROM dbstat GROUP BY name ORDER BY 2 DESC');
  const file = parts.reduce((sum, [, size]) => sum + size, 0);
  console.log(
    `${rows} rows, ${round(counts.bodyBytes / counts.sent)} bytes of text, ${round(file / rows)} bytes of file a row`,
  );
  for (const [name, size] of parts.slice(0, 6)) console.log(`  ${name}: ${round(size / rows)}`);
  const columns = all("SELECT name FROM pragma_table_info('log')").map(([name]) => name);
  for (const name of columns) {
    const [[size]] = all(`SELECT coalesce(sum(octet_length("${name}")), 0) FROM log`);
    if (size > 0) console.log(`  column ${name}: ${round(size / rows)}`);
  }
  db.close();
}

function round(value) {
  return Math.round(value * 10) / 10;
}

function fail(why) {
  console.error(why);
  process.exitCode = 1;
}
