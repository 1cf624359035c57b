/** People and rooms for a load, made through the actors as the edge would make them. */
import { systemEnv } from '#actors/runtime/system-env.js';
import { defaultSettings } from '#src/domain/rooms/room.js';
import { dedupKey, logId } from '#src/store/collections.js';

const CONCURRENCY = 64;
const TRIES_MAX = 30;

export const personNamed = (username) => ({
  accountId: systemEnv.uuid(),
  username,
  sessionId: systemEnv.uuid(),
  language: null,
});

/** `rooms` rooms of `members` people each; a person is in one room only. `ttlHours`: how long messages last. */
export async function populate(node, { rooms, members, name = 'room', ttlHours = null }) {
  const made = Array.from({ length: rooms }, (_, at) => ({
    id: systemEnv.uuid(),
    slug: `${name}-${at}`,
    people: Array.from({ length: members }, (_, nth) => personNamed(`${name}_p${at}_${nth}`)),
  }));
  const settings = { ...defaultSettings, name: 'Load', messageTtlHours: ttlHours };
  await each(made, ({ id, slug, people }) =>
    persist(() => node.rooms.tryAsk(id, { type: 'create_room', by: people[0], slug, settings })),
  );
  const joins = made.flatMap(({ id, people }) => people.slice(1).map((by) => ({ id, by })));
  await each(joins, ({ id, by }) => persist(() => node.rooms.tryAsk(id, { type: 'join_room', by })));
  return made;
}

const FILLED_ROOMS = 2_000;
const ROWS_PER_APPEND = 256;

/** So many rows in rooms of their own: copies of a real entry, as large as it is, with other keys. */
export async function fillLog({ node, store }, { id, people }, count) {
  const [by] = people;
  const draft = { clientId: systemEnv.uuid(), body: 'x'.repeat(120), replyTo: null, discussionOf: null };
  await persist(() => node.rooms.tryAsk(id, { type: 'send_message', by, draft }));
  const [sample] = await store.range('log', { index: '_id', gt: `${id}:`, lt: `${id};`, desc: true, limit: 1 });
  const rooms = Array.from({ length: FILLED_ROOMS }, () => systemEnv.uuid());
  const rowAt = (at) => {
    const room = rooms[at % FILLED_ROOMS];
    const seq = Math.floor(at / FILLED_ROOMS) + 1;
    const clientId = systemEnv.uuid();
    const keys = { _id: logId(room, seq), room, seq, rev: seq, dedup: dedupKey(room, by.accountId, clientId) };
    return { ...sample, ...keys, row: { ...sample.row, clientId } };
  };
  for (let made = 0; made < count; made += ROWS_PER_APPEND) {
    await store.append(Array.from({ length: Math.min(ROWS_PER_APPEND, count - made) }, (_, at) => rowAt(made + at)));
  }
}

/** A machine that is busy with other things answers later; both commands may be asked again. */
async function persist(ask) {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    if (answer.ok) return;
    if (tries === TRIES_MAX) throw new Error(`rooms cannot be made: ${answer.code}`);
    await new Promise((resolve) => setTimeout(resolve, answer.retryAfterMs ?? 100));
  }
}

/** Some at a time: a mailbox is bounded, and says so. */
async function each(list, work) {
  const left = list.values();
  const one = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, one));
}
