/** How things go at the moment between processes and what they stand on. Whoever brings trouble changes it. */

import type { Schedule } from '../time/schedule.js';
import type { SeededRandom } from '../time/seeded-random.js';

/** Probabilities of what becomes of one request to the store. */
export interface StoreFault {
  /** It never gets there, and the process learns so at once. */
  refused: number;
  /** It is carried out, or a part of it, and the answer is lost. */
  unanswered: number;
  /** It is carried out some time after the process has given it up. */
  late: number;
  /** By how much at most. */
  lateMs: number;
  /** Nothing is heard of it until the deadline. */
  hung: number;
  /** The connection breaks, and the driver sends it again: it is carried out twice. */
  repeated: number;
  /** How much longer everything takes. */
  slow: number;
}

export interface LinkFault {
  isCut: boolean;
  dropped: number;
  repeated: number;
  slow: number;
}

/** Probabilities of what becomes of one step of the embedded engine. */
export interface DiskFault {
  /** A write finds no space. */
  full: number;
  /** What was written cannot be made durable. */
  sync: number;
}

const LATE_MS = 12_000;
const fairStore: StoreFault = {
  refused: 0,
  unanswered: 0,
  late: 0,
  lateMs: LATE_MS,
  hung: 0,
  repeated: 0,
  slow: 1,
};
const fairDisk: DiskFault = { full: 0, sync: 0 };
const fairLink: LinkFault = { isCut: false, dropped: 0, repeated: 0, slow: 1 };

export class FaultConditions {
  readonly schedule: Schedule;
  readonly chance: SeededRandom;
  readonly #stores = new Map<string, StoreFault>();
  readonly #links = new Map<string, LinkFault>();
  readonly #cutFromRedis = new Set<string>();
  /** Nothing of what these send gets to Redis, and they do not notice. */
  readonly #unheardByRedis = new Set<string>();
  /** Nothing comes to these from Redis. */
  readonly #deafToRedis = new Set<string>();
  isRedisDown = false;
  disk = fairDisk;

  constructor(schedule: Schedule, chance: SeededRandom) {
    this.schedule = schedule;
    this.chance = chance;
  }

  storeOf(node: string): StoreFault {
    return this.#stores.get(node) ?? fairStore;
  }

  /** Between two nodes, or all of them. */
  linkOf(from: string, to: string): LinkFault {
    return this.#links.get(`${from}>${to}`) ?? this.#links.get('*') ?? fairLink;
  }

  /** Whether it has a connection, as far as it can tell. */
  reachesRedis(node: string): boolean {
    return !this.isRedisDown && !this.#cutFromRedis.has(node);
  }

  /** Whether what it sends gets there. */
  isHeardByRedis(node: string): boolean {
    return this.reachesRedis(node) && !this.#unheardByRedis.has(node);
  }

  /** Whether what Redis sends gets to it. */
  hearsRedis(node: string): boolean {
    return this.reachesRedis(node) && !this.#deafToRedis.has(node);
  }

  troubleStore(nodes: readonly string[], trouble: Partial<StoreFault>): () => void {
    for (const node of nodes) this.#stores.set(node, { ...fairStore, ...trouble });
    return () => {
      for (const node of nodes) this.#stores.delete(node);
    };
  }

  troubleLinks(pairs: readonly string[], trouble: Partial<LinkFault>): () => void {
    for (const pair of pairs) this.#links.set(pair, { ...fairLink, ...trouble });
    return () => {
      for (const pair of pairs) this.#links.delete(pair);
    };
  }

  cutFromRedis(node: string): () => void {
    this.#cutFromRedis.add(node);
    return () => this.#cutFromRedis.delete(node);
  }

  cutOneWay(node: string, way: 'to redis' | 'from redis'): () => void {
    const cut = way === 'to redis' ? this.#unheardByRedis : this.#deafToRedis;
    cut.add(node);
    return () => cut.delete(node);
  }

  troubleDisk(trouble: Partial<DiskFault>): () => void {
    this.disk = { ...fairDisk, ...trouble };
    return () => {
      this.disk = fairDisk;
    };
  }

  clear(): void {
    this.#unheardByRedis.clear();
    this.#deafToRedis.clear();
    this.disk = fairDisk;
    this.#stores.clear();
    this.#links.clear();
    this.#cutFromRedis.clear();
    this.isRedisDown = false;
  }
}
