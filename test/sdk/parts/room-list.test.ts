/** The list of rooms learns of open rooms what the service tells by their own events alone. */
import { RoomList } from '#sdk/room-list.js';
import type { RoomListRow } from '#sdk/wire.js';
import { quickTimers, settled } from './quick-timers.js';

const room = (slug: string, more: object = {}) => ({ slug, unread: 0, unread_mentions: 0, ...more }) as RoomListRow;

async function list(...rooms: RoomListRow[]) {
  const at = { asked: 0 };
  const own = new RoomList(
    async () => {
      at.asked += 1;
      return { rooms };
    },
    () => 'ada',
  );
  await own.load();
  return { own, at };
}

describe('the list of rooms', () => {
  it('has the name, the role and the permissions that a room has now', async () => {
    const { own } = await list(room('kahve', { name: 'Kahve' }), room('kitap', { name: 'Kitap' }));
    own.takeChange('kahve', { type: 'room:updated', changes: { name: 'Çay' } } as never);
    own.take('permissions:changed', { room: 'kahve', my_role: 'admin', my_permissions: ['send_message'] });
    expect(own.all).toEqual([
      room('kahve', { name: 'Çay', my_role: 'admin', my_permissions: ['send_message'] }),
      room('kitap', { name: 'Kitap' }),
    ]);
  });

  it('shows whether the other person of a direct chat is here', async () => {
    const peer = { id: 'bora', username: 'bora', avatar: null, online: false };
    const { own } = await list(room('kahve'), room('dm-1', { peer }));
    own.take('presence', { account_id: 'bora', online: true, last_seen: null });
    own.take('presence', { account_id: 'cem', online: true, last_seen: null });
    expect(own.all).toEqual([room('kahve'), room('dm-1', { peer: { ...peer, online: true } })]);
  });

  it('does not go on showing a message that was edited, deleted or has expired', async () => {
    using _ = quickTimers();
    const { own, at } = await list(room('kahve', { last_message: { id: 'm1', body: 'bir' } }));
    own.takeChange('kahve', { type: 'message:edited', message: { id: 'm0', body: 'sıfır' } } as never);
    own.takeChange('kahve', { type: 'message:edited', message: { id: 'm1', body: 'iki' } } as never);
    expect(own.all[0]).toMatchObject({ last_message: { id: 'm1', body: 'iki' } });
    own.takeChange('kahve', { type: 'message:deleted', message_id: 'm0' } as never);
    own.takeChange('kitap', { type: 'message:deleted', message_id: 'm1' } as never);
    await settled();
    expect(at.asked).toBe(1);
    own.takeChange('kahve', { type: 'message:deleted', message_id: 'm1' } as never);
    await settled();
    expect(at.asked).toBe(2);
    own.takeChange('kahve', { type: 'message:expired', message_ids: ['m0', 'm1'] } as never);
    await settled();
    expect(at.asked).toBe(3);
  });
});
