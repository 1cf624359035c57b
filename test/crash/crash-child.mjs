/**
 * A node of its own that lives the script from where it stopped, and ends itself with SIGKILL at the crash point of
 * CRASH_AT=<point>:<n>. It writes each acknowledgement and each delivery into its diary as it gets them.
 */
import { randomUUID } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';
import { systemEnv } from '../../dist/actors/runtime/system-env.js';
import { defaultSettings } from '../../dist/src/domain/rooms/room.js';
import { createNode } from '../../dist/src/node.js';
import { openEmbeddedStore } from '../../dist/src/store/embedded/embedded-store.js';
import { openMongoStore } from '../../dist/src/store/mongo/mongo-store.js';
import { operationsOf, people, rooms } from './script.mjs';

const [, , place, diary, from = '{}'] = process.argv;
const BURST = 5;
/** After so many operations the actors are stopped and started, which writes checkpoints. */
const LIFE = 40;
const page = openSync(diary, 'a');
const say = (line) => writeSync(page, `${JSON.stringify(line)}\n`);

function crashHook(setting) {
  const cut = setting?.lastIndexOf(':') ?? -1;
  if (cut < 0) return () => undefined;
  const wanted = setting.slice(0, cut);
  let left = Number(setting.slice(cut + 1));
  return (point) => {
    if (point !== wanted || --left > 0) return;
    process.kill(process.pid, 'SIGKILL');
    for (;;);
  };
}

const store = await (place.startsWith('mongodb') ? openMongoStore({ uri: place }) : openEmbeddedStore({ dir: place }));
await store.write(
  people.map(({ username, accountId }) => ({ op: 'put', in: 'usernames', doc: { _id: username, account: accountId } })),
);
const crashPoint = crashHook(process.env.CRASH_AT);
const start = () => {
  const onError = (error) => say({ error: String(error?.stack ?? error) });
  const options = { store, env: systemEnv, owner: randomUUID().slice(0, 8), alone: true, brand: 'meydan' };
  const node = createNode({ ...options, onError, crashPoint });
  for (const room of rooms) {
    // Where a room is says nothing new.
    node.streams.watch(room, ({ seq, isPlace }) => isPlace || say({ delivered: { room, seq } }));
  }
  return node;
};
let node = start();

/** Ids of what was said: a resend answers them again. */
const idOf = new Map();

async function commandFor(room, { op, who, clientId, target, ...rest }) {
  const by = people[who];
  const slug = `oda-${room.slice(-1)}`;
  if (op === 'create') return { type: 'create_room', by, slug, settings: { ...defaultSettings, name: 'Oda' } };
  if (op === 'join' || op === 'leave') return { type: `${op}_room`, by };
  if (op === 'send')
    return { type: 'send_message', by, draft: { body: rest.body, clientId, replyTo: null, discussionOf: null } };
  const messageId = idOf.get(`${room} ${target}`) ?? (await lookUp(room, target));
  if (op === 'edit') return { type: 'edit_message', by, messageId, body: rest.body };
  if (op === 'delete') return { type: 'delete_message', by, messageId };
  if (op === 'react') return { type: 'react', by, messageId, emoji: rest.emoji, on: rest.on };
  return { type: 'mark_read', by, messageId };
}

async function lookUp(room, clientId) {
  const [, sender] = operationsOf(room).flatMap((each) => (each.clientId === clientId ? [each, people[each.who]] : []));
  const [doc] = await store.getManyBy('log', 'dedup', [`${room}:${sender.accountId}:${clientId}`]);
  return doc?.row.id ?? 'none';
}

async function perform(room, [at, operation, command]) {
  const answer = await node.rooms.tryAsk(room, command);
  if (operation.op === 'send' && answer.ok) idOf.set(`${room} ${operation.clientId}`, answer.value.message.row.id);
  say({ acked: { room, at, answer: answer.ok ? 'ok' : answer.code, id: answer.value?.message?.row?.id } });
  return answer.code === 'unavailable' ? at : null;
}

/**
 * A burst is sent at once, so that only what one person says keeps its order: one of a burst sends, and what speaks of
 * a row of the same burst begins the next one.
 */
function burstFrom(operations, at, end) {
  const burst = [];
  const said = new Set();
  let speaker = null;
  for (let next = at; next < Math.min(at + BURST, end); next += 1) {
    const operation = operations[next];
    if (said.has(operation.target)) break;
    if (operation.op === 'send') {
      if (speaker !== null && speaker !== operation.who) break;
      speaker = operation.who;
    }
    if (operation.clientId) said.add(operation.clientId);
    burst.push([next, operation]);
  }
  return burst;
}

async function live(room, from, to) {
  const operations = operationsOf(room);
  const end = Math.min(to, operations.length);
  for (let at = from; at < end; ) {
    const burst = burstFrom(operations, at, end);
    const ready = await Promise.all(burst.map(async ([index, each]) => [index, each, await commandFor(room, each)]));
    const answers = await Promise.all(ready.map((each) => perform(room, each)));
    // Nobody knows what became of it: it is done again, with all that came after it.
    at = answers.find((unknown) => unknown !== null) ?? at + burst.length;
  }
  return end;
}

const reached = JSON.parse(from);
// One after the other: a database keeps the transaction of a process that died in it open for a minute.
for (const room of rooms) reached[room] = await live(room, reached[room] ?? 0, Math.max(1, reached[room] ?? 0));
for (let isDone = false; !isDone; ) {
  await Promise.all(
    rooms.map(async (room) => {
      reached[room] = await live(room, reached[room] ?? 0, (reached[room] ?? 0) + LIFE);
    }),
  );
  await node.system.stop();
  isDone = rooms.every((room) => reached[room] >= operationsOf(room).length);
  if (!isDone) node = start();
}
await store.close();
say({ done: true });
