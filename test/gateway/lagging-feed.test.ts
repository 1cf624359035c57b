import { Followers } from '#actors/cluster/followers.js';
import type { Move, RoomItem } from '#actors/room/commands.js';
import { StreamHub } from '#actors/runtime/stream-hub.js';
import { systemEnv } from '#actors/runtime/system-env.js';
import { RoomActivity } from '#http/gateway/activity.js';
import { Connection } from '#http/gateway/connection.js';
import { Connections } from '#http/gateway/connections.js';
import type { EngineSocket } from '#http/gateway/engine.js';
import type { Reader } from '#http/gateway/reader.js';
import type { Onlookers } from '#http/gateway/rendered-item.js';
import { RoomFeed } from '#http/gateway/room-feed.js';
import { Rounds } from '#http/gateway/rounds.js';
import { StreamRepair } from '#http/gateway/stream-repair.js';
import type { Link } from '#src/cluster/link.js';
import { callerOf } from '../dms/pairs.js';
import { poll } from '../support/poll.js';

const ADA = 'aaaaaaaa-0000-4000-8000-000000000000';

/** A socket that opened the room, and the room's feed on its node. */
function scene() {
  const steps: (() => void)[] = [];
  let written = '';
  const tcp = { writableLength: 0, write: (bytes: Buffer) => (written += bytes.toString('latin1')) };
  const transport = { name: 'websocket', socket: { readyState: 1, _socket: tcp } };
  const engine = { readyState: 'open', upgrading: false, writeBuffer: [], transport } as unknown as EngineSocket;
  const rounds = new Rounds({ soon: (run) => void steps.push(run) }, () => undefined);
  const connections = new Connections();
  const connection = new Connection(engine, rounds, callerOf(ADA), Number.POSITIVE_INFINITY);
  connections.add(connection);
  const onlookers = { now: () => 0, isOnline: () => true } as unknown as Onlookers;
  const activity = new RoomActivity('room', 'kahve', connections, systemEnv, onlookers.links);
  const around = { connections, onlookers, rounds, metrics: { flushed: () => undefined }, env: systemEnv };
  const feed = new RoomFeed('room', 'kahve', activity, around);
  const reader: Reader = {
    connection,
    isAdmin: false,
    historyFrom: 0,
    afterSeq: 0,
    held: null,
    isEstablished: false,
    isGone: false,
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
    feed.hear(told(96));
    feed.hold(reader);
    feed.release(reader, 100);
    for (const item of [told(97, [kicked]), told(98, [back]), told(99), told(100)]) feed.hear(item);
    for (const item of [told(101), told(102)]) feed.hear(item);
    expect(reader.isGone).toBe(false);
    expect(connection.opened.has('room')).toBe(true);
    expect(seqs()).toEqual([101, 102]);
    // What came after the answer still counts.
    feed.hear(told(103, [kicked]));
    feed.hear(told(104));
    expect(reader.isGone).toBe(true);
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
    const followers = new Followers<RoomItem>({
      kind: 'room',
      here: new StreamHub<RoomItem>(() => undefined),
      replay: () => null,
      coordinator: coordinator as never,
      link: { request, send: () => undefined } as unknown as Link,
      env: systemEnv,
      onTrouble: () => undefined,
    });
    followers.watch('room', () => undefined);
    await followers.ready('room');
    followers.ownersChanged();
    expect(asked).toEqual(['owner asked by life-1']);
    coordinator.token = 'life-2';
    followers.ownersChanged();
    await poll(() => asked.length === 2, { until: 'it asks again' });
    expect(asked[1]).toBe('owner asked by life-2');
    followers.stop();
  });
});
