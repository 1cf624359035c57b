/** One node of the service: its processes, one after the other, and what is heard of each. */
import type { RoomItem } from '#actors/room/commands.js';
import type { SystemOptions } from '#actors/runtime/actor-system.js';
import type { CrashPoint } from '#actors/runtime/crash-points.js';
import type { DirectChats } from '#http/rooms/direct-chats.js';
import type { SlotPlacements } from '#src/app/live/slot-placements.js';
import type { Node } from '#src/node.js';
import { StoreUnavailable } from '#src/store/store.js';
import type { Step } from './coverage.js';
import type { Watched } from './history.js';
import type { KeyedRequests } from './repeats/keyed-requests.js';
import { startSingleNode } from './single/start-single-node.js';
import type { SimGateway } from './sockets/sim-gateway.js';
import { startClusterNode } from './start-cluster-node.js';
import { MachineClock } from './time/node-env.js';
import { ProcessLifetime } from './time/process-lifetime.js';
import { SeededRandom } from './time/seeded-random.js';
import type { World } from './world.js';

export interface Running {
  life: ProcessLifetime;
  node: Node;
  dms: DirectChats;
  /** Requests that have a key. */
  keyed: KeyedRequests;
  /** Null where nobody moves slots. */
  placements: SlotPlacements | null;
  /** Null where nobody has a socket. */
  gateway: SimGateway | null;
  /** After the gateway: as on SIGTERM. */
  stop(): Promise<void>;
  /** May it answer at all? By the table, or the store, itself. */
  hasLease(): boolean;
}

/** What a process is started with. */
export interface NodeParts {
  name: string;
  /** Which life of the node it is, from 1. */
  number: number;
  world: World;
  life: ProcessLifetime;
  clock: MachineClock;
  chance: SeededRandom;
  crashPoint(point: CrashPoint): void;
  onError: NonNullable<SystemOptions['onError']>;
  /** The process ends itself. */
  exit(why: string): void;
}

const START_AGAIN_MS = 1_000;
/** So many requests still reach a process that is being replaced. */
const REACHES_OLD = 0.4;

export class SimNode {
  readonly name: string;
  readonly clock: MachineClock;
  readonly #world: World;
  readonly #chance: SeededRandom;
  #lives = 0;
  #life: ProcessLifetime | null = null;
  #running: Running | null = null;
  /** A process that goes on while another one is started in its place. */
  #replaced: Running | null = null;
  /** Called at each crash point while somebody waits for one. */
  onCrashPoint: ((point: CrashPoint) => void) | null = null;

  constructor(name: string, world: World) {
    this.name = name;
    this.#world = world;
    this.#chance = new SeededRandom(world.seed, `ways to ${name}`);
    this.clock = new MachineClock(world.schedule, new SeededRandom(world.seed, `clock of ${name}`));
    if (world.plan.single) this.clock.setRight();
  }

  /** Taking requests, as far as anybody outside knows. */
  get running(): Running | null {
    return this.#running;
  }

  /** The process that a new request comes to. */
  get reached(): Running | null {
    const old = this.#replaced;
    return old && (!this.#running || this.#chance.hits(REACHES_OLD)) ? old : this.#running;
  }

  get life(): ProcessLifetime | null {
    return this.#life;
  }

  /** Is it that one which still takes requests? */
  isLife(number: number): boolean {
    return this.#running !== null && this.#lives === number;
  }

  /** As whoever starts processes does: again and again, until it stays. */
  start(): void {
    if (this.#life) return;
    this.#lives += 1;
    const { history, schedule } = this.#world;
    const begunAt = schedule.now;
    history.begunAt.push(begunAt);
    const chance = new SeededRandom(this.#world.seed, `${this.name}, life ${this.#lives}`);
    const life = new ProcessLifetime(this.#world.schedule, chance);
    this.#life = life;
    this.#begin(life, chance).catch((error: unknown) => {
      if (life.isOver) return;
      // What it had claimed was answered by nobody.
      history.firstFaultAt = Math.min(history.firstFaultAt, begunAt);
      this.#world.note(`${this.name} did not start: ${(error as Error).name}`);
      this.kill();
      schedule.after(START_AGAIN_MS, () => this.start());
    });
  }

  kill(): void {
    this.#running?.gateway?.die();
    this.#life?.end();
    this.#life = null;
    this.#running = null;
    this.onCrashPoint = null;
  }

  /** The process seems dead: another one is started beside it, and it is killed at last. */
  replace(killedAfterMs: number): void {
    if (this.#replaced || !this.#running) return;
    const old = this.#running;
    this.#replaced = old;
    this.#life = null;
    this.#running = null;
    this.onCrashPoint = null;
    this.#world.schedule.after(killedAfterMs, () => this.#endReplaced(old));
    this.start();
  }

  /** As on SIGTERM. */
  async stop(): Promise<void> {
    const running = this.#running;
    if (!running || running.life !== this.#life) return;
    await running.gateway?.gateway.drain();
    await running.gateway?.gateway.close();
    await running.stop();
    if (this.#life === running.life) this.kill();
  }

  async #begin(life: ProcessLifetime, chance: SeededRandom): Promise<void> {
    const number = this.#lives;
    const world = this.#world;
    let running: Running | null = null;
    const parts: NodeParts = {
      name: this.name,
      number,
      world,
      life,
      clock: this.clock,
      chance,
      crashPoint: (point) => this.#passes(life, running, point),
      onError: (error, where) => {
        if (!(error instanceof StoreUnavailable))
          world.mistake(`${where.kind} ${where.command ?? ''}: ${String(error)}`);
      },
      exit: (why) => this.#exits(life, why),
    };
    running = await (world.plan.single ? startSingleNode(parts) : startClusterNode(parts));
    if (life.isOver) return;
    this.#running = running;
    for (const room of world.rooms) this.#watch(running, number, room);
  }

  /** And is started again, as a killed one. */
  #exits(life: ProcessLifetime, why: string): void {
    if (life.isOver) return;
    this.#world.note(`${this.name} ends: ${why}`);
    if (this.#replaced?.life === life) return this.#endReplaced(this.#replaced);
    this.kill();
    this.#world.schedule.after(START_AGAIN_MS, () => this.start());
  }

  #endReplaced(old: Running): void {
    if (this.#replaced !== old) return;
    this.#replaced = null;
    old.gateway?.die();
    old.life.end();
  }

  #passes(life: ProcessLifetime, running: Running | null, point: CrashPoint): void {
    if (life.isOver) return;
    const [step, side] = point.split(':');
    if (side === 'before') this.#world.took(step as Step);
    const lets = point === 'deliver:before' || point === 'settle:before';
    const hasLease =
      running?.hasLease() ?? (this.#world.plan.single !== undefined || this.#world.leases.hasLease(this.name));
    if (lets && !hasLease) this.#world.mistake(`${this.name} lets out without a lease`);
    if (this.#life === life) this.onCrashPoint?.(point);
  }

  /** What a gateway of this node would hear, from now on. */
  #watch({ node, life }: Running, number: number, room: string): void {
    const watched: Watched = {
      node: this.name,
      life: number,
      room,
      from: null,
      last: null,
      problems: [],
      ids: [],
      lasts: [],
    };
    this.#world.history.watched.push(watched);
    node.streams.watch(room, ({ seq, activity, announcements, isPlace }: RoomItem) => {
      // Where a room came into memory only its place is told.
      if (life.isOver || isPlace) return;
      if (watched.last !== null && seq !== watched.last + 1) watched.problems.push(`${seq} after ${watched.last}`);
      watched.from ??= seq;
      watched.last = seq;
      if (activity) watched.lasts.push([seq, activity.lastMessage?.row.seq ?? 0]);
      if (activity?.row && announcements.length > 0) watched.ids.push([seq, activity.row.row.id]);
    });
  }
}
