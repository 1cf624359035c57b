/** The list of rooms learns of open rooms what the service tells by their own events alone. */
import { type ClientCode, MeydanError } from '#sdk/errors.js';
import { RoomList } from '#sdk/room-list.js';
import type { RoomListRow } from '#sdk/wire.js';
import { poll } from '../../support/time/poll.js';
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
    () => true,
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

  it('has the number of members of an open room, and asks for its pins', async () => {
    using _ = quickTimers();
    const { own, at } = await list(room('kahve', { member_count: 1 }), room('kitap', { member_count: 1 }));
    own.takeChange('kahve', { type: 'member:joined', member_count: 2 } as never);
    expect(own.all.map(({ member_count }) => member_count)).toEqual([2, 1]);
    own.takeChange('kahve', { type: 'message:pins', pins: ['m1'] } as never);
    await settled();
    expect(at.asked).toBe(2);
  });

  it('is requested again after this client has entered a room, if it is used', async () => {
    using _ = quickTimers();
    const { own, at } = await list(room('kahve'));
    own.entered();
    await settled();
    expect(at.asked).toBe(2);
    own.clear();
    own.entered();
    await settled();
    expect(at.asked).toBe(2);
  });

  it('puts a room in which somebody has spoken first, after those that are pinned', async () => {
    const { own } = await list(room('sabit', { pinned_to_top: true }), room('kahve'), room('kitap'), room('çay'));
    const order = () => own.all.map(({ slug }) => slug);
    own.takeRow('kitap', { id: 'm1', seq: 1 } as never);
    expect(order()).toEqual(['sabit', 'kitap', 'kahve', 'çay']);
    own.take('room:activity', { room: 'çay', seq: 4, last_message: { seq: 4 }, mention: false } as never);
    expect(order()).toEqual(['sabit', 'çay', 'kitap', 'kahve']);
    own.take('room:activity', { room: 'kahve', seq: 9, last_message: null, mention: false } as never);
    own.takeRow('sabit', { id: 'm1', seq: 1 } as never);
    expect(order()).toEqual(['sabit', 'çay', 'kitap', 'kahve']);
    own.close();
  });

  it('ends a mute at its time, one after the other, and counts the room again', async () => {
    const now = Date.now();
    const muted = (ms: number) => ({ muted: true, muted_until: now + ms, unread: 2 });
    const { own } = await list(room('kahve', muted(40)), room('kitap', muted(90)), room('çay', muted(3_600_000)));
    const told: unknown[] = [];
    own.on('change', (rooms) => told.push(rooms.map(({ muted: is }) => is)));
    expect(own.unread).toBe(0);
    await poll(() => own.unread === 4, { until: 'both mutes are over' });
    expect(told).toEqual([
      [false, true, true],
      [false, false, true],
    ]);
    expect(own.all[0]).toEqual(room('kahve', { muted: false, muted_until: null, unread: 2 }));
    own.close();
  });

  it('is requested until there is an answer while the connection lasts, and not after a refusal that stays', async () => {
    using timers = quickTimers();
    const refusals: (ClientCode | null)[] = ['unavailable', 'network', 'overloaded', null, 'unauthorized'];
    const at = { asked: 0, isOnline: true };
    const own = new RoomList(
      async () => {
        at.asked += 1;
        const code = at.asked > 1 ? refusals.shift() : null;
        if (code) throw new MeydanError(code, code);
        return { rooms: [] };
      },
      () => 'ada',
      () => at.isOnline,
    );
    await own.load();
    own.take('room:new', {} as never);
    await poll(() => at.asked === 5, { until: 'the fourth request has an answer' });
    expect(timers.delays).toHaveLength(4);
    own.take('room:new', {} as never);
    await settled();
    expect(at.asked).toBe(6);
    at.isOnline = false;
    refusals.push('network');
    own.take('room:new', {} as never);
    await settled();
    expect(at.asked).toBe(7);
  });

  it('has the reactions to the message that it shows', async () => {
    const { own } = await list(room('kahve', { last_message: { id: 'm1', seq: 4, rev: 4, reactions: {} } }));
    const reacted = (message_id: string, seq: number, count: number) =>
      own.takeChange('kahve', { type: 'message:reactions', message_id, seq, reactions: { '👍': count } } as never);
    reacted('m1', 6, 2);
    reacted('m1', 5, 1);
    reacted('m0', 7, 3);
    expect(own.all[0]?.last_message).toEqual({ id: 'm1', seq: 4, rev: 6, reactions: { '👍': 2 } });
  });

  it('is requested again within ten seconds, however busy the rooms are', async () => {
    using timers = quickTimers();
    const { own, at } = await list(room('kahve'));
    const real = Date.now;
    const happens = (ms: number) => {
      Date.now = () => ms;
      own.take('room:activity', { room: 'kahve', seq: 1, last_message: null, mention: false } as never);
    };
    try {
      for (const ms of [0, 1_000, 9_000]) happens(ms);
      await settled();
      happens(9_500);
      await settled();
    } finally {
      Date.now = real;
    }
    expect([timers.delays, at.asked]).toEqual([[1500, 1500, 1000, 1500], 3]);
  });
});
