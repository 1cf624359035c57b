/**
 * What the processes of an embedded store have one after the other: a database in memory, on which the engine's own code
 * runs. A driver's connection that was closed stays until its statements are collected, so one connection serves all
 * processes; nothing is left open in it when a process is killed, because a group of requests runs in one step.
 */
import { Connection } from '#src/store/embedded/database.js';
import { Engine } from '#src/store/embedded/engine.js';
import { errorOf } from '#src/store/embedded/failures.js';
import type { Request } from '#src/store/embedded/worker-protocol.js';
import { SeededRandom } from '../time/seeded-random.js';
import type { World } from '../world.js';
import { EmbeddedDocuments } from './embedded-documents.js';

/** The connection of a process: what it writes may be refused. */
export class Disk extends Connection {
  /** The code of the error that this statement meets. */
  fault?: (sql: string) => string | null;
  /** SQLite ends a transaction by itself after some errors. */
  rollsBack?: () => boolean;

  override exec(sql: string): void {
    this.meet(sql);
    super.exec(sql);
  }

  override run(sql: string, values: unknown[]): void {
    this.meet(sql);
    super.run(sql, values);
  }

  /** The database outlives the process. */
  override close(): void {}

  end(): void {
    super.close();
  }

  /** The connection is used before this class is made. */
  private meet(sql: string): void {
    const code = this.fault?.(sql);
    if (!code) return;
    if (this.inTransaction && this.rollsBack?.()) super.exec('ROLLBACK');
    throw Object.assign(new Error(`${sql.slice(0, 20)} failed`), { code });
  }
}

export class EmbeddedDisk {
  readonly file = ':memory:';
  readonly documents: EmbeddedDocuments;
  readonly #world: World;
  readonly #chance: SeededRandom;
  readonly #disk: Disk;
  #engine: Engine;
  /** The thread of the process that has the file. */
  holder: object | null = null;
  /** What the world itself reads and writes meets no faults. */
  #isInspected = false;

  constructor(world: World) {
    this.#world = world;
    this.#chance = new SeededRandom(world.seed, 'disk');
    const own = new Disk(this.file);
    this.#disk = world.injections.disk?.(own, world) ?? own;
    this.#engine = this.#unmet(() => new Engine(this.file, this.#disk));
    this.#disk.fault = (sql) => (this.#isInspected ? null : this.#faultOf(sql));
    this.#disk.rollsBack = () => this.#chance.hits(0.5);
    this.documents = new EmbeddedDocuments((request) => this.#ask(request));
  }

  /** As a new process opens it: what was committed is there, nothing else. */
  open(holder: object): Engine {
    this.holder = holder;
    this.#engine = this.#unmet(() => new Engine(this.file, this.#disk));
    return this.#engine;
  }

  remove(): void {
    this.#disk.end();
  }

  /** The process has closed it. */
  closed(): void {
    this.holder = null;
  }

  #faultOf(sql: string): string | null {
    const { full, sync } = this.#world.weather.disk;
    if (sql === 'COMMIT') return sync > 0 && this.#chance.hits(sync) ? 'SQLITE_IOERR_FSYNC' : null;
    if (full > 0 && /^(INSERT|DELETE)/.test(sql)) return this.#chance.hits(full) ? 'SQLITE_FULL' : null;
    return null;
  }

  #ask(request: Request): unknown {
    let value: unknown;
    this.#unmet(() => {
      this.#engine.run([{ id: 1, request }], ([answer]) => {
        if (!answer) return;
        if ('failure' in answer) throw errorOf(answer.failure);
        value = answer.value;
      });
    });
    return value;
  }

  #unmet<T>(work: () => T): T {
    this.#isInspected = true;
    try {
      return work();
    } finally {
      this.#isInspected = false;
    }
  }
}
