/** Rooms are found by their slugs, and who asks first is first. */
import type { Rooms } from '#actors/room/commands.js';
import { createRoomFinder } from '#http/rooms/room-finder.js';
import type { Reader } from '#src/store/store.js';

function scene() {
  const answers: ((room: string | null) => void)[] = [];
  const reader = {
    get: () => new Promise((resolve) => answers.push((room) => resolve(room === null ? null : { _id: 'kahve', room }))),
  } as unknown as Reader;
  const finder = createRoomFinder({ rooms: {} as Rooms, reader });
  const asked: string[] = [];
  const ask = (name: string) =>
    finder
      .within('kahve', async (room) => void asked.push(`${name} ${room}`))
      .catch(({ refusal: { code } }) => asked.push(code));
  return { answers, asked, ask };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('operations of a room that is not remembered', () => {
  it('wait for one read, and keep their order', async () => {
    const { answers, asked, ask } = scene();
    const all = [ask('first'), ask('second')];
    answers[0]?.('room-1');
    await settled();
    all.push(ask('third'));
    await settled();
    for (const answer of answers.slice(1)) answer('room-1');
    await Promise.all(all);
    expect(asked).toEqual(['first room-1', 'second room-1', 'third room-1']);
  });

  it('read anew where the read before them found nothing', async () => {
    const { answers, asked, ask } = scene();
    const all = [ask('early'), ask('created')];
    answers[0]?.(null);
    await settled();
    answers[1]?.('room-1');
    await Promise.all(all);
    expect(asked).toEqual(['room_not_found', 'created room-1']);
  });
});
