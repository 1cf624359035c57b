import type { Message, Room, RoomChange } from '#web/api-types.js';
import {
  changed,
  ordered,
  unreadTotal,
  withActivity,
  withLastMessage,
  withoutEnded,
  withoutRoom,
  withRoom,
} from '#web/rooms/room-list-updates.js';

const said = (seq: number, by: string, at: number): Message =>
  ({ seq, kind: 'text', deleted_at: null, inserted_at: at, sender: { account_id: by } }) as Message;

const room = (slug: string, change: Partial<Room> = {}): Room =>
  ({
    id: slug,
    slug,
    name: slug,
    joined_at: '2026-01-01T00:00:00.000Z',
    unread: 0,
    unread_mentions: 0,
    ...change,
  }) as Room;

const slugs = (rooms: Room[]): string[] => rooms.map(({ slug }) => slug);
const at = Date.parse('2026-06-01T00:00:00.000Z');

describe('the list of rooms on the page', () => {
  it('has pinned rooms first as the service gave them, then the latest conversation', () => {
    const rooms = [
      room('old', { last_message: said(1, 'ada', at) }),
      room('pin-b', { pinned_to_top: true }),
      room('silent'),
      room('new', { last_message: said(2, 'ada', at + 1) }),
      room('pin-a', { pinned_to_top: true }),
    ];
    expect(slugs(ordered(rooms))).toEqual(['pin-b', 'pin-a', 'new', 'old', 'silent']);
  });

  it('counts what others say, not what one says oneself or has counted already', () => {
    const rooms = [room('kahve')];
    const activity = { room: 'kahve', seq: 5, last_message: said(5, 'bora', at), mention: true };
    const [counted] = withActivity(rooms, activity, 'ada');
    expect(counted).toMatchObject({ unread: 1, unread_mentions: 1, last_message: { seq: 5 } });
    expect(withActivity([counted!], { ...activity, mention: false }, 'ada')[0]).toMatchObject({ unread: 1 });
    expect(
      withActivity(rooms, { ...activity, last_message: said(6, 'ada', at), mention: false }, 'ada')[0]?.unread,
    ).toBe(0);
  });

  it('knows nothing of rooms one is not in', () => {
    const rooms = [room('kahve')];
    expect(withActivity(rooms, { room: 'baska', seq: 1, last_message: null, mention: false }, 'ada')).toBe(rooms);
    expect(changed(rooms, 'baska', { unread: 3 })).toBe(rooms);
  });

  it('takes a room in once, and lets it go', () => {
    const rooms = withRoom(withRoom([], room('kahve', { unread: 2 })), { ...room('kahve'), name: 'Kahve' });
    expect(rooms).toHaveLength(1);
    expect(rooms[0]).toMatchObject({ name: 'Kahve' });
    expect(withoutRoom(rooms, 'kahve')).toEqual([]);
  });

  it('shows no message that was deleted or has expired', () => {
    const rooms = [room('kahve', { last_message: { ...said(1, 'ada', at), id: 'm1' } }), room('kitap')];
    const ended = (slug: string, change: object) => withoutEnded(rooms, slug, change as RoomChange);
    expect(ended('kahve', { type: 'message:deleted', message_id: 'm1' })[0]).toMatchObject({ last_message: null });
    expect(ended('kahve', { type: 'message:expired', message_ids: ['m0', 'm1'] })[0]).toMatchObject({
      last_message: null,
    });
    expect(ended('kahve', { type: 'message:deleted', message_id: 'm0' })).toBe(rooms);
    expect(ended('kahve', { type: 'message:reactions', message_id: 'm1' })).toBe(rooms);
    expect(ended('kitap', { type: 'message:deleted', message_id: 'm1' })).toBe(rooms);
  });

  it('shows the newest message that is neither an event nor deleted', () => {
    const messages = [
      said(1, 'ada', at),
      { ...said(2, 'ada', at), deleted_at: at },
      { ...said(3, 'ada', at), kind: 'event' as const },
    ];
    expect(withLastMessage([room('kahve')], 'kahve', messages)[0]?.last_message?.seq).toBe(1);
  });

  it('adds up what is unread, muted rooms left out', () => {
    expect(unreadTotal([room('a', { unread: 2 }), room('b', { unread: 5, muted: true })])).toBe(2);
  });
});
