/**
 * The erasure of one member of a long room: how long it takes, what it reads, and what is left of the account.
 *
 *   npm run bench:erasure                              300 000 rows, embedded
 *   npm run bench:erasure -- --engine mongo --own 20000
 *
 * Rows are sent by two people; the member's own ones stand among them, at places drawn by the seed, and others answer a
 * part of them. `documents` are those that the actors got to see, whatever was passed over to find them.
 */
import { performance } from 'node:perf_hooks';
import { verifyRoom } from '#actors/room/verify/verify-room.js';
import { systemEnv } from '#actors/runtime/system-env.js';
import { eraseFromRooms } from '#jobs/erase-rooms.js';
import { createNode } from '#src/node.js';
import { populate } from './actors/population.mjs';
import { chanceFrom } from './lib/chance.mjs';
import { measureCpu } from './lib/cpu.mjs';
import { startLocalNode } from './lib/local-node.mjs';
import { optionsOf } from './lib/options.mjs';

const IN_FLIGHT = 128;
/** One of so many of the member's rows is answered by somebody else. */
const ANSWERED = 10;
const options = optionsOf(
  {
    engine: ['embedded', 'embedded or mongo'],
    rows: [300_000, 'rows of the room'],
    own: [1_000, 'how many of them are the member’s'],
    seed: [19, 'draws the places of those'],
    'mongodb-uri': [null, 'a running replica set instead of a mongod of its own'],
  },
  'bench:erasure',
);
const chance = chanceFrom(options.seed);
const local = await startLocalNode({ engine: options.engine, mongodbUri: options['mongodb-uri'] });
try {
  const [{ id, people }] = await populate(local.node, { rooms: 1, members: 3 });
  const member = people[2].accountId;
  await fill(local.node, { id, people });
  await local.node.system.stop();
  await local.store.write([{ op: 'del', in: 'accounts', id: member }]);
  const counts = { scans: 0, ranges: 0, documents: 0, turns: 0, scanMs: 0 };
  const store = counting(local.store, counts);
  const node = createNode({ store, env: systemEnv, owner: 'erasure', alone: true, brand: 'bench' });
  const rooms = {
    tryAsk(room, command) {
      counts.turns += 1;
      return node.rooms.tryAsk(room, command);
    },
  };
  const cpu = measureCpu(local.storePid);
  const startedAt = performance.now();
  const left = await eraseFromRooms({ rooms, users: node.users, reader: store }, member, false);
  const ms = performance.now() - startedAt;
  const { actors, store: storeMs } = cpu();
  const round = (value) => Math.round(value);
  const found = {
    left,
    ...counts,
    scanMs: round(counts.scanMs),
    ms: round(ms),
    mainThreadMs: round(actors),
    storeMs: round(storeMs),
  };
  await node.system.stop();
  const { problems } = await verifyRoom(local.store, id);
  const rest = await local.store.scan('log', { text: member, gt: `${id}:`, lt: `${id};`, limit: 10_000 });
  console.log(
    JSON.stringify({ bench: 'erasure', ...options, ...found, problems: problems.length, rest: rest.docs.length }),
  );
  if (left + problems.length + rest.docs.length > 0) process.exitCode = 1;
} finally {
  await local.close();
}

async function fill(node, { id, people }) {
  const [ada, bob, member] = people;
  let left = options.own;
  let sent = 0;
  const own = [];
  const say = async (by, replyTo = null) => {
    const draft = { clientId: systemEnv.uuid(), body: 'x'.repeat(80), replyTo, discussionOf: null };
    const answer = await node.rooms.tryAsk(id, { type: 'send_message', by, draft });
    if (!answer.ok) throw new Error(answer.code);
    return answer.value.message.row.id;
  };
  const lane = async () => {
    while (sent < options.rows) {
      const isOwn = chance.next() < left / (options.rows - sent);
      sent += 1;
      if (isOwn) {
        left -= 1;
        own.push(await say(member));
      } else await say(sent % 2 === 0 ? ada : bob, sent % ANSWERED === 0 ? (own.pop() ?? null) : null);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
}

/** The same store, with the documents that are read counted. */
function counting(store, counts) {
  const known = {
    async scan(from, scan) {
      const startedAt = performance.now();
      const scanned = await store.scan(from, scan);
      counts.scanMs += performance.now() - startedAt;
      counts.scans += 1;
      counts.documents += scanned.docs.length;
      return scanned;
    },
    async range(from, range) {
      const docs = await store.range(from, range);
      counts.ranges += 1;
      counts.documents += docs.length;
      return docs;
    },
  };
  return new Proxy(store, {
    get(_, name) {
      const value = known[name] ?? store[name];
      return typeof value === 'function' ? value.bind(store) : value;
    },
  });
}
