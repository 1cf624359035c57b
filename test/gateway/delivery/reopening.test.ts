import type { RoomItem, Rooms } from '#actors/room/commands.js';
import { PageReads } from '#http/gateway/rooms/page-reads.js';
import type { RoomFeeds } from '#http/gateway/rooms/room-feeds.js';
import { RoomOpening } from '#http/gateway/rooms/room-opening.js';
import type { RoomFinder } from '#http/rooms/room-finder.js';
import { type ErrorCode, RefusalError } from '#src/errors.js';
import { feedScene } from '../../support/rooms/feed-scene.js';
import { VirtualEnv } from '../../support/time/virtual-env.js';

const pins = (seq: number): RoomItem => ({
  room: 'room',
  slug: 'kahve',
  seq,
  moves: [],
  activity: null,
  announcements: [
    { to: 'all', seq, prevAll: seq - 1, prevAdmins: seq - 1, about: 0, event: { type: 'message:pins', pins: [] } },
  ],
});

/** A socket whose room is open with everything up to 57, and a room that refuses the next `room:open`. */
function scene(code: ErrorCode) {
  const { feed, reader, connection, wire } = feedScene('kahve', new VirtualEnv());
  feed.onItem(pins(55));
  feed.hold(reader);
  feed.release(reader, 57);
  reader.isEstablished = true;
  const opening = new RoomOpening({
    finder: { find: () => Promise.resolve('room') } as unknown as RoomFinder,
    feeds: { acquire: () => feed, find: () => feed, release: () => undefined } as unknown as RoomFeeds,
    streams: { ready: () => Promise.resolve() },
    rooms: {
      ask: () => {
        for (const seq of [56, 57, 58]) feed.onItem(pins(seq));
        return Promise.reject(new RefusalError(code));
      },
    } as unknown as Rooms,
    renderContext: {} as never,
    pages: new PageReads(new VirtualEnv()),
    presenter: {} as never,
  });
  const seqs = (): number[] => [...wire().matchAll(/"seq":(\d+)/g)].map(([, seq]) => Number(seq));
  return { opening, feed, reader, connection, seqs };
}

describe('a room that is open and is opened again', () => {
  it('goes on where it was when the room cannot answer, and repeats nothing', async () => {
    const { opening, feed, reader, connection, seqs } = scene('unavailable');
    await expect(opening.open(connection, { room: 'kahve', limit: 50 })).rejects.toThrow();
    expect(seqs()).toEqual([58]);
    feed.onItem(pins(59));
    expect(seqs()).toEqual([58, 59]);
    expect(reader.isEnded).toBe(false);
  });

  it('ends when its member is no longer one', async () => {
    const { opening, feed, reader, connection, seqs } = scene('not_member');
    await expect(opening.open(connection, { room: 'kahve', limit: 50 })).rejects.toThrow();
    feed.onItem(pins(59));
    expect(seqs()).toEqual([]);
    expect(reader.isEnded).toBe(true);
  });
});
