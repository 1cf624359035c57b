import type { Message, Room } from '#web/api-types.js';
import { notificationsBetween } from '#web/notifications/notification-diff.js';
import { adjacentRoom, nextUnread } from '#web/rooms/room-order.js';

const me = { id: 'ada', username: 'ada' };
const row = (seq: number, from = 'bora', mentions: string[] = []): Message =>
  ({ id: `m${seq}`, seq, mentions, sender: { account_id: from, username: from } }) as unknown as Message;
const room = (change: Partial<Room> = {}): Room =>
  ({ id: 'kahve', slug: 'kahve', unread: 0, unread_mentions: 0, last_message: row(1), ...change }) as Room;
const told = (before: Room, after: Room) =>
  notificationsBetween([before], [after], me).map(({ message, isMention }) => [message?.seq ?? null, isMention]);

describe('what there is to tell', () => {
  it.each([
    ['a message of somebody else', room(), room({ last_message: row(2) }), [[2, false]]],
    ['one’s own message', room(), room({ last_message: row(2, 'ada') }), []],
    ['the same message once more', room(), room({ unread: 1 }), []],
    ['a message taken back, so that an older one is the last', room({ last_message: row(5) }), room(), []],
    ['a mention', room(), room({ last_message: row(2, 'bora', ['ada']), unread_mentions: 1 }), [[2, true]]],
    [
      'the count of a mention that was told already',
      room({ last_message: row(2, 'bora', ['ada']) }),
      room({ last_message: row(2, 'bora', ['ada']), unread_mentions: 1 }),
      [],
    ],
    ['a mention below a message', room(), room({ unread_mentions: 1 }), [[null, true]]],
    ['a message in a muted room', room(), room({ muted: true, last_message: row(2, 'bora', ['ada']) }), []],
    ['a message in an archived room', room(), room({ archived: true, last_message: row(2) }), []],
    ['a message where mentions were chosen', room(), room({ mentions_only: true, last_message: row(2) }), []],
    ['a mention there', room(), room({ mentions_only: true, last_message: row(2, 'bora', ['ada']) }), [[2, true]]],
    ['a mention in the archive', room(), room({ archived: true, last_message: row(2, 'bora', ['ada']) }), [[2, true]]],
  ])('of %s', (_, before, after, news) => {
    expect(told(before, after)).toEqual(news);
  });

  it('is nothing of rooms that were not in the list before', () => {
    expect(notificationsBetween([], [room({ unread: 3 })], me)).toEqual([]);
  });
});

describe('the way from room to room', () => {
  const rooms = [
    room({ slug: 'a' }),
    room({ slug: 'b', unread: 2, muted: true }),
    room({ slug: 'c', unread: 1 }),
    room({ slug: 'd', unread: 1, unread_mentions: 1 }),
    room({ slug: 'e', unread: 9, archived: true }),
  ];

  it('goes round the ends, past what is archived', () => {
    expect(adjacentRoom(rooms, 'a', 1)).toBe('b');
    expect(adjacentRoom(rooms, 'd', 1)).toBe('a');
    expect(adjacentRoom(rooms, 'a', -1)).toBe('d');
    expect(adjacentRoom(rooms, null, 1)).toBe('a');
    expect(adjacentRoom(rooms, 'e', -1)).toBe('d');
    expect(adjacentRoom([], null, 1)).toBeNull();
  });

  it('leads to who called first, and to muted rooms last', () => {
    expect(nextUnread(rooms, 'a')).toBe('d');
    expect(nextUnread(rooms, 'd')).toBe('c');
    expect(nextUnread(rooms.slice(0, 2), 'a')).toBe('b');
    expect(nextUnread(rooms.slice(0, 1), 'a')).toBeNull();
  });
});
