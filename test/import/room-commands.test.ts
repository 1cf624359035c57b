/** What a room takes from an import, and when. */
import { defaultSettings } from '#src/domain/rooms/room.js';
import { callerNamed, RoomNode, StillClock } from '../support/rooms/room-node.js';
import { describeOnBothEngines } from '../support/store/engines.js';

const ada = { accountId: 'account-ada', username: 'ada' };
const message = {
  kind: 'text' as const,
  attachment: null,
  sender: { accountId: null, username: 'Grace' },
  replyTo: null,
  discussionOf: null,
  editedAt: null,
  reactions: {},
};

describeOnBothEngines('a room that is imported', (openStore) => {
  const settings = { ...defaultSettings, name: 'Kahve' };
  const begin = async () => {
    const room = new RoomNode(await openStore(), { clock: new StillClock() });
    await room.name('ada');
    await room.ask({ type: 'import_room', slug: 'kahve', settings, founder: ada.accountId, at: 1_000, chain: '0.a' });
    return room;
  };
  const add = (room: RoomNode, n: number, more: { after?: string; at?: number; body?: string } = {}) => {
    const { after = `${n - 1}.a`, at = n * 1_000, body = `row ${n}` } = more;
    return room.ask({
      type: 'import_message',
      source: `m${n}`,
      at,
      after,
      chain: `${n}.a`,
      message: { ...message, body },
    });
  };
  const publish = (room: RoomNode, after: string) =>
    room.ask({ type: 'publish_import', founder: ada, members: [ada], visibility: 'open', after });

  it('takes each message behind the one before it, and only there', async () => {
    const room = await begin();
    await expect(add(room, 2)).rejects.toThrow();
    await add(room, 1);
    await expect(add(room, 1)).rejects.toThrow();
    await expect(add(room, 2, { after: '1.other' })).rejects.toThrow();
    // Of many on their way none passes one that is refused.
    const sent = [add(room, 2), add(room, 3, { body: 'x'.repeat(16_385) }), add(room, 4), add(room, 5)];
    expect((await Promise.allSettled(sent)).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'rejected',
    ]);
    await expect(publish(room, '3.a')).rejects.toThrow();
    const later = await room.again();
    const { chain } = await later.ask({
      type: 'import_room',
      slug: 'other',
      settings,
      founder: 'x',
      at: 0,
      chain: '0.b',
    });
    expect(chain).toBe('2.a');
    await add(later, 3);
    await publish(later, '3.a');
    expect(await later.bodies('ada')).toEqual(['row 1', 'row 2', 'row 3']);
    expect(await later.problems()).toEqual([]);
    await later.node.system.stop();
  });

  it('takes nothing more once it is published', async () => {
    const room = await begin();
    await add(room, 1);
    await publish(room, '1.a');
    await publish(room, '1.a');
    await expect(add(room, 2)).rejects.toThrow();
    const file = {
      type: 'import_file',
      key: 'room-media/room-1/a.png',
      contentType: 'image/png',
      maxBytes: 9,
    } as const;
    await expect(room.ask(file)).rejects.toThrow();
    await room.say('ada', 'and on it goes');
    expect(await room.bodies('ada')).toEqual(['row 1', 'and on it goes']);
    expect(await room.problems()).toEqual([]);
    await room.node.system.stop();
  });

  it('has nobody in it, and its slug leads nowhere, until it is published', async () => {
    const room = await begin();
    await add(room, 1);
    await expect(room.say('ada', 'too early')).rejects.toThrow();
    expect(await room.store.get('slugs', 'kahve')).toMatchObject({ room: 'import:room-1' });
    expect(await room.ask({ type: 'view_room', by: callerNamed('ada') })).toMatchObject({ isMember: false });
    expect(await room.problems()).toEqual([]);
    const other = new RoomNode(room.store, { id: 'room-2' });
    await expect(other.create('ada')).rejects.toThrow();
    await publish(room, '1.a');
    expect(await room.store.get('slugs', 'kahve')).toMatchObject({ room: 'room-1' });
    await other.node.system.stop();
    await room.node.system.stop();
  });
});
