/**
 * The cost of one room with very many members: they are made through the store, not by logging in. One JSON line and a
 * table: memory of the process before and after the room is in it, and the time of each thing one does there.
 *
 *   npm run bench:large-room                          100 000 members, embedded
 *   npm run bench:large-room -- --engine mongo
 */
import { systemEnv } from '#actors/runtime/system-env.js';
import { noOrdinals } from '#src/domain/log/unread.js';
import { defaultSettings } from '#src/domain/rooms/room.js';
import { createNode } from '#src/node.js';
import { personNamed } from './actors/population.mjs';
import { startLocalNode } from './lib/local-node.mjs';
import { optionsOf } from './lib/options.mjs';

const options = optionsOf(
  {
    engine: ['embedded', 'embedded or mongo'],
    members: [100_000, 'how many members'],
    messages: [2_000, 'how many messages are sent'],
    readers: [2_000, 'how many members look at the room once'],
    'mongodb-uri': [null, 'a running replica set instead of a mongod of its own'],
  },
  'bench:large-room',
);

const BATCH = 5_000;
const id = systemEnv.uuid();
const founder = personNamed('founder');
const people = Array.from({ length: options.members - 1 }, (_, at) => personNamed(`p${at}`));
const steps = [];

const nodeOn = (store) =>
  createNode({ store, env: systemEnv, owner: systemEnv.uuid().slice(0, 8), alone: true, brand: 'bench' });
const list = (node, after) =>
  ask(node, { type: 'list_members', by: founder, limit: 5_000, ...(after ? { after } : {}) });
const draft = (body) => ({ body, clientId: null, replyTo: null, discussionOf: null });
const ask = (node, command) => node.rooms.ask(id, command, { deadlineMs: 120_000 });

const local = await startLocalNode({ engine: options.engine, mongodbUri: options['mongodb-uri'] });
try {
  await makeRoom(local);
  const heapBefore = heap();
  const node = nodeOn(local.store);
  await run({ node });
  await node.system.stop();
  console.log(JSON.stringify({ bench: 'large-room', ...options, node: process.version, heapBefore, steps }));
  for (const { step, ms, heapMiB, note = '' } of steps) {
    console.log(
      `${step.padEnd(44)} ${ms.toFixed(1).padStart(10)} ms   heap ${heapMiB.toFixed(1).padStart(7)} MiB  ${note}`,
    );
  }
} finally {
  await local.close();
}

/** The founder makes it; the others are put beside, as their joinings would have left them. */
async function makeRoom({ node, store }) {
  const settings = { ...defaultSettings, name: 'Meydan', eventsVisibility: 'none' };
  await ask(node, { type: 'create_room', by: founder, slug: 'meydan', settings });
  // The room leaves memory, and returns with the documents that are put into the store now.
  await node.system.stop();
  for (let from = 0; from < people.length; from += BATCH) {
    const docs = people.slice(from, from + BATCH);
    await store.write(
      docs.flatMap(({ accountId, username }, at) => [memberOf(accountId, username, from + at), readerOf(accountId)]),
    );
  }
  await store.write([{ op: 'set', in: 'rooms', id, set: { memberCount: options.members } }]);
}

function memberOf(account, username, nth) {
  const doc = {
    _id: `${id}:${account}`,
    room: id,
    account,
    username,
    present: true,
    role: 'member',
    joinedAt: Date.now(),
    joinedSeq: nth + 2,
    since: Date.now(),
    tag: null,
    granted: [],
    grantedBy: null,
    mutedUntil: null,
    historyFrom: 0,
    viewSince: 1,
    ownCounts: noOrdinals,
    own: [],
    ownFloor: 1,
    mentions: [],
    rev: 1,
  };
  return { op: 'put', in: 'members', doc };
}

function readerOf(account) {
  const cursor = { seq: 1, counts: noOrdinals, own: noOrdinals };
  const doc = { _id: `${id}:${account}`, room: id, account, v: 1, rev: 1, cursor };
  return { op: 'put', in: 'readers', doc: { ...doc, archived: false, muted: false, pinnedAt: 0 } };
}

async function run({ node }) {
  const [first, kicked, ...others] = people;
  await timed('first open (the room is loaded)', () => ask(node, { type: 'open_room', by: first, limit: 50 }));
  await timed('open again', () => ask(node, { type: 'open_room', by: first, limit: 50 }));
  await timed(`${options.messages} messages by as many people, 64 under way`, () =>
    each(others.slice(0, options.messages), (by) => ask(node, { type: 'send_message', by, draft: draft('selam') })),
  );
  await timed(`${options.readers} people open it, 64 under way`, () =>
    each(others.slice(-options.readers), (by) => ask(node, { type: 'open_room', by, limit: 50 })),
  );
  const listed = await timed('list of members, one page', () => list(node));
  steps.at(-1).note = `${listed.members.length} listed`;
  let [count, pages] = [0, 0];
  await timed('list of members, to the end', async () => {
    for (let page, after; page?.hasMore ?? true; after = page.members.at(-1).account) {
      page = await list(node, after);
      count += page.members.length;
      pages += 1;
    }
  });
  steps.at(-1).note = `${count} in ${pages} pages`;
  await timed('kick', () => ask(node, { type: 'kick_member', by: founder, account: kicked.accountId }));
  await timed('delete for everyone', () => ask(node, { type: 'delete_room', by: founder, scope: 'everyone' }));
  let batches = 0;
  await timed('sweep of what it leaves behind', async () => {
    for (; (await ask(node, { type: 'sweep_deleted_room' })) > 0; ) batches += 1;
  });
  steps.at(-1).note = `${batches} batches`;
}

async function timed(step, work) {
  const began = performance.now();
  const value = await work();
  steps.push({ step, ms: performance.now() - began, heapMiB: heap() });
  return value;
}

async function each(list, work) {
  const left = list.values();
  const one = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: 64 }, one));
}

function heap() {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 1_048_576;
}
