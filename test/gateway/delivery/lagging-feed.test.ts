import { StreamSubscriptions } from '#actors/cluster/stream-subscriptions.js';
import type { Move, RoomItem } from '#actors/room/commands.js';
import { StreamHub } from '#actors/runtime/stream-hub.js';
import { systemEnv } from '#actors/runtime/system-env.js';
import { Connection } from '#http/gateway/connection/connection.js';
import { Connections } from '#http/gateway/connection/connections.js';
import type { RoomSubscription } from '#http/gateway/connection/room-subscription.js';
import { FlushScheduler } from '#http/gateway/delivery/flush-scheduler.js';
import type { RenderContext } from '#http/gateway/rendering/rendered-item.js';
import { RoomActivity } from '#http/gateway/rooms/room-activity.js';
import { RoomFeed } from '#http/gateway/rooms/room-feed.js';
import { StreamRepair } from '#http/gateway/rooms/stream-repair.js';
import type { EngineSocket } from '#http/gateway/transport/engine.js';
import type { NodeTransport } from '#src/cluster/node-transport.js';
import { callerOf } from '../../dms/pairs.js';
import { poll } from '../../support/time/poll.js';

const ADA = 'aaaaaaaa-0000-4000-8000-000000000000';

/** A socket that opened the room, and the room's feed on its node. */
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
  const activity = new RoomActivity('room', 'kahve', connections, systemEnv, renderContext.links);
  const around = { connections, renderContext, flushScheduler, metrics: { flushed: () => undefined }, env: systemEnv };
  const feed = new RoomFeed('room', 'kahve', activity, around);
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
  const seqs = (): number[] => {
    while (steps.length > 0) steps.shift()?.();
    return [...written.matchAll(/"seq":(\d+)/g)].map(([, seq]) => Number(seq));
  };
  return { feed, reader, connection, seqs };
}

const told = (seq: number, moves: Move[] = []): RoomItem => ({
  room: 'room',
  slug: 'kahve',
  seq,
  moves,
  activity: null,
  announcements: [
    { to: 'all', seq, prevAll: seq - 1, prevAdmins: seq - 1, about: 0, event: { type: 'message:pins', pins: [] } },
  ],
});
const kicked: Move = { account: ADA, role: null, historyFrom: 0 };
const back: Move = { account: ADA, role: 'member', historyFrom: 97 };

describe('a gateway that lags behind what it answered', () => {
  it('drops no reader for a move that is older than the answer', () => {
    const { feed, reader, connection, seqs } = scene();
    feed.onItem(told(96));
    feed.hold(reader);
    feed.release(reader, 100);
    for (const item of [told(97, [kicked]), told(98, [back]), told(99), told(100)]) feed.onItem(item);
    for (const item of [told(101), told(102)]) feed.onItem(item);
    expect(reader.isEnded).toBe(false);
    expect(connection.opened.has('room')).toBe(true);
    expect(seqs()).toEqual([101, 102]);
    // What came after the answer still counts.
    feed.onItem(told(103, [kicked]));
    feed.onItem(told(104));
    expect(reader.isEnded).toBe(true);
    expect(seqs()).toEqual([101, 102]);
  });

  it('asks for an entry that became durable without being told, before what comes later', async () => {
    const { feed, reader, seqs } = scene();
    const asked: number[] = [];
    let answer: (items: RoomItem[]) => void = () => undefined;
    const replay = (after: number) => {
      asked.push(after);
      return new Promise<RoomItem[]>((resolve) => {
        answer = resolve;
      });
    };
    const repair = new StreamRepair(feed, replay, () => undefined);
    const place = (seq: number): RoomItem => ({ ...told(seq), announcements: [], isPlace: true });
    feed.hold(reader);
    feed.release(reader, 2);
    repair.take(place(2));
    expect(asked).toEqual([]);
    // Of the third only its place is told.
    repair.take(place(3));
    repair.take(told(4));
    expect([asked, seqs()]).toEqual([[2], []]);
    answer([told(3), told(4)]);
    await poll(() => feed.lastSeq === 4, { until: 'what was missing has come' });
    expect(seqs()).toEqual([3, 4]);
    repair.take(place(4));
    expect(asked).toEqual([2]);
  });

  it('follows every stream anew once others know it under another name', async () => {
    const coordinator = { token: 'life-1', takes: () => false, ownerOf: () => ({ name: 'b', token: 'owner' }) };
    const asked: string[] = [];
    const request = (to: string) => {
      asked.push(`${to} asked by ${coordinator.token}`);
      return Promise.resolve({ type: 'watching', seq: 7 });
    };
    const followers = new StreamSubscriptions<RoomItem>({
      kind: 'room',
      here: new StreamHub<RoomItem>(() => undefined),
      replay: () => null,
      coordinator: coordinator as never,
      transport: { request, send: () => undefined } as unknown as NodeTransport,
      env: systemEnv,
      onError: () => undefined,
    });
    followers.watch('room', () => undefined);
    await followers.ready('room');
    followers.onOwnersChanged();
    expect(asked).toEqual(['owner asked by life-1']);
    coordinator.token = 'life-2';
    followers.onOwnersChanged();
    await poll(() => asked.length === 2, { until: 'it asks again' });
    expect(asked[1]).toBe('owner asked by life-2');
    followers.stop();
  });
});
