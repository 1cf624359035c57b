/**
 * The streams of one kind of actor, wherever the actors are: what gateways watch. A stream told by another node is
 * followed over the link; whoever tells it, and from where on, is settled by the follower.
 */
import type { Streams } from '#actors/runtime/client.js';
import type { Env } from '#actors/runtime/env.js';
import type { Link } from '#src/cluster/link.js';
import type { Coordinator } from './coordinator.js';
import { Follower, type Numbered, type Source } from './follower.js';
import type { NodeMessage, NodeReply, NodeRequest } from './messages.js';
import { slotOf } from './slots.js';

/** What an actor says of its own stream. */
export interface Replayed<Item> {
  items: Item[];
  /** Complete up to here. */
  seq: number;
  hasMore: boolean;
}

export interface FollowersOptions<Item> {
  kind: string;
  /** The streams of actors on this node. */
  here: Streams<Item>;
  /** Asks an actor of this node; null when it is not here. */
  replay(id: string, after: number | null): Promise<Replayed<Item>> | null;
  coordinator: Pick<Coordinator, 'takes' | 'ownerOf' | 'token'>;
  link: Link;
  env: Env;
  onTrouble: (what: string, error?: unknown) => void;
}

const AGAIN_MS = 100;
const WATCH_WITHIN_MS = 5_000;
/** So often those who tell hear what is followed, and up to where. */
const FOLLOWING_EVERY_MS = 5_000;
const AT_ONCE = 2_000;

export class Followers<Item extends Numbered> implements Streams<Item> {
  readonly #options: FollowersOptions<Item>;
  readonly #followers = new Map<string, Follower<Item>>();
  /** Under which token other nodes know this one. */
  #token: string;
  #stopTimer: () => void;

  constructor(options: FollowersOptions<Item>) {
    this.#options = options;
    this.#token = options.coordinator.token;
    this.#stopTimer = options.env.after(FOLLOWING_EVERY_MS, () => this.#sayFollowing());
  }

  watch(id: string, listener: (item: Item) => void): () => void {
    const follower = this.#followers.get(id) ?? this.#begin(id);
    const remove = follower.add(listener);
    return () => {
      remove();
      if (follower.isUnused && this.#followers.get(id) === follower) this.#end(id, follower);
    };
  }

  ready(id: string): Promise<void> {
    return this.#followers.get(id)?.ready() ?? Promise.resolve();
  }

  /** Another node tells something. */
  hear(from: string, id: string, item: Item): void {
    const follower = this.#followers.get(id);
    const told = follower && this.#told.get(follower);
    if (told?.from === from) told.hear(item);
  }

  /** Who tells these has stopped, or they have lost something. */
  lost(from: string, ids: readonly string[]): void {
    for (const id of ids) {
      const follower = this.#followers.get(id);
      if (follower?.from === from) follower.connect();
    }
  }

  /** Slots have moved: whatever is told by somebody else now is followed there. */
  ownersChanged(): void {
    const { token } = this.#options.coordinator;
    // Under another token nothing that is told to the one before arrives any more.
    const isReborn = token !== this.#token;
    this.#token = token;
    for (const [id, follower] of this.#followers) {
      if (follower.from !== null && (isReborn || follower.from !== this.#tellerOf(id))) follower.connect();
    }
  }

  stop(): void {
    this.#stopTimer();
    for (const [id, follower] of this.#followers) this.#end(id, follower);
  }

  /** Who hears what other nodes tell, by follower: set while it is connected or being connected there. */
  readonly #told = new WeakMap<Follower<Item>, { from: string; hear(item: Item): void }>();

  #begin(id: string): Follower<Item> {
    const { env, onTrouble } = this.#options;
    const follower: Follower<Item> = new Follower<Item>({
      connect: (after, hear) => this.#connect(id, after, hear),
      later: (run) => void env.after(AGAIN_MS, run),
      onTrouble,
    });
    this.#followers.set(id, follower);
    return follower;
  }

  #end(id: string, follower: Follower<Item>): void {
    this.#followers.delete(id);
    follower.stop();
  }

  #tellerOf(id: string): string | null {
    const { coordinator } = this.#options;
    const slot = slotOf(id);
    if (coordinator.takes(slot)) return coordinator.token;
    const owner = coordinator.ownerOf(slot);
    return owner && owner.token !== coordinator.token ? owner.token : null;
  }

  #connect(id: string, after: number | null, hear: (item: Item) => void): Promise<Source | null> {
    const teller = this.#tellerOf(id);
    if (teller === null) return Promise.resolve(null);
    return teller === this.#options.coordinator.token
      ? this.#connectHere(id, after, hear)
      : this.#connectThere(id, teller, after, hear);
  }

  async #connectHere(id: string, after: number | null, hear: (item: Item) => void): Promise<Source | null> {
    const { here, coordinator } = this.#options;
    const stop = here.watch(id, hear);
    const seq = await this.#replayHere(id, after, hear);
    if (seq !== null) return { from: coordinator.token, stop, seq };
    stop();
    return null;
  }

  async #replayHere(id: string, after: number | null, hear: (item: Item) => void): Promise<number | null> {
    for (let from = after; ; ) {
      const page = await this.#options.replay(id, from);
      if (!page) return null;
      for (const item of page.items) hear(item);
      if (!page.hasMore) return page.seq;
      from = page.seq;
    }
  }

  async #connectThere(
    id: string,
    teller: string,
    after: number | null,
    hear: (item: Item) => void,
  ): Promise<Source | null> {
    const { kind, link } = this.#options;
    // Items may come before the answer, and only from the one that was asked.
    const follower = await this.#registered(id);
    if (!follower) return null;
    const told = { from: teller, hear };
    this.#told.set(follower, told);
    const stop = () => {
      if (this.#told.get(follower) === told) this.#told.delete(follower);
    };
    const request: NodeRequest = { type: 'watch', kind, id, after };
    const reply = (await link.request(teller, request, WATCH_WITHIN_MS).catch(() => null)) as NodeReply | null;
    if (reply?.type === 'watching') return { from: teller, stop, seq: reply.seq };
    stop();
    return null;
  }

  /** A follower connects in its constructor, before it can be found by its id. */
  async #registered(id: string): Promise<Follower<Item> | undefined> {
    return this.#followers.get(id) ?? (await Promise.resolve().then(() => this.#followers.get(id)));
  }

  /** Whoever tells drops what nobody follows, and sees what did not arrive. */
  #sayFollowing(): void {
    const { kind, link, env, coordinator } = this.#options;
    const byTeller = new Map<string, [string, number][]>();
    for (const [id, { from, lastSeq }] of this.#followers) {
      if (from === null || from === coordinator.token || lastSeq === null) continue;
      const rooms = byTeller.get(from) ?? [];
      byTeller.set(from, rooms);
      rooms.push([id, lastSeq]);
    }
    for (const [teller, rooms] of byTeller) {
      for (let at = 0; at < rooms.length; at += AT_ONCE) {
        link.send(teller, { type: 'following', kind, rooms: rooms.slice(at, at + AT_ONCE) } satisfies NodeMessage);
      }
    }
    this.#stopTimer = env.after(FOLLOWING_EVERY_MS, () => this.#sayFollowing());
  }
}
