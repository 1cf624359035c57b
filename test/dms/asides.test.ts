import type { RoomItem } from '#actors/room/commands.js';
import { systemEnv } from '#actors/runtime/system-env.js';
import { Connection } from '#http/gateway/connection/connection.js';
import { Connections } from '#http/gateway/connection/connections.js';
import type { RoomSubscription } from '#http/gateway/connection/room-subscription.js';
import { FlushScheduler } from '#http/gateway/delivery/flush-scheduler.js';
import type { RenderContext } from '#http/gateway/rendering/rendered-item.js';
import { RoomActivity } from '#http/gateway/rooms/room-activity.js';
import { RoomFeed } from '#http/gateway/rooms/room-feed.js';
import type { EngineSocket } from '#http/gateway/transport/engine.js';
import { callerOf } from './pairs.js';

const ADA = 'aaaaaaaa-0000-4000-8000-000000000000';

/** One socket that keeps what is written to it, and the feed of a room it is about to open. */
function scene() {
  const steps: (() => void)[] = [];
  let written = '';
  const tcp = { writableLength: 0, write: (bytes: Buffer) => (written += bytes.toString('latin1')) };
  const transport = { name: 'websocket', socket: { readyState: 1, _socket: tcp } };
  const engine = { readyState: 'open', upgrading: false, writeBuffer: [], transport } as unknown as EngineSocket;
  const flushScheduler = new FlushScheduler({ soon: (run) => void steps.push(run) }, () => undefined);
  const connections = new Connections();
  const connection = new Connection(engine, flushScheduler, callerOf(ADA), Number.POSITIVE_INFINITY);
  connections.add(connection);
  const renderContext = { now: () => 0, isOnline: () => true } as unknown as RenderContext;
  const activity = new RoomActivity('room', 'dm', connections, systemEnv, renderContext.links);
  const around = { connections, renderContext, flushScheduler, metrics: { flushed: () => undefined }, env: systemEnv };
  const feed = new RoomFeed('room', 'dm', activity, around);
  const reader: RoomSubscription = {
    connection,
    isAdmin: false,
    historyFrom: 0,
    afterSeq: 0,
    buffered: null,
    isEstablished: false,
    isEnded: false,
  };
  connection.setOpened('room', reader);
  return {
    feed,
    reader,
    push: (text: string) => connection.push(Buffer.from(text)),
    /** What has been written so far, as the marks in the order they came. */
    marks: () => {
      while (steps.length > 0) steps.shift()?.();
      return written.match(/<\w+>|"seq":\d+/g) ?? [];
    },
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
