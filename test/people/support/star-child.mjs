/**
 * A node of its own that lives the script of stars from one deed on and ends itself with SIGKILL at the crash point it
 * comes to as the `dieAt`-th. What was acknowledged stands in its diary.
 */
import { randomUUID } from 'node:crypto';
import { openSync, writeSync } from 'node:fs';
import { systemEnv } from '../../../dist/actors/runtime/system-env.js';
import { dmRoomId, pairOf } from '../../../dist/src/domain/rooms/dm.js';
import { createNode } from '../../../dist/src/node.js';
import { openEmbeddedStore } from '../../../dist/src/store/embedded/embedded-store.js';
import { openMongoStore } from '../../../dist/src/store/mongo/mongo-store.js';
import { deedOf } from './star-script.mjs';

const { place, diary, seed, from, to, dieAt, people } = JSON.parse(process.argv[2]);
const WIDTH = 16;
const page = openSync(diary, 'a');
const say = (line) => writeSync(page, `${JSON.stringify(line)}\n`);

let left = dieAt ?? Number.POSITIVE_INFINITY;
function crashPoint() {
  left -= 1;
  if (left > 0) return;
  process.kill(process.pid, 'SIGKILL');
  for (;;);
}

const store = await (place.startsWith('mongodb') ? openMongoStore({ uri: place }) : openEmbeddedStore({ dir: place }));
const options = { store, env: systemEnv, owner: randomUUID().slice(0, 8), alone: true, brand: 'meydan' };
const onError = (error) => say({ error: String(error?.stack ?? error) });
const node = createNode({ ...options, onError, crashPoint });

/** Opened, and left before anybody wrote: it goes, and the next opening costs again. */
async function openDm(who, peer) {
  const [by, other] = [people[who], people[peer]];
  const pair = pairOf(by.accountId, other.accountId);
  for (let generation = (await store.get('dms', pair.join(':')))?.generation ?? 0; ; generation += 1) {
    const room = dmRoomId(pair, generation);
    const opened = await node.rooms.tryAsk(room, { type: 'open_dm', by, peer: other.accountId, generation });
    if (opened.ok && !opened.value.room) continue;
    if (opened.ok) await node.rooms.tryAsk(room, { type: 'leave_room', by });
    return opened;
  }
}

function perform({ op, who, ...deed }) {
  const { accountId } = people[who];
  if (op === 'dm') return openDm(who, deed.peer);
  if (op === 'grant') {
    const { entryId, delta } = deed;
    return node.users.tryAsk(accountId, { type: 'grant_stars', entryId, delta, reason: 'gift' });
  }
  const { room, handle, price } = deed;
  return node.users.tryAsk(accountId, { type: 'buy_link', room: `room-${room}`, slug: `oda-${room}`, handle, price });
}

for (let at = from; at < to; at += WIDTH) {
  const burst = Array.from({ length: Math.min(WIDTH, to - at) }, (_, n) => at + n);
  say({ begun: burst.at(-1) + 1 });
  await Promise.all(
    burst.map(async (index) => {
      const answer = await perform(deedOf(seed, index));
      say({ at: index, answer: answer.ok ? 'ok' : answer.code });
    }),
  );
}
await node.system.stop();
await store.close();
say({ done: true });
