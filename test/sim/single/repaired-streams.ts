/** The streams of a single node as its gateway hears them: what was not announced is asked for. */
import type { RoomItem, RoomStreams, Rooms } from '#actors/room/commands.js';
import type { Env } from '#actors/runtime/env.js';
import { pause } from '#actors/runtime/pause.js';
import type { RoomFeed } from '#http/gateway/rooms/room-feed.js';
import { StreamRepair } from '#http/gateway/rooms/stream-repair.js';

/** A client that finds a hole asks again and again. */
const AGAIN_MS = 300;

export function repairedStreams(streams: RoomStreams, rooms: Rooms, env: Env): RoomStreams {
  return {
    unwatch: () => {
      throw new Error('nobody does that here');
    },
    watch(id, listener) {
      const feed = {
        lastSeq: 0,
        get publishedUpTo() {
          return this.lastSeq;
        },
        onItem(item: RoomItem) {
          this.lastSeq = item.seq;
          listener(item);
        },
      };
      const repair = new StreamRepair(
        feed as unknown as RoomFeed,
        (after) => replay(rooms, env, id, after),
        () => undefined,
      );
      return streams.watch(id, (item) => {
        // Who has heard nothing yet knows the place from elsewhere.
        if (item.isPlace && feed.lastSeq === 0) listener(item);
        else repair.take(item);
      });
    },
    ready: (id) => streams.ready(id),
  };
}

async function replay(rooms: Rooms, env: Env, id: string, after: number): Promise<RoomItem[]> {
  const items: RoomItem[] = [];
  for (let from = after; ; ) {
    const answer = await rooms.tryAsk(id, { type: 'replay', after: from });
    if (!answer.ok) {
      await pause(env, AGAIN_MS);
      continue;
    }
    items.push(...answer.value.items);
    if (!answer.value.hasMore) return items;
    from = answer.value.seq;
  }
}
