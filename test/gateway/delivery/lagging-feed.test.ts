import { StreamSubscriptions } from '#actors/cluster/streams/stream-subscriptions.js';
import type { Move, RoomItem } from '#actors/room/commands.js';
import { StreamHub } from '#actors/runtime/stream-hub.js';
import { systemEnv } from '#actors/runtime/system-env.js';
import { StreamRepair } from '#http/gateway/rooms/stream-repair.js';
import type { NodeTransport } from '#src/cluster/node-transport.js';
import { ADA, feedScene } from '../../support/rooms/feed-scene.js';
import { poll } from '../../support/time/poll.js';

/** A socket that opened the room, and the room's feed on its node. */
function scene() {
  const { wire, ...parts } = feedScene('kahve');
  return { ...parts, seqs: (): number[] => [...wire().matchAll(/"seq":(\d+)/g)].map(([, seq]) => Number(seq)) };
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

  it('ends with a kick that came while the room was being opened', () => {
    const { feed, reader, connection, seqs } = scene();
    feed.hold(reader);
    for (const item of [told(3, [kicked]), told(4)]) feed.onItem(item);
    feed.release(reader, 2);
    feed.onItem(told(5));
    expect(seqs()).toEqual([]);
    expect(reader.isEnded).toBe(true);
    expect(connection.opened.has('room')).toBe(false);
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

  it('asks for nothing before it has heard anything of the room', () => {
    const { feed } = scene();
    const asked: number[] = [];
    const replay = async (after: number) => {
      asked.push(after);
      return [];
    };
    new StreamRepair(feed, replay, () => undefined).take({ ...told(3), announcements: [], isPlace: true });
    expect(asked).toEqual([]);
  });

  it('follows every stream anew once others know it under another name', async () => {
    const coordinator = { token: 'life-1', takes: () => false, ownerOf: () => ({ name: 'b', token: 'owner' }) };
    const asked: string[] = [];
    const request = (to: string) => {
      asked.push(`${to} asked by ${coordinator.token}`);
      return Promise.resolve({ type: 'subscribed', session: 1, positions: [7] });
    };
    const followers = new StreamSubscriptions<RoomItem>({
      kind: 'room',
      here: new StreamHub<RoomItem>(() => undefined),
      positions: { of: async () => [] },
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
