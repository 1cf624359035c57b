/** People and rooms for a load, made through the actors as the edge would make them. */
import { systemEnv } from '#actors/runtime/system-env.js';
import { defaultSettings } from '#src/domain/room.js';

const AT_ONCE = 64;

export const personNamed = (username) => ({
  accountId: systemEnv.uuid(),
  username,
  sessionId: systemEnv.uuid(),
  language: null,
});

/** `rooms` rooms of `members` people each; a person is in one room only. */
export async function populate(node, { rooms, members }) {
  const made = Array.from({ length: rooms }, (_, at) => ({
    id: systemEnv.uuid(),
    slug: `room-${at}`,
    people: Array.from({ length: members }, (_, nth) => personNamed(`p${at}_${nth}`)),
  }));
  const settings = { ...defaultSettings, name: 'Load' };
  await each(made, ({ id, slug, people }) =>
    node.rooms.ask(id, { type: 'create_room', by: people[0], slug, settings }, { deadlineMs: 60_000 }),
  );
  const joins = made.flatMap(({ id, people }) => people.slice(1).map((by) => ({ id, by })));
  await each(joins, ({ id, by }) => node.rooms.ask(id, { type: 'join_room', by }, { deadlineMs: 60_000 }));
  return made;
}

/** Some at a time: a mailbox is bounded, and says so. */
async function each(list, work) {
  const left = list.values();
  const one = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}
