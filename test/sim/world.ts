/** Everything there is in one run, and how people reach it. */
import type { HeadDoc } from '#actors/room/log/head-projection.js';
import type { EntryDoc } from '#actors/room/model/codec.js';
import type { Answer } from '#actors/runtime/client.js';
import { type ErrorCode, RefusalError } from '#src/errors.js';
import { Coverage, type Step } from './coverage.js';
import { Documents } from './edges/documents.js';
import { FaultConditions } from './edges/fault-conditions.js';
import { LeaseData } from './edges/virtual-lease-table.js';
import { Net } from './edges/virtual-link.js';
import { VirtualTcp } from './edges/virtual-tcp.js';
import type { ObjectFolder } from './files/object-folder.js';
import { History, type Watched } from './history.js';
import type { InjectionPoints } from './injection-points.js';
import { type Plan, planOf } from './plan.js';
import { type Running, SimNode } from './sim-node.js';
import { EmbeddedDisk } from './single/embedded-disk.js';
import { UserEventNet } from './sockets/virtual-user-events.js';
import { Schedule } from './time/schedule.js';
import { SeededRandom } from './time/seeded-random.js';

export class World {
  readonly seed: number;
  readonly plan: Plan;
  readonly injections: InjectionPoints;
  readonly schedule = new Schedule();
  readonly history = new History();
  readonly coverage = new Coverage();
  readonly documents: Documents;
  /** Of a world on the embedded engine. */
  readonly disk: EmbeddedDisk | null;
  readonly weather: FaultConditions;
  readonly leases: LeaseData;
  readonly net: Net;
  readonly tcp: VirtualTcp;
  readonly userEvents = new UserEventNet(this);
  readonly nodes: SimNode[];
  readonly rooms: string[];
  readonly shortRooms: string[];
  readonly quietRooms: string[];
  readonly objects: ObjectFolder = new Map();
  /** What the service has written into objects. */
  readonly written = new Map<string, string>();
  /** In mailboxes. */
  readonly mails: { id: string; to: string; text: string; at: number }[] = [];
  /** Messages that are shown once, with who may open them. */
  readonly shownOnce: { room: string; rowId: string; to: string }[] = [];
  /** Accounts with a phone. */
  readonly phones: string[] = [];
  /** The logs of deleted rooms as they were before the sweep. */
  readonly sweptLogs = new Map<string, EntryDoc[]>();
  /** What processes of a later version have committed. */
  readonly laterCommits = new Set<string>();
  readonly #roads: SeededRandom;
  /** Nothing breaks any more. */
  isCalm = false;
  /** Nobody begins anything new. */
  isOver = false;

  constructor(seed: number, injections: InjectionPoints = {}) {
    this.seed = seed;
    this.injections = injections;
    this.plan = { ...planOf(seed), ...injections.plan };
    this.disk = this.plan.single === 'embedded' ? new EmbeddedDisk(this) : null;
    this.documents = this.disk?.documents ?? new Documents();
    this.weather = new FaultConditions(this.schedule, new SeededRandom(seed, 'weather'));
    this.history.leaseMs = this.plan.leaseMs;
    this.leases = new LeaseData(this.plan.leaseMs, () => this.schedule.now, injections.quietMs);
    this.net = new Net(this.weather);
    this.tcp = new VirtualTcp(this.weather, new SeededRandom(seed, 'tcp'));
    this.#roads = new SeededRandom(seed, 'roads');
    const chance = new SeededRandom(seed, 'rooms');
    this.rooms = Array.from({ length: this.plan.rooms }, () => chance.uuid());
    const others = new SeededRandom(seed, 'ids of short rooms');
    this.shortRooms = Array.from({ length: this.plan.shortRooms }, () => others.uuid());
    this.quietRooms = Array.from({ length: this.plan.quietRooms }, () => others.uuid());
    this.nodes = this.plan.nodes.map((name) => new SimNode(name, this));
  }

  get allRooms(): string[] {
    return [...this.rooms, ...this.shortRooms, ...this.quietRooms];
  }

  get now(): number {
    return this.schedule.now;
  }

  nodeOf(name: string): SimNode {
    return this.nodes.find((node) => node.name === name) as SimNode;
  }

  /** What a person's call came to; null when nothing came back in time. */
  ask<T>(via: string, patienceMs: number, call: (at: Running) => Promise<Answer<T>>): Promise<Answer<T> | null> {
    const road = () => this.#roads.between(0.2, 8);
    return new Promise((resolve) => {
      this.schedule.after(patienceMs, () => resolve(null));
      const arrivesAt = this.now + road();
      this.schedule.at(arrivesAt, () => {
        const running = this.nodeOf(via).reached;
        // Nobody listens there.
        if (!running) return this.schedule.after(road(), () => resolve(null));
        running.life.comes(this.now, () => {
          call(running).then(
            (answer) => this.#goesBack(running, road(), () => resolve(answer)),
            (error: unknown) => this.#goesBack(running, road(), () => resolve(refusedBy(error))),
          );
        });
      });
    });
  }

  #goesBack({ life }: Running, afterMs: number, arrive: () => void): void {
    if (life.isOver) return;
    const isHeld = life.leavesAt > this.now;
    this.schedule.at(life.leavesAt + afterMs, () => {
      if (!isHeld || !life.isOver) arrive();
    });
  }

  /** By what is stored, whether anybody knows it or not. */
  isDeleted(room: string): boolean {
    return this.documents.get<HeadDoc>('rooms', room)?.deleted === true;
  }

  /** Nothing but a tombstone is left, for good. */
  isSwept(room: string): boolean {
    const head = this.documents.get<HeadDoc>('rooms', room);
    return !head?.deleted || (head.toSweep ?? null) === null;
  }

  newestSeq(room: string): number {
    return newestEntry(this.documents, room)?.seq ?? 0;
  }

  /** The newest entry of which members are told; others follow that say nothing to them. */
  newestTold(room: string): number {
    const newest = newestEntry(this.documents, room);
    if (!newest) return 0;
    const [, , , , , , prevAll, , channels] = newest.head;
    return (channels & 1) === 1 ? newest.seq : prevAll;
  }

  /** What the processes that still live have heard of each room, beside what there is to hear. */
  newestHeard(): { watched: Watched; newest: number; isComplete: boolean }[] {
    const living = this.history.watched.filter(({ node, life }) => this.nodeOf(node).isLife(life));
    return living.map((watched) => {
      const newest = this.newestSeq(watched.room);
      return { watched, newest, isComplete: watched.last !== null && watched.last >= newest };
    });
  }

  took(step: Step): void {
    this.coverage.took(step, this.now);
  }

  note(what: string): void {
    this.history.firstFaultAt = Math.min(this.history.firstFaultAt, this.now);
    this.history.faults.push(`${this.now.toFixed(1)} ${what}`);
  }

  mistake(what: string): void {
    this.history.mistakes.push(what);
  }
}

function refusedBy(error: unknown): { ok: false; code: ErrorCode } {
  if (error instanceof RefusalError) return { ok: false, code: error.refusal.code };
  return { ok: false, code: (error as Error).name === 'StoreUnavailable' ? 'unavailable' : 'internal_error' };
}

function newestEntry(documents: Documents, room: string): EntryDoc | undefined {
  const [newest] = documents.range<EntryDoc>('log', {
    index: '_id',
    gt: `${room}:`,
    lt: `${room};`,
    desc: true,
    limit: 1,
  });
  return newest;
}
