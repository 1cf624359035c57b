/**
 * Commit lanes carry the units of many actors to the store, many at a time. At most one lane works for an actor at
 * any moment, units of one actor keep their order, and an idle lane starts at once: batches grow only under load.
 */
import { type Doc, type Store, StoreUnavailable, type Write } from '#src/store/store.js';
import { traceOf } from './commit-stamps.js';
import type { CrashHook } from './crash-points.js';
import type { Env } from './env.js';
import type { CommitUnit, EntryDoc } from './kind.js';
import { pause } from './pause.js';
import { togetherIn } from './recording.js';

/** Who is told what became of an actor's units. Numbers are the actor's own, ascending. */
export interface UnitOwner {
  readonly key: string;
  durable(unit: CommitUnit, number: number): void;
  /** Somebody else wrote first: this unit and all behind it are void. */
  conflict(number: number): void;
  /** The store did not answer in time: the outcome is unknown, this unit and all behind it are given up. */
  failed(number: number, error: unknown): void;
}

interface Waiting {
  owner: UnitOwner;
  unit: CommitUnit;
  number: number;
}

export interface LaneOptions {
  lanes: number;
  /** At most this many units a batch. */
  batchMax: number;
  /** How long an unknown outcome is asked again, in ms. */
  patienceMs: number;
}

export const defaultLaneOptions: LaneOptions = { lanes: 2, batchMax: 256, patienceMs: 8_000 };

export interface LaneMetrics {
  batch(units: number, ms: number): void;
}

export interface LaneSurroundings {
  store: Store;
  env: Env;
  crashPoint: CrashHook;
  metrics: LaneMetrics | undefined;
}

export class CommitLanes {
  readonly #store: Store;
  readonly #env: Env;
  readonly #options: LaneOptions;
  readonly #metrics: LaneMetrics | undefined;
  readonly #crashPoint: CrashHook;
  readonly #waiting = new Map<string, Waiting[]>();
  /** Actors with waiting units and no lane at work for them, longest waiting first. */
  readonly #ready = new Set<string>();
  readonly #busy = new Set<string>();
  #idleLanes: number;
  #kicked = false;

  constructor({ store, env, crashPoint, metrics }: LaneSurroundings, options: Partial<LaneOptions> = {}) {
    this.#store = store;
    this.#env = env;
    this.#options = { ...defaultLaneOptions, ...options };
    this.#metrics = metrics;
    this.#crashPoint = crashPoint;
    this.#idleLanes = this.#options.lanes;
  }

  submit(owner: UnitOwner, unit: CommitUnit, number: number): void {
    const queue = this.#waiting.get(owner.key);
    if (queue) queue.push({ owner, unit, number });
    else this.#waiting.set(owner.key, [{ owner, unit, number }]);
    if (!this.#busy.has(owner.key)) this.#ready.add(owner.key);
    this.#kick();
  }

  /** Forget what waits for this actor; what is on its way is reported as it ends. */
  cancel(key: string): void {
    this.#waiting.delete(key);
    this.#ready.delete(key);
  }

  isBusy(key: string): boolean {
    return this.#busy.has(key);
  }

  /** Turns of the same round share a batch. */
  #kick(): void {
    if (this.#kicked) return;
    this.#kicked = true;
    this.#env.soon(() => {
      this.#kicked = false;
      while (this.#idleLanes > 0 && this.#ready.size > 0) void this.#run(this.#take());
    });
  }

  #take(): Waiting[] {
    const batch: Waiting[] = [];
    for (const key of this.#ready) {
      if (batch.length >= this.#options.batchMax) break;
      this.#ready.delete(key);
      this.#busy.add(key);
      batch.push(...this.#takeFrom(key, this.#options.batchMax - batch.length));
    }
    return batch;
  }

  /** The next units of one actor; a transaction goes alone. */
  #takeFrom(key: string, most: number): Waiting[] {
    const queue = this.#waiting.get(key) ?? [];
    const firstTransaction = queue.findIndex(goesAlone);
    const upTo = firstTransaction === 0 ? 1 : firstTransaction > 0 ? firstTransaction : queue.length;
    const taken = queue.splice(0, Math.min(upTo, most));
    if (queue.length === 0) this.#waiting.delete(key);
    return taken;
  }

  async #run(batch: Waiting[]): Promise<void> {
    this.#idleLanes -= 1;
    const startedAt = this.#env.monotonic();
    try {
      const transactions = batch.filter(goesAlone);
      await Promise.all([
        this.#commit(batch.filter((waiting) => !goesAlone(waiting))),
        ...transactions.map((waiting) => this.#transact(waiting)),
      ]);
    } finally {
      this.#metrics?.batch(batch.length, this.#env.monotonic() - startedAt);
      this.#idleLanes += 1;
      for (const { owner } of batch) this.#release(owner.key);
      this.#kick();
    }
  }

  #release(key: string): void {
    if (!this.#busy.delete(key)) return;
    if (this.#waiting.has(key)) this.#ready.add(key);
  }

  async #transact({ owner, unit, number }: Waiting): Promise<void> {
    const together = togetherIn(unit);
    try {
      const result = await this.#between('transaction', () => this.#store.transaction(together));
      if (!result.ok && !(await this.#landedBefore(together))) return owner.conflict(number);
      // What an entry's record is in one transaction with is followed by what is derived, as ever.
      await this.#project([unit]);
      owner.durable(unit, number);
    } catch (error) {
      owner.failed(number, error);
    }
  }

  /** A repeated transaction is refused by its own first try: what that wrote carries our commit id then. */
  async #landedBefore(writes: Write[]): Promise<boolean> {
    const trace = traceOf(writes);
    if (!trace) return false;
    const { write } = trace;
    const id = write.op === 'put' ? write.doc._id : write.id;
    return trace.isOurs(await this.#persistently(() => this.#store.get<Doc & Record<string, unknown>>(write.in, id)));
  }

  async #commit(batch: Waiting[]): Promise<void> {
    if (batch.length === 0) return;
    const lost = new Map<string, Waiting>();
    try {
      const rest = await this.#appendAll(batch, lost);
      await this.#project(rest.map(({ unit }) => unit));
      for (const { owner, unit, number } of rest) owner.durable(unit, number);
    } catch (error) {
      const each = byOwner(batch);
      // A mistake, not an outage: it is one unit's, and the others go again without it.
      if (!(error instanceof StoreUnavailable) && each.length > 1) {
        for (const units of each) await this.#commit(units);
        return;
      }
      for (const [owner, number] of firstOfEach(batch, lost)) owner.failed(number, error);
    }
    for (const { owner, number } of lost.values()) owner.conflict(number);
  }

  /** What is derived, then what counts on its being there: a store carries out one call in no order. */
  async #project(units: CommitUnit[]): Promise<void> {
    for (const part of ['writes', 'after'] as const) {
      const writes = units.flatMap((unit) => unit[part] ?? []);
      if (writes.length > 0) await this.#between('project', () => this.#store.write(writes));
    }
  }

  /**
   * Append every entry of the batch, in order. A refused one's actor is taken out, the rest goes again.
   * Answers the units that stand: entries of a lost actor before the refused one are durable and stay.
   */
  async #appendAll(batch: Waiting[], lost: Map<string, Waiting>): Promise<Waiting[]> {
    let pending = batch.filter(({ unit }) => unit.entry);
    while (pending.length > 0) {
      const entries = pending.map(({ unit }) => unit.entry as EntryDoc & Record<string, unknown>);
      const result = await this.#between('append', () => this.#store.append(entries));
      pending = pending.slice(result.appended);
      const refused = pending[0];
      if (!result.refused || !refused) break;
      // Whichever unique index an engine names first: our own entry violates all of them.
      if (await this.#isOurs(refused)) {
        pending = pending.slice(1);
        continue;
      }
      lost.set(refused.owner.key, refused);
      this.cancel(refused.owner.key);
      pending = pending.filter(({ owner }) => owner.key !== refused.owner.key);
    }
    return batch.filter(({ owner, number }) => number < (lost.get(owner.key)?.number ?? Number.POSITIVE_INFINITY));
  }

  /** A duplicate that holds our own commit id is a success: the answer to an unknown outcome. */
  async #isOurs({ unit }: Waiting): Promise<boolean> {
    const entry = unit.entry as EntryDoc;
    const stored = await this.#persistently(() => this.#store.get<EntryDoc>('log', entry._id));
    return stored?.commit === entry.commit;
  }

  async #between<T>(step: 'append' | 'project' | 'transaction', attempt: () => Promise<T>): Promise<T> {
    this.#crashPoint(`${step}:before`);
    const result = await this.#persistently(attempt);
    this.#crashPoint(`${step}:after`);
    return result;
  }

  /** Ask again while the outcome is unknown, with growing pauses, until patience ends. */
  async #persistently<T>(attempt: () => Promise<T>): Promise<T> {
    const giveUpAt = this.#env.monotonic() + this.#options.patienceMs;
    for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 2, 1_000)) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof StoreUnavailable) || this.#env.monotonic() + pauseMs > giveUpAt) throw error;
        await pause(this.#env, pauseMs * (0.5 + this.#env.random()));
      }
    }
  }
}

/** All or nothing, and nothing else in the same step. */
const goesAlone = ({ unit }: Waiting): boolean => unit.transaction !== undefined || unit.record !== undefined;

/** The first unit of each actor that is not lost already: failing it fails all behind it. */
function firstOfEach(batch: Waiting[], lost: Map<string, Waiting>): Map<UnitOwner, number> {
  const first = new Map<UnitOwner, number>();
  for (const { owner, number } of batch) if (!lost.has(owner.key) && !first.has(owner)) first.set(owner, number);
  return first;
}

function byOwner(batch: Waiting[]): Waiting[][] {
  const groups = new Map<UnitOwner, Waiting[]>();
  for (const waiting of batch) groups.set(waiting.owner, [...(groups.get(waiting.owner) ?? []), waiting]);
  return [...groups.values()];
}
