import type { RoomItem } from '#actors/room/commands.js';
import { ADA, feedScene } from '../support/rooms/feed-scene.js';

/** A room that is about to be opened. */
function scene() {
  const { feed, reader, connection, wire } = feedScene('dm');
  return {
    feed,
    reader,
    push: (text: string) => connection.push(Buffer.from(text)),
    /** What has been written so far, as the marks in the order they came. */
    marks: () => wire().match(/<\w+>|"seq":\d+/g) ?? [],
  };
}

const changed = (seq: number): RoomItem => ({
  room: 'room',
  slug: 'dm',
  seq,
  moves: [],
  activity: null,
  announcements: [
    {
      to: 'all',
      seq,
      prevAll: seq - 1,
      prevAdmins: seq - 1,
      about: 0,
      event: { type: 'message:pins', pins: [] },
    },
  ],
});

describe('what is told beside the log of a room', () => {
  it('waits for the answer to an opening, and for what the room was told before it', () => {
    const { feed, reader, push, marks } = scene();
    feed.hold(reader);
    feed.onItem(changed(4));
    feed.onItem(changed(5));
    feed.sendToAccount(ADA, Buffer.from('<read>'));
    expect(marks()).toEqual([]);
    push('<ack>');
    feed.release(reader, 4);
    expect(marks()).toEqual(['<ack>', '"seq":5', '<read>']);
  });

  it('comes after what waits for the round, once the room is open', () => {
    const { feed, reader, marks } = scene();
    feed.hold(reader);
    feed.release(reader, 4);
    feed.onItem(changed(5));
    feed.sendToAccount(ADA, Buffer.from('<read>'));
    feed.onItem(changed(6));
    expect(marks()).toEqual(['"seq":5', '<read>', '"seq":6']);
  });

  it('is the newest of it only, when much comes meanwhile, and nothing for those who have not opened the room', () => {
    const { feed, reader, marks } = scene();
    feed.hold(reader);
    for (let at = 0; at < 100; at += 1) feed.sendToAccount(ADA, Buffer.from(`<read${at}>`));
    feed.sendToAccount('somebody else', Buffer.from('<never>'));
    feed.release(reader, 4);
    expect(marks()).toHaveLength(8);
    expect(marks().at(-1)).toBe('<read99>');
  });
});
