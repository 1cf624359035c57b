import type { HeadDoc } from '#actors/room/put-head.js';
import { describeOnBothEngines } from '../support/engines.js';
import { FaultyStore, loseAnswers, type StoreCall } from '../support/faulty-store.js';
import { ada, bob, cem, RoomHouse, registerNames, sending } from '../support/room-house.js';

const HOUR_MS = 3_600_000;

const isWrite = ({ op }: StoreCall): boolean => op === 'write';

describeOnBothEngines('after a crash between an entry and what is derived from it', (openStore) => {
  let store: FaultyStore;
  let house: RoomHouse;

  beforeEach(async () => {
    store = new FaultyStore(await openStore());
    await registerNames(store);
    house = await new RoomHouse(store).found({}, [bob, cem]);
  });
  const finish = async () => {
    await house.stop();
    expect(await house.problems()).toEqual([]);
  };

  /** The entries land, their projections do not; then others own the room. */
  async function crashBeforeProjections(act: () => Promise<unknown>): Promise<void> {
    store.fault = (call, phase) => {
      if (isWrite(call) && phase === 'before') throw new Error('the process is gone');
    };
    await act();
    store.fault = () => undefined;
    house.abandon();
  }

  it('a reaction is there once, and giving it again changes nothing', async () => {
    const { id } = await house.say(ada, 'selam');
    const react = { type: 'react' as const, messageId: id, emoji: '👍', on: true };
    await crashBeforeProjections(() => house.ask(bob, react));
    expect(await house.ok(bob, react)).toEqual({ reactions: { '👍': 1 } });
    expect(await house.ok(bob, { ...react, on: false })).toEqual({ reactions: {} });
    await finish();
  });

  it('an edit, a deletion, a joining and a leaving are carried out', async () => {
    const [edited, deleted] = [await house.say(ada, 'bir'), await house.say(ada, 'iki')];
    await crashBeforeProjections(() => house.ask(ada, { type: 'edit_message', messageId: edited.id, body: 'bir!' }));
    await crashBeforeProjections(() => house.ask(ada, { type: 'delete_message', messageId: deleted.id }));
    await crashBeforeProjections(() => house.ask(bob, { type: 'leave_room' }));
    // Repairs come before anything new is decided: a store that refuses them lets nobody in.
    await house.ok(cem, { type: 'view_room' });
    await crashBeforeProjections(() => house.ask(bob, { type: 'join_room' }));
    const { message } = await house.ok(cem, { type: 'view_message', messageId: edited.id });
    expect(message.row).toMatchObject({ body: 'bir!', edits: [6] });
    expect((await house.ok(cem, { type: 'view_message', messageId: deleted.id })).message.row.body).toBe('');
    expect(await house.ok(bob, { type: 'view_list_row' })).toMatchObject({ unread: 0, room: { memberCount: 3 } });
    await finish();
  });

  it('rows that were deleted before it stay out of every count', async () => {
    const own = await house.say(bob, 'benim');
    const foreign = await house.say(ada, 'senin @bob');
    await house.ok(bob, { type: 'delete_message', messageId: own.id });
    await house.ok(ada, { type: 'delete_message', messageId: foreign.id });
    house.abandon();
    expect(await house.ok(bob, { type: 'view_list_row' })).toMatchObject({ unread: 1, unreadMentions: 0 });
    expect(await house.ok(cem, { type: 'view_list_row' })).toMatchObject({ unread: 0, lastMessage: null });
    await finish();
  });

  it('a message that ended a silence is swept in its time', async () => {
    const lasting = await new RoomHouse(store, { env: house.env }).found({ messageTtlHours: 1 }, [bob]);
    await lasting.env.leap(HOUR_MS);
    await lasting.node.rooms.ask(lasting.id, { type: 'expire_rows' });
    const sweepAt = async () => (await store.get<HeadDoc>('rooms', lasting.id))?.sweepAt;
    expect(await sweepAt()).toBeNull();
    store.fault = (call, phase) => {
      if (isWrite(call) && phase === 'before') throw new Error('the process is gone');
    };
    await lasting.ask(ada, sending('yine ben'));
    store.fault = () => undefined;
    lasting.abandon();
    expect(await sweepAt()).toBeNull();
    await lasting.ok(bob, { type: 'view_room' });
    expect(await sweepAt()).toBe(lasting.env.now() + HOUR_MS);
    await lasting.stop();
    expect(await lasting.problems()).toEqual([]);
    await finish();
  });

  it.each(['before', 'after'] as const)('an answer lost %s the store is no duplicate to its sender', async (phase) => {
    store.fault = loseAnswers('append', phase);
    const answer = await house.env.until(house.ask(ada, sending('bir kez', { clientId: 'c1' })));
    expect(answer).toMatchObject({ ok: true, value: { duplicate: false } });
    const again = await house.ok(ada, sending('bir kez', { clientId: 'c1' }));
    expect(again).toMatchObject({ duplicate: true, message: { row: { clientId: 'c1' } } });
    await finish();
  });

  it.each(['before', 'after'] as const)('a creation whose answer is lost %s the store is made once', async (phase) => {
    store.fault = loseAnswers('transaction', phase);
    const other = new RoomHouse(store, { env: house.env });
    await house.env.until(other.found());
    expect(await other.ok(ada, { type: 'view_room' })).toMatchObject({ isMember: true, memberCount: 1 });
    await other.stop();
    expect(await other.problems()).toEqual([]);
  });
});
