/** The feed of a room with its readers, whose batches are flushed when a test says so. */
import type { Announcement, RoomItem } from '#actors/room/commands.js';
import { Connections } from '#http/gateway/connection/connections.js';
import { newSubscription, type RoomSubscription } from '#http/gateway/connection/room-subscription.js';
import type { Batch } from '#http/gateway/delivery/flush-scheduler.js';
import { Departures } from '#http/gateway/rooms/departures.js';
import { RoomActivity } from '#http/gateway/rooms/room-activity.js';
import { RoomFeed } from '#http/gateway/rooms/room-feed.js';
import { plainLinks } from '../../support/clients/plain-links.js';
import { VirtualEnv } from '../../support/time/virtual-env.js';
import { type Wired, wired } from './wired-connection.js';

export const pins = (seq: number, more: Partial<Announcement> = {}): Announcement => ({
  to: 'all',
  seq,
  prevAll: seq - 1,
  prevAdmins: seq - 1,
  about: 0,
  event: { type: 'message:pins', pins: [] },
  ...more,
});
export const item = (seq: number, more: Partial<RoomItem> = {}): RoomItem => ({
  room: 'r1',
  slug: 'kahve',
  seq,
  moves: [],
  activity: null,
  announcements: [pins(seq)],
  ...more,
});
export const activity = { row: null, lastMessage: null, arrivals: [], mentions: [], mentionsAll: false };

export function roomScene() {
  const env = new VirtualEnv();
  const connections = new Connections();
  const batches: Batch[] = [];
  const bus: string[] = [];
  const spans: unknown[] = [];
  const departures = new Departures(connections, env);
  const context = {
    connections,
    departures,
    renderContext: { links: plainLinks, now: () => 0, isOnline: () => true },
    flushScheduler: { scheduleBatch: (batch: Batch) => void batches.push(batch) },
    metrics: { flushed: () => undefined },
    env,
    tracing: {
      delivery: (place: string) => ({
        set: (name: string, value: unknown) => void spans.push([place, name, value]),
        end: () => void spans.push([place, 'ended']),
      }),
    },
    bus: {
      join: async (name: string) => void bus.push(`join ${name}`),
      leave: async (name: string) => void bus.push(`leave ${name}`),
    },
  } as never;
  const roomActivity = new RoomActivity('r1', 'kahve', connections, env, plainLinks);
  const feed = new RoomFeed('r1', 'kahve', roomActivity, context);
  /** A socket that holds the room up to a place, live. */
  const reader = (account: string, upTo = 0, of = feed): Wired & { subscription: RoomSubscription } => {
    const one = wired(account);
    connections.add(one.connection);
    const subscription = newSubscription(one.connection);
    one.connection.setOpened('r1', subscription);
    of.hold(subscription);
    of.release(subscription, upTo);
    return { ...one, subscription };
  };
  const flush = () => {
    for (const batch of batches.splice(0)) batch.fill();
  };
  return { env, connections, context, feed, roomActivity, reader, batches, flush, bus, spans };
}

export const seqsOf = ({ heard }: Wired) => heard().map((each) => (each as [string, { seq: number }])[1].seq);
export const namesOf = ({ heard }: Wired) => heard().map((each) => (each as [string])[0]);
