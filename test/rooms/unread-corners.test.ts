import { callerNamed, RoomNode } from '../support/rooms/room-node.js';
import { describeOnEmbedded } from '../support/store/engines.js';

describeOnEmbedded('unread, where one entry touches a member twice', (openStore) => {
  it('counts the row of a deletion as its doer’s own, also when the deleted row mentioned them', async () => {
    const room = new RoomNode(await openStore());
    await room.create('ada');
    await room.join('bob');
    const { id } = await room.say('bob', 'selam @ada');
    expect(await room.listRow('ada')).toMatchObject({ unread: 2, unreadMentions: 1 });
    await room.ask({ type: 'delete_message', by: callerNamed('ada'), messageId: id });
    expect(await room.listRow('ada')).toMatchObject({ unread: 1, unreadMentions: 0 });
    const again = await room.again();
    expect(await again.listRow('ada')).toMatchObject({ unread: 1, unreadMentions: 0 });
    await again.node.system.stop();
    expect(await again.problems()).toEqual([]);
  });
});
