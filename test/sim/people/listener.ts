/** Somebody's open window on a room: follows its stream at one node and catches up, as a gateway does for a socket. */
import type { OpenedRoom, RoomItem } from '#actors/room/commands.js';
import type { Answer } from '#actors/runtime/client.js';
import type { Running } from '../sim-node.js';
import { SeededRandom } from '../time/seeded-random.js';
import type { World } from '../world.js';
import { isAnswered, type Person, rowOf } from './person.js';

const PAGE = 40;

export class Listener {
  readonly #world: World;
  readonly #person: Person;
  readonly room: string;
  readonly #chance: SeededRandom;
  #lastSeq: number | null = null;
  #stop: () => void = () => undefined;

  constructor(person: Person, room: string) {
    this.#world = person.world;
    this.#person = person;
    this.room = room;
    this.#chance = new SeededRandom(person.world.seed, `window of ${person.name} on ${room}`);
  }

  /** Up to where it has heard everything; null while it follows nothing. */
  get lastSeq(): number | null {
    return this.#isFollowing ? this.#lastSeq : null;
  }
  #isFollowing = false;

  async live(): Promise<void> {
    while (!this.#world.isOver && !this.#person.isGone) {
      const via = this.#chance.pick(this.#world.plan.nodes);
      const running = this.#world.nodeOf(via).reached;
      if (running) await this.#follow(running, via);
      await this.#world.schedule.sleep(this.#chance.between(50, 1_500));
    }
  }

  /** Until the connection ends, or the person is out. */
  async #follow(running: Running, via: string): Promise<void> {
    const { life, node } = running;
    const waiting: RoomItem[] = [];
    let hear = (item: RoomItem): void => void waiting.push(item);
    let isOut = false;
    const listener = (item: RoomItem) => {
      if (!life.isOver && !isOut) hear(item);
    };
    // Like a reader whose page has come.
    const stop = node.streams.watch(this.room, Object.assign(listener, { positionIn: () => this.#lastSeq }));
    this.#stop = () => {
      isOut = true;
      stop();
    };
    const isReady = await this.#within(life.schedule.now + 8_000, node.streams.ready(this.room));
    if (isReady && (await this.#catchUp(via))) {
      hear = (item) => this.#hear(item);
      for (const item of waiting) if (!isOut) this.#hear(item);
      this.#isFollowing = !isOut;
      const until = this.#world.now + this.#chance.about(15_000);
      while (!isOut && !life.isOver && (this.#world.now < until || this.#world.isOver)) {
        await this.#world.schedule.sleep(100);
        if (this.#world.isOver) return;
      }
    }
    this.#isFollowing = false;
    if (!life.isOver) this.#stop();
  }

  #within(until: number, done: Promise<void>): Promise<boolean> {
    return new Promise((resolve) => {
      void done.then(() => resolve(true));
      this.#world.schedule.at(until, () => resolve(false));
    });
  }

  /** Everything missed since; a window that was never open begins with the newest page. */
  async #catchUp(via: string): Promise<boolean> {
    for (;;) {
      const opened = await this.#open(via, this.#lastSeq);
      if (!opened) return false;
      if (opened.reset || this.#lastSeq === null) {
        this.#lastSeq = opened.reset ? null : opened.seq;
        if (!opened.reset) return true;
        continue;
      }
      const ids = opened.messages.map(({ row }) => row.id);
      if (opened.seq > this.#lastSeq) this.#note(opened.seq, ids);
      this.#lastSeq = opened.seq;
      if (!opened.hasMore) return true;
    }
  }

  async #open(via: string, after: number | null): Promise<OpenedRoom | null> {
    const { history, plan } = this.#world;
    const { account, by } = this.#person;
    const op = history.begin({ who: account, what: 'open_room', room: this.room, via, begunAt: this.#world.now });
    const place = after === null ? {} : { id: this.room, afterSeq: after };
    const answer = await this.#world.ask<OpenedRoom>(
      via,
      plan.patienceMs,
      ({ node }) =>
        node.rooms.tryAsk(this.room, { type: 'open_room', by, limit: PAGE, ...place }) as Promise<Answer<OpenedRoom>>,
    );
    op.endedAt = this.#world.now;
    op.outcome = answer === null ? 'lost' : answer.ok ? 'ok' : answer.code;
    if (!answer?.ok) {
      if (isAnswered(op.outcome)) this.#lastSeq = null;
      return null;
    }
    const { seq, hasMore, reset, messages, readSeq, unread } = answer.value;
    if (after === null || reset || !hasMore) op.isWhole = true;
    op.seq = seq;
    if (op.isWhole) op.unread = { readSeq, unread };
    if (after !== null && !reset) op.after = after;
    if (!reset) op.rows = messages.map(rowOf);
    return answer.value;
  }

  #hear(item: RoomItem): void {
    // With the account its sessions end, and so do their sockets.
    if (this.#person.isGone) return this.#end();
    const last = this.#lastSeq as number;
    if (item.seq <= last) return;
    // A single node tells the place of a room that came into memory: what came before it is asked for.
    if (item.isPlace) return this.#leave();
    if (item.seq > last + 1) this.#world.mistake(`${this.#person.name} heard ${item.seq} after ${last}`);
    this.#lastSeq = item.seq;
    this.#note(item.seq, item.activity?.row ? [item.activity.row.row.id] : []);
    const isOut = item.moves.some(({ account, role }) => account === this.#person.account && role === null);
    if (!isOut) return;
    // Whoever is out hears nothing more, and begins anew when they come back.
    this.#end();
  }

  #end(): void {
    this.#lastSeq = null;
    this.#leave();
  }

  #leave(): void {
    this.#isFollowing = false;
    this.#stop();
  }

  #note(seq: number, ids: string[]): void {
    const { history, now } = this.#world;
    history.heard.push({ who: this.#person.account, room: this.room, at: now, seq, ids });
  }
}
