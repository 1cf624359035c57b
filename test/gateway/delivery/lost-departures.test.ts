import type { Move, RoomItem } from '#actors/room/commands.js';
import { ADA, feedScene } from '../../support/rooms/feed-scene.js';
import { VirtualEnv } from '../../support/time/virtual-env.js';

const kicked: Move = { account: ADA, role: null, historyFrom: 0, reason: 'kicked' };
const back: Move = { account: ADA, role: 'member', historyFrom: 4 };

const told = (seq: number, moves: Move[]): RoomItem => ({
  room: 'room',
  slug: 'kahve',
  seq,
  moves,
  activity: null,
  announcements: [],
});

/** Someone whose device is online and has no room open, and the stream of a room that they are a member of. */
function scene() {
  const env = new VirtualEnv();
  const { feed, reader, connection, departures, wire } = feedScene('kahve', env);
  feed.drop(reader);
  const open = (upTo: number): void => {
    reader.isEnded = false;
    connection.setOpened('room', reader);
    feed.hold(reader);
    feed.release(reader, upTo);
  };
  const tells = (seq: number, ...moves: Move[]) => feed.onItem(told(seq, moves));
  const gone = (): string[] => [...wire().matchAll(/"room:gone",(\{[^}]*\})/g)].map(([, fields]) => fields ?? '');
  return { env, open, feed, reader, connection, departures, tells, gone };
}

describe('a departure of which the user event was lost', () => {
  it('is told by the stream of the room, once, with its reason', async () => {
    const { env, tells, gone } = scene();
    tells(3, kicked);
    await env.advance(1_999);
    expect(gone()).toEqual([]);
    await env.advance(1);
    expect(gone()).toEqual(['{"room":"kahve","reason":"kicked"}']);
    await env.advance(60_000);
    expect(gone()).toHaveLength(1);
    expect(env.timers).toBe(0);
  });

  it('is not told again when the user event came, before or after', async () => {
    const { env, departures, tells, gone } = scene();
    tells(3, kicked);
    departures.hinted(ADA, 'room');
    await env.advance(60_000);
    departures.hinted(ADA, 'room');
    tells(5, kicked);
    await env.advance(60_000);
    expect(gone()).toEqual([]);
  });

  it('is told although the departure before it was heard of', async () => {
    const { env, departures, tells, gone } = scene();
    // Its stream was not followed here.
    departures.hinted(ADA, 'room');
    await env.advance(10_000);
    tells(5, kicked);
    await env.advance(2_000);
    expect(gone()).toHaveLength(1);
    departures.hinted(ADA, 'room');
    tells(6, back);
    tells(7, kicked);
    await env.advance(2_000);
    expect(gone()).toHaveLength(2);
  });

  it('is not told to who came back meanwhile', async () => {
    const { env, feed, reader, connection, tells, gone } = scene();
    tells(3, kicked);
    tells(4, back);
    await env.advance(60_000);
    expect(gone()).toEqual([]);
    // The room was opened anew before its stream said so.
    tells(5, kicked);
    connection.setOpened('room', reader);
    feed.hold(reader);
    await env.advance(60_000);
    expect(gone()).toEqual([]);
  });

  it('is told to a device that had the room open, although its person is back', async () => {
    const { env, open, tells, gone } = scene();
    open(2);
    tells(3, kicked);
    tells(4, back);
    await env.advance(2_000);
    expect(gone()).toEqual(['{"room":"kahve","reason":"kicked"}']);
    // It opened the room again in time.
    open(4);
    tells(5, kicked);
    tells(6, back);
    open(6);
    await env.advance(60_000);
    expect(gone()).toHaveLength(1);
  });

  it('is told to a device that was opening the room, once the answer has gone', async () => {
    const { env, feed, reader, connection, tells, gone } = scene();
    connection.setOpened('room', reader);
    feed.hold(reader);
    tells(3, kicked);
    tells(4, back);
    await env.advance(3_000);
    expect(gone()).toEqual([]);
    feed.release(reader, 2);
    await env.advance(1_000);
    expect(gone()).toHaveLength(1);
    expect(env.timers).toBe(0);
  });

  it('is not told to a device whose answer includes the return', async () => {
    const { env, feed, reader, connection, tells, gone } = scene();
    connection.setOpened('room', reader);
    feed.hold(reader);
    tells(3, kicked);
    tells(4, back);
    feed.release(reader, 4);
    await env.advance(60_000);
    expect(gone()).toEqual([]);
  });

  it('waits for nobody who is offline, and not once the node drains', async () => {
    const { env, departures, tells } = scene();
    tells(3, { ...kicked, account: 'bbbbbbbb-0000-4000-8000-000000000000' });
    expect(env.timers).toBe(0);
    tells(4, kicked);
    expect(env.timers).toBe(1);
    departures.stop();
    expect(env.timers).toBe(0);
  });
});
