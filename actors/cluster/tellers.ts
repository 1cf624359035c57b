/** What this node tells others of its actors' streams: everything in order, from where each of them asked. */
import type { Streams } from '#actors/runtime/client.js';
import type { Env } from '#actors/runtime/env.js';
import type { Link } from '#src/cluster/link.js';
import type { Numbered } from './follower.js';
import type { Replayed } from './followers.js';
import type { NodeMessage, NodeReply } from './messages.js';

export interface TellersOptions<Item> {
  kind: string;
  here: Streams<Item>;
  replay(id: string, after: number | null): Promise<Replayed<Item>> | null;
  link: Link;
  env: Env;
}

interface Told {
  /** The newest that was sent, and when. */
  seq: number;
  sentAt: number;
  /** When the other one last said that it follows. */
  heardAt: number;
  stop(): void;
}

/** Whoever does not say so for this long follows no more: it is gone, or its own message was lost. */
const SILENT_MS = 20_000;
/** What was sent this long ago and did not arrive by now will not. */
const UNDER_WAY_MS = 1_000;
const LOOK_EVERY_MS = 5_000;

export class Tellers<Item extends Numbered> {
  readonly #options: TellersOptions<Item>;
  /** By the token of the node that follows, then by actor. */
  readonly #told = new Map<string, Map<string, Told>>();
  #stopTimer: () => void;

  constructor(options: TellersOptions<Item>) {
    this.#options = options;
    this.#stopTimer = options.env.after(LOOK_EVERY_MS, () => this.#look());
  }

  /** First what was missed, then the answer, then what comes. */
  async watch(from: string, id: string, after: number | null): Promise<NodeReply> {
    const { here } = this.#options;
    this.#stopTelling(from, id);
    const waiting: Item[] = [];
    let tell = (item: Item): void => void waiting.push(item);
    const stop = here.watch(id, (item) => tell(item));
    const seq = await this.#replay(from, id, after).catch(() => null);
    if (seq === null) {
      stop();
      return { type: 'moved' };
    }
    const { env } = this.#options;
    const told: Told = { seq, sentAt: env.monotonic(), heardAt: env.monotonic(), stop };
    this.#of(from).set(id, told);
    // Behind the answer, which leaves when this round is done.
    env.soon(() => {
      tell = (item) => this.#tell(from, id, told, item);
      for (const item of waiting) if (item.seq > seq) tell(item);
    });
    return { type: 'watching', seq };
  }

  /** What the other one follows, and up to where. */
  following(from: string, rooms: readonly (readonly [id: string, seq: number])[]): void {
    const { env, kind, link } = this.#options;
    const now = env.monotonic();
    const all = this.#told.get(from);
    const lost = rooms.filter(([id, seq]) => {
      const told = all?.get(id);
      if (!told) return true;
      told.heardAt = now;
      return told.seq > seq && now - told.sentAt > UNDER_WAY_MS;
    });
    if (lost.length > 0)
      link.send(from, { type: 'unwatched', kind, ids: lost.map(([id]) => id) } satisfies NodeMessage);
  }

  /** These are told by somebody else from now on. */
  drop(isMeant: (id: string) => boolean): void {
    const { kind, link } = this.#options;
    for (const [from, all] of this.#told) {
      const ids = [...all.keys()].filter(isMeant);
      for (const id of ids) this.#stopTelling(from, id);
      if (ids.length > 0) link.send(from, { type: 'unwatched', kind, ids } satisfies NodeMessage);
    }
  }

  stop(): void {
    this.#stopTimer();
    for (const all of this.#told.values()) for (const told of all.values()) told.stop();
    this.#told.clear();
  }

  async #replay(from: string, id: string, after: number | null): Promise<number | null> {
    const { kind, link, replay } = this.#options;
    for (let place = after; ; ) {
      const page = await replay(id, place);
      if (!page) return null;
      for (const item of page.items) link.send(from, { type: 'item', kind, id, item } satisfies NodeMessage);
      if (!page.hasMore) return page.seq;
      place = page.seq;
    }
  }

  #tell(from: string, id: string, told: Told, item: Item): void {
    told.seq = Math.max(told.seq, item.seq);
    told.sentAt = this.#options.env.monotonic();
    this.#options.link.send(from, { type: 'item', kind: this.#options.kind, id, item } satisfies NodeMessage);
  }

  #of(from: string): Map<string, Told> {
    const all = this.#told.get(from) ?? new Map<string, Told>();
    this.#told.set(from, all);
    return all;
  }

  #stopTelling(from: string, id: string): void {
    this.#told.get(from)?.get(id)?.stop();
    this.#told.get(from)?.delete(id);
    if (this.#told.get(from)?.size === 0) this.#told.delete(from);
  }

  #look(): void {
    const { env } = this.#options;
    const before = env.monotonic() - SILENT_MS;
    for (const [from, all] of this.#told) {
      for (const [id, { heardAt }] of all) if (heardAt < before) this.#stopTelling(from, id);
    }
    this.#stopTimer = env.after(LOOK_EVERY_MS, () => this.#look());
  }
}
