/**
 * The webhooks of the rooms that this node owns, each in a lane of its own. Entries wake lanes through the streams of this
 * node. Changes by owners, which any node may have written, are polled.
 */
import type { WebhookWriter } from '#actors/writers/commands.js';
import type { RoomId } from '#src/domain/rooms/room.js';
import type { Webhook } from '#src/domain/webhooks/webhook.js';
import type { Reader } from '#src/store/store.js';
import { HostPermits } from './host-permits.js';
import { type LaneDeps, WebhookLane } from './webhook-lane.js';

export interface WebhookFollowerDeps extends Omit<LaneDeps, 'permits' | 'reader' | 'webhooks'> {
  reader: Pick<Reader, 'get' | 'range'>;
  webhooks: WebhookWriter;
  /** Calls the listener with the room of each durable entry of this node. Returns the way to stop. */
  watchRooms(listener: (room: RoomId) => void): () => void;
}

export interface WebhookFollower {
  start(): void;
  /** This node has become the owner of slots. */
  resume(): void;
  stop(): Promise<void>;
}

const POLL_INTERVAL_MS = 1_000;
/** Changes are read once more for this long: nodes write them by their own clocks, and a write takes its time. */
const POLL_OVERLAP_MS = 30_000;
const RELOAD_INTERVAL_MS = 60_000;
const PAGE = 500;
/** The most that a range read gives. */
const PAGE_MAX = 10_000;
const STOP_TIMEOUT_MS = 3_000;

interface Followed {
  lane: WebhookLane;
  room: RoomId;
  changedAt: number;
}

export const createWebhookFollower = (deps: WebhookFollowerDeps): WebhookFollower => new Follower(deps);

class Follower implements WebhookFollower {
  readonly #deps: WebhookFollowerDeps;
  readonly #laneDeps: LaneDeps;
  readonly #followed = new Map<string, Followed>();
  readonly #byRoom = new Map<RoomId, Set<string>>();
  #polling: Promise<void> = Promise.resolve();
  #reloadAt = 0;
  #isStopped = false;
  #cancel: () => void = () => undefined;
  #unwatch: () => void = () => undefined;

  constructor(deps: WebhookFollowerDeps) {
    this.#deps = deps;
    this.#laneDeps = { ...deps, permits: new HostPermits() };
  }

  start(): void {
    this.#unwatch = this.#deps.watchRooms((room) => {
      for (const id of this.#byRoom.get(room) ?? []) this.#followed.get(id)?.lane.wake();
    });
    this.#poll();
  }

  resume(): void {
    this.#reloadAt = 0;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancel();
    this.#unwatch();
    const ended = Promise.all([this.#polling, ...[...this.#followed.values()].map(({ lane }) => lane.stop())]);
    await new Promise<void>((resolve) => {
      const cancel = this.#deps.clock.after(STOP_TIMEOUT_MS, resolve);
      void ended.then(() => {
        cancel();
        resolve();
      });
    });
  }

  #poll(): void {
    this.#polling = this.#readChanges()
      .catch((err: unknown) => this.#deps.log.warn({ err }, 'webhook poll failed'))
      .then(() => {
        if (!this.#isStopped) this.#cancel = this.#deps.clock.after(POLL_INTERVAL_MS, () => this.#poll());
      });
  }

  async #readChanges(): Promise<void> {
    const now = this.#deps.clock.now();
    if (now >= this.#reloadAt) {
      await this.#each({ index: 'active', field: 'active', from: '' });
      this.#reloadAt = now + RELOAD_INTERVAL_MS;
    } else await this.#each({ index: 'changed', field: 'changedAt', from: now - POLL_OVERLAP_MS });
  }

  /** Many webhooks may share a room or an instant: those at the end of a page are read again with the next one. */
  async #each({ index, field, from }: { index: string; field: 'active' | 'changedAt'; from: string | number }) {
    for (let gte = from, limit = PAGE; !this.#isStopped; ) {
      const page = await this.#deps.reader.range<Webhook>('webhooks', { index, gte, limit });
      for (const webhook of page) this.#observe(webhook);
      const last = page.at(-1)?.[field];
      if (last === undefined || last === null || page.length < limit) return;
      if (last !== gte) gte = last;
      else if (limit < PAGE_MAX) limit = PAGE_MAX;
      else return this.#deps.log.warn({ index, count: limit }, 'too many webhooks share a place');
    }
  }

  #observe({ _id, room, active, changedAt }: Webhook): void {
    const known = this.#followed.get(_id);
    if (active === null || !this.#deps.isMine(room)) return known && this.#forget(_id, known);
    if (!known) return this.#follow(_id, room, changedAt);
    if (known.changedAt === changedAt) return;
    known.changedAt = changedAt;
    known.lane.restart();
  }

  #follow(id: string, room: RoomId, changedAt: number): void {
    const lane = new WebhookLane(id, this.#laneDeps, () => {
      const followed = this.#followed.get(id);
      if (followed?.lane === lane) this.#forget(id, followed);
    });
    this.#followed.set(id, { lane, room, changedAt });
    const inRoom = this.#byRoom.get(room) ?? new Set();
    this.#byRoom.set(room, inRoom.add(id));
    lane.wake();
  }

  #forget(id: string, { lane, room }: Followed): void {
    this.#followed.delete(id);
    const inRoom = this.#byRoom.get(room);
    inRoom?.delete(id);
    if (inRoom?.size === 0) this.#byRoom.delete(room);
    void lane.stop();
  }
}
