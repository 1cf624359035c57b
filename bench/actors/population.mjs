/** People and rooms for a load, made through the actors as the edge would make them. */
import { systemEnv } from '#actors/runtime/system-env.js';
import { defaultSettings } from '#src/domain/rooms/room.js';

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
