/** What a followed room in which nothing happens takes in memory: at the node that follows it, and at its owner. */
import { randomUUID } from 'node:crypto';
import { StreamPublisher } from '#actors/cluster/streams/stream-publisher.js';
import type { StreamItem } from '#actors/cluster/streams/stream-subscription.js';
import { StreamSubscriptions } from '#actors/cluster/streams/stream-subscriptions.js';
import type { RoomItem } from '#actors/room/commands.js';
import { StreamHub } from '#actors/runtime/stream-hub.js';
import { RoomFeeds } from '#http/gateway/rooms/room-feeds.js';
import type { NodeTransport } from '#src/cluster/node-transport.js';
import { collectGarbage } from '../support/collect-garbage.js';
import { feedScene } from '../support/rooms/feed-scene.js';
import { breath, VirtualEnv } from '../support/time/virtual-env.js';

const ROOMS = 50_000;
const BYTES_MAX = 300;

const heapUsed = (): number => {
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

/** Rooms of the node `b1`, or of this one, followed by accounts of this node. */
function scene(isOwner = false) {
  const env = new VirtualEnv();
  const coordinator = {
    token: 'a1',
    takes: () => isOwner,
    ownerOf: () => ({ name: 'b', token: isOwner ? 'a1' : 'b1', isLeaving: false }),
  };
  const request = async (_: string, { streams }: { streams: unknown[] }) => ({
    type: 'subscribed',
    session: 1,
    positions: streams.map(() => null),
  });
  const transport = { request, send: () => undefined } as unknown as NodeTransport;
  const here = new StreamHub<RoomItem>(() => undefined);
  const positions = { of: async () => [] };
  const onError = (what: string) => {
    throw new Error(what);
  };
  const streams = new StreamSubscriptions<RoomItem>({
    kind: 'room',
    here,
    positions,
    coordinator,
    transport,
    env,
    onError,
  });
  const feeds = new RoomFeeds({ streams, rooms: null as never, env }, feedScene('kahve', env).context, () => undefined);
  const { textOf } = streams;
  const publisher = new StreamPublisher<RoomItem>({ kind: 'room', here, positions: nowhere, transport, env, textOf });
  return { streams, feeds, publisher };
}

const nowhere = { of: async (streams: readonly unknown[]) => streams.map(() => null) };

/** As it comes from another node: a copy of the text. */
const received = (id: string): string => Buffer.from(id).toString();

describe('a followed room in which nothing happens', () => {
  it(`takes at most ${BYTES_MAX} bytes at the node that follows it`, async () => {
    const { streams, feeds } = scene();
    const accounts = Array.from({ length: ROOMS / 40 }, () => randomUUID());
    const before = heapUsed();
    for (let at = 0; at < ROOMS; at += 1) feeds.followQuietly(randomUUID(), accounts[at % accounts.length] as string);
    for (let round = 0; round < ROOMS / 100; round += 1) await breath();
    const bytes = (heapUsed() - before) / ROOMS;
    expect(bytes).toBeGreaterThan(50);
    expect(bytes).toBeLessThanOrEqual(BYTES_MAX);
    streams.stop();
  });

  it(`takes at most ${BYTES_MAX} bytes at its owner`, async () => {
    const publisher = new StreamPublisher<StreamItem>({
      kind: 'room',
      here: new StreamHub<StreamItem>(() => undefined),
      positions: nowhere,
      transport: { send: () => undefined },
      env: new VirtualEnv(),
    });
    const before = heapUsed();
    for (let from = 0; from < ROOMS; from += 250) {
      const streams = Array.from({ length: 250 }, (): [string, null] => [randomUUID(), null]);
      await publisher.subscribe('a1', streams);
    }
    const bytes = (heapUsed() - before) / ROOMS;
    expect(bytes).toBeGreaterThan(50);
    expect(bytes).toBeLessThanOrEqual(BYTES_MAX);
    publisher.stop();
  });

  it(`takes at most ${BYTES_MAX} bytes at an owner whose own people follow it, as those of another node do`, async () => {
    const { streams, feeds, publisher } = scene(true);
    const accounts = Array.from({ length: ROOMS / 40 }, () => randomUUID());
    const before = heapUsed();
    for (let from = 0; from < ROOMS; from += 250) {
      const ids = Array.from({ length: 250 }, () => randomUUID());
      for (const [at, id] of ids.entries()) feeds.followQuietly(id, accounts[(from + at) % accounts.length] as string);
      await publisher.subscribe(
        'b1',
        ids.map((id): [string, null] => [received(id), null]),
      );
    }
    for (let round = 0; round < ROOMS / 100; round += 1) await breath();
    const bytes = (heapUsed() - before) / ROOMS;
    expect(bytes).toBeGreaterThan(50);
    expect(bytes).toBeLessThanOrEqual(BYTES_MAX);
    streams.stop();
    publisher.stop();
  });
});
