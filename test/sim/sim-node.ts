/** One node of the service: the real actors and all between nodes, on a machine, a store and a net that are not. */
import { Cluster } from '#actors/cluster/cluster.js';
import type { RoomItem } from '#actors/room/commands.js';
import type { CrashPoint } from '#actors/runtime/crash-points.js';
import type { Env } from '#actors/runtime/env.js';
import { createDirectChats, type DirectChats } from '#http/rooms/direct-chats.js';
import { openSharedClock } from '#src/cluster/shared-clock.js';
import { createNode, type Node } from '#src/node.js';
import { StoreUnavailable } from '#src/store/store.js';
import type { Step } from './coverage.js';
import { delayedStore } from './edges/store-channel.js';
import { delayedTable } from './edges/table-channel.js';
import { VirtualLeaseTable } from './edges/virtual-lease-table.js';
import { VirtualLink } from './edges/virtual-link.js';
import { VirtualStore } from './edges/virtual-store.js';
import type { Watched } from './history.js';
import { startJobs } from './sim-jobs.js';
import { SimGateway } from './sockets/sim-gateway.js';
import { MachineClock, nodeEnv } from './time/node-env.js';
import { ProcessLifetime } from './time/process-lifetime.js';
import { SeededRandom } from './time/seeded-random.js';
import type { World } from './world.js';

export interface Running {
  life: ProcessLifetime;
  node: Node;
  cluster: Cluster;
  dms: DirectChats;
  /** Null where nobody has a socket. */
  gateway: SimGateway | null;
}

const CLOCK_EVERY_MS = 15_000;
const START_AGAIN_MS = 1_000;

export class SimNode {
  readonly name: string;
  readonly clock: MachineClock;
  readonly #world: World;
  #lives = 0;
  #life: ProcessLifetime | null = null;
  #running: Running | null = null;
  /** Called at each crash point while somebody waits for one. */
  onCrashPoint: ((point: CrashPoint) => void) | null = null;

  constructor(name: string, world: World) {
    this.name = name;
    this.#world = world;
    this.clock = new MachineClock(world.schedule, new SeededRandom(world.seed, `clock of ${name}`));
  }

  /** Taking requests, as far as anybody outside knows. */
  get running(): Running | null {
    return this.#running;
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
    const chance = new SeededRandom(this.#world.seed, `${this.name}, life ${this.#lives}`);
    const life = new ProcessLifetime(this.#world.schedule, chance);
    this.#life = life;
    this.#begin(life, chance).catch((error: unknown) => {
      if (life.isOver) return;
      this.#world.note(`${this.name} did not start: ${(error as Error).name}`);
      this.kill();
      this.#world.schedule.after(START_AGAIN_MS, () => this.start());
    });
  }

  kill(): void {
    this.#running?.gateway?.die();
    this.#life?.end();
    this.#life = null;
    this.#running = null;
    this.onCrashPoint = null;
  }

  /** As on SIGTERM. */
  async stop(): Promise<void> {
    const running = this.#running;
    if (!running || running.life !== this.#life) return;
    await running.gateway?.gateway.drain();
    await running.gateway?.gateway.close();
    await running.cluster.stop();
    await running.node.system.stop();
    if (this.#life === running.life) this.kill();
  }

  async #begin(life: ProcessLifetime, chance: SeededRandom): Promise<void> {
    const world = this.#world;
    const { seams, plan, weather } = world;
    const own = nodeEnv(life, this.clock, chance);
    const plainStore = new VirtualStore(world.documents, delayedStore(this.name, life, weather));
    const seat = { name: this.name, life, clock: this.clock, env: own, world };
    const store = seams.store?.(plainStore, seat) ?? plainStore;
    const clock = await openSharedClock({ ask: () => store.now(), monotonic: own.monotonic, wall: own.now });
    const env: Env = { ...own, now: clock.now };
    every(env, CLOCK_EVERY_MS, () => void clock.sync().catch(() => undefined));
    const plainTable = new VirtualLeaseTable(world.leases, delayedTable(this.name, life, weather, plan.leaseMs / 4));
    const plainLink = new VirtualLink(this.name, life, world.net);
    const options = {
      name: this.name,
      table: seams.table?.(plainTable, seat) ?? plainTable,
      transport: seams.link?.(plainLink, seat) ?? plainLink,
      env,
      beatMs: plan.leaseMs / 3,
      trustMs: (plan.leaseMs * 5) / 6,
      onError: () => undefined,
    };
    const cluster = new Cluster(seams.cluster?.(options, seat) ?? options);
    const { ownership } = seams;
    if (ownership) {
      const real = cluster.ownership.bind(cluster);
      cluster.ownership = () => ownership(real(), seat);
    }
    const node = createNode({
      store,
      env,
      owner: '',
      alone: false,
      brand: 'meydan',
      cluster,
      idleMs: plan.idleMs,
      lanes: plan.lanes,
      budgetBytes: plan.budgetBytes,
      roomBounds: plan.roomBounds,
      crashPoint: (point) => this.#passes(life, point),
      onError: (error, where) => {
        if (!(error instanceof StoreUnavailable))
          world.mistake(`${where.kind} ${where.command ?? ''}: ${String(error)}`);
      },
    });
    await cluster.start();
    if (life.isOver) return;
    startJobs({ world, life, env, node, cluster, store });
    const dms = createDirectChats({ rooms: node.rooms, reader: store });
    const gateway =
      plan.devices > 0 ? new SimGateway({ name: this.name, world, life, node, store, cluster, env }) : null;
    this.#running = { life, node, cluster, dms, gateway };
    for (const room of world.rooms) this.#watch(this.#running, room);
  }

  #passes(life: ProcessLifetime, point: CrashPoint): void {
    if (life.isOver) return;
    const [step, side] = point.split(':');
    if (side === 'before') this.#world.took(step as Step);
    const lets = point === 'deliver:before' || point === 'settle:before';
    if (lets && !this.#world.leases.hasLease(this.name)) this.#world.mistake(`${this.name} lets out without a lease`);
    if (this.#life === life) this.onCrashPoint?.(point);
  }

  /** What a gateway of this node would hear, from now on. */
  #watch({ node, life }: Running, room: string): void {
    const watched: Watched = {
      node: this.name,
      life: this.#lives,
      room,
      from: null,
      last: null,
      problems: [],
      ids: [],
      lasts: [],
    };
    this.#world.history.watched.push(watched);
    node.streams.watch(room, ({ seq, activity, announcements }: RoomItem) => {
      // Where a room came into memory only its place is told.
      if (life.isOver) return;
      if (watched.last !== null && seq !== watched.last + 1) watched.problems.push(`${seq} after ${watched.last}`);
      watched.from ??= seq;
      watched.last = seq;
      if (activity) watched.lasts.push([seq, activity.lastMessage?.row.seq ?? 0]);
      if (activity?.row && announcements.length > 0) watched.ids.push([seq, activity.row.row.id]);
    });
  }
}

function every(env: Env, ms: number, run: () => void): void {
  env.after(ms, () => {
    run();
    every(env, ms, run);
  });
}
