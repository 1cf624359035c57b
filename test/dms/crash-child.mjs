/**
 * A node of its own that goes on with the script from `from` and ends itself with SIGKILL at the crash point of
 * CRASH_AT=<point>:<n>. What was acknowledged stands in its diary.
 */
import { randomUUID } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';
import { systemEnv } from '../../dist/actors/runtime/system-env.js';
import { defaultProfile } from '../../dist/src/domain/accounts/account.js';
import { dmRoomId, pairOf } from '../../dist/src/domain/rooms/dm.js';
import { createNode } from '../../dist/src/node.js';
import { openEmbeddedStore } from '../../dist/src/store/embedded/embedded-store.js';
import { openMongoStore } from '../../dist/src/store/mongo/mongo-store.js';
import { callers, dmTerms, operations, STARS } from './crash-script.mjs';

const [, , place, diary, from] = process.argv;
const page = openSync(diary, 'a');
const say = (line) => writeSync(page, `${JSON.stringify(line)}\n`);

function crashHook(setting = '') {
  const [wanted, left] = [setting.slice(0, setting.lastIndexOf(':')), { times: Number(setting.split(':').at(-1)) }];
  return (point) => {
    if (point !== wanted || --left.times > 0) return;
    process.kill(process.pid, 'SIGKILL');
    for (;;);
  };
}

const store = await (place.startsWith('mongodb') ? openMongoStore({ uri: place }) : openEmbeddedStore({ dir: place }));

async function settle() {
  const absent = { absent: true };
  await store.write(
    Object.values(callers).flatMap(({ accountId: _id, username }) => {
      const { policy: dmPolicy, cost: dmStarCost } = dmTerms[username];
      const profile = { ...defaultProfile, dmPolicy, dmStarCost };
      const gift = { _id: `gift ${_id}`, account: _id, delta: STARS, reason: 'gift', relatedRoom: null, at: 1 };
      return [
        { op: 'put', in: 'accounts', doc: { _id, version: 1, username, profile, createdAt: 1 }, guard: absent },
        { op: 'put', in: 'usernames', doc: { _id: username, account: _id }, guard: absent },
        { op: 'put', in: 'tallies', doc: { _id, stars: STARS, followers: 0, following: 0 }, guard: absent },
        { op: 'put', in: 'ledger', doc: gift, guard: absent },
      ];
    }),
  );
}

await settle();
const onError = (error) => say({ error: String(error?.stack ?? error) });
const options = { store, env: systemEnv, owner: randomUUID().slice(0, 8), alone: true, brand: 'meydan' };
const node = createNode({ ...options, onError, crashPoint: crashHook(process.env.CRASH_AT) });

async function open(by, peer, pair, last) {
  for (let generation = last; ; generation += 1) {
    const answer = await node.rooms.tryAsk(dmRoomId(pair, generation), { type: 'open_dm', by, peer, generation });
    if (!answer.ok || answer.value.room) return answer;
  }
}

async function perform(operation, at) {
  const by = callers[operation.by];
  const pair = pairOf(by.accountId, callers[operation.with].accountId);
  const last = (await store.get('dms', pair.join(':')))?.generation ?? 0;
  if (operation.type === 'open') return open(by, callers[operation.with].accountId, pair, last);
  const room = dmRoomId(pair, last);
  if (operation.type === 'leave') return node.rooms.tryAsk(room, { type: 'leave_room', by });
  if (operation.type === 'delete') return node.rooms.tryAsk(room, { type: 'delete_room', by, scope: 'everyone' });
  if (operation.type === 'read') return node.rooms.tryAsk(room, { type: 'mark_read', by, seq: 1_000_000 });
  const draft = { body: operation.body, clientId: `c${at}`, replyTo: null, discussionOf: null };
  return node.rooms.tryAsk(room, { type: 'send_message', by, draft });
}

for (let at = Number(from); at < operations.length; at += 1) {
  const answer = await perform(operations[at], at);
  say({ at, answer: answer.ok ? 'ok' : answer.code });
}
await node.system.stop();
await store.close();
say({ done: true });
