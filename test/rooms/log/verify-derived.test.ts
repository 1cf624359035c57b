import { digestId } from '#actors/room/model/digests.js';
import { logId } from '#src/store/collections.js';
import type { Write } from '#src/store/store.js';
import { callerNamed, RoomNode } from '../../support/rooms/room-node.js';
import { describeOnEmbedded } from '../../support/store/engines.js';

const HOUR = 3_600_000;

describeOnEmbedded('verify-log, on what was expired and what is kept for searching', (openStore) => {
  let room: RoomNode;
  const words = () => digestId(room.id, 'words', 0);
  const topics = () => digestId(room.id, 'topics', 0);
  const set = (write: Omit<Extract<Write, { op: 'set' }>, 'op'>) => room.store.write([{ op: 'set', ...write }]);
  const problems = async () => (await room.problems()).join('; ');

  /** A row that was swept, then more than a span full of others that were searched. */
  beforeEach(async () => {
    room = new RoomNode(await openStore());
    await room.create('ada', { messageTtlHours: 2 });
    await room.say('ada', 'eski');
    room.clock.move(2 * HOUR + 1);
    await room.ask({ type: 'expire_rows' });
    await room.sayMany('ada', 520, (at) => `mesaj ${at} #kahve`);
    await room.node.lookup.search(room.id, callerNamed('ada'), { q: 'yok', limit: 1 });
    await room.node.lookup.topics(room.id, callerNamed('ada'));
    await room.node.system.stop();
    expect(await problems()).toBe('');
  });

  it('refuses a swept row that says something again', async () => {
    await set({ in: 'log', id: logId(room.id, 2), set: { content: { body: 'eski' } } });
    expect(await problems()).toMatch(/still says something/);
  });

  it('refuses a boundary that the log does not tell of', async () => {
    await set({ in: 'rooms', id: room.id, set: { expiredAt: 1, rev: 523 } });
    expect(await problems()).toMatch(/boundary of what has expired/);
  });

  it('refuses a sweep that came before its time', async () => {
    const entry = await room.store.get<{ _id: string; facts: object[] }>('log', logId(room.id, 3));
    await set({ in: 'log', id: logId(room.id, 3), set: { at: Date.now() - HOUR, facts: entry?.facts } });
    expect(await problems()).toMatch(/before its time/);
  });

  it('refuses a room with a lifetime that no sweep will look at', async () => {
    await set({ in: 'rooms', id: room.id, set: { sweepAt: null } });
    expect(await problems()).toMatch(/expires and is not swept/);
  });

  it('refuses a word that no search would find, and topics that do not add up', async () => {
    await set({ in: 'digests', id: words(), set: { words: ' kahve ' } });
    expect(await problems()).toMatch(/a row that no search finds/);
    await set({ in: 'digests', id: topics(), set: { messages: 1 } });
    expect(await problems()).toMatch(/topics/);
  });

  it('refuses an open room that is not found by its name', async () => {
    await room.store.write([{ op: 'del', in: 'roomWords', id: `${room.id}:kahve` }]);
    expect(await problems()).toMatch(/by which the room is not found/);
  });
});
