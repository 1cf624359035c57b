/**
 * Commit lanes carry the units of many actors to the store, many at a time. At most one lane works for an actor at
 * any moment, units of one actor keep their order, and an idle lane starts at once, or after a short wait where waits
 * are joined (lanes/gathering.ts).
 * A unit with many derived writes (a sweep, an erasure, the checkpoint of a large room) takes the lane for bulks: a
 * batch is answered as a whole, and other messages do not wait for it.
 */
import { RateMeter } from '#src/concurrency/rate-meter.js';
import { type Doc, idOf, type Store, StoreUnavailable, type Write } from '#src/store/store.js';
import type { ActorTracer, CommandTrace } from './actor-metrics.js';
import type { IdempotencyRecord } from './client.js';
import type { CrashHook } from './crash-points.js';
import type { Env } from './env.js';
import { atomicWritesOf, isRecordTaken } from './idempotency-record.js';
import type { CommitUnit, EntryDoc } from './kind.js';
import { traceOf } from './lanes/commit-stamps.js';
import { Gathering } from './lanes/gathering.js';
import { withoutSuperseded } from './lanes/superseded-writes.js';
import {
  byOwner,
  derivedOf,
  firstOfEach,
  isBulk,
  isExclusive,
  type UnitOwner,
  type WaitingUnit,
  WaitingUnits,
} from './lanes/waiting-units.js';
import { pause } from './pause.js';

export interface LaneOptions {
  lanes: number;
  /** At most this many units a batch, and so many of one actor. */
  batchMax: number;
  actorMax: number;
  /** How long an unknown outcome is asked again, in ms. */
  retryTimeoutMs: number;
  /** How long a batch may wait for more units, in ms; 0 = not at all. */
  gatherMs: number;
}

export const defaultLaneOptions: LaneOptions = {
  lanes: 2,
  batchMax: 256,
  actorMax: 128,
  retryTimeoutMs: 8_000,
  gatherMs: 0,
};

/** Actors whose next unit is for these lanes, longest waiting first, while no lane is at work for them. */
interface Lanes {
  readonly ready: Set<string>;
  idle: number;
}

/** A batch with so many derived writes takes no further actor. */
const BATCH_DERIVED_MAX = 1_000;
const BULK_LANES = 1;
/** So many units of one actor are told as durable before other work of the process goes on. */
const TOLD_AT_ONCE_MAX = 16;

export interface LaneMetrics {
  batch(units: number, ms: number): void;
}

export interface LaneDeps {
  store: Store;
  env: Env;
  crashPoint: CrashHook;
  metrics: LaneMetrics | undefined;
  tracer?: Pick<ActorTracer, 'batch'> | undefined;
}

export class CommitLanes {
  readonly #store: Store;
  readonly #env: Env;
  readonly #options: LaneOptions;
  readonly #metrics: LaneMetrics | undefined;
  readonly #tracer: LaneDeps['tracer'];
  readonly #crashPoint: CrashHook;
  readonly #waiting = new WaitingUnits();
  readonly #lanes: Lanes;
  readonly #bulkLanes: Lanes = { ready: new Set(), idle: BULK_LANES };
  readonly #busy = new Set<string>();
  readonly #rate = new RateMeter();
  readonly #gathering: Gathering;
  #hasTransaction = false;
  #isScheduled = false;

  constructor({ store, env, crashPoint, metrics, tracer }: LaneDeps, options: Partial<LaneOptions> = {}) {
    this.#store = store;
    this.#env = env;
    this.#options = { ...defaultLaneOptions, ...options };
    this.#metrics = metrics;
    this.#tracer = tracer;
    this.#crashPoint = crashPoint;
    this.#lanes = { ready: new Set(), idle: this.#options.lanes };
    this.#gathering = new Gathering(env, this.#options.gatherMs, () => this.#scheduleLanes());
  }

  /** From now on no batch waits for more units, until the returned function is called. */
  hurry(): () => void {
    return this.#gathering.hurry();
  }

  /** More waits than the store takes soon, and this actor has more than its share of it. */
  isCrowded(key: string): boolean {
    if (!this.#waiting.areMany) return false;
    const now = this.#env.monotonic();
    return this.#waiting.isCrowded(key, this.#rate.perSecond(now), now);
  }

  submit(owner: UnitOwner, unit: CommitUnit, number: number, trace?: CommandTrace): void {
    this.#waiting.push({ owner, unit, number, trace, since: this.#env.monotonic() });
    if (!this.#busy.has(owner.key)) this.#makeReady(owner.key);
    this.#scheduleLanes();
  }

  #makeReady(key: string): void {
    const next = this.#waiting.firstOf(key);
    if (!next) return;
    (isBulk(next) ? this.#bulkLanes : this.#lanes).ready.add(key);
    this.#hasTransaction ||= isExclusive(next);
  }

  /**
   * Drops the waiting units of this owner; units in flight are reported as they end. Units of a later activation of the
   * same actor, which wait for those in flight, stay.
   */
  cancel(owner: UnitOwner): void {
    const { key } = owner;
    this.#waiting.drop(owner);
    this.#lanes.ready.delete(key);
    this.#bulkLanes.ready.delete(key);
    if (!this.#busy.has(key)) this.#makeReady(key);
  }

  /** Turns of the same round share a batch. */
  #scheduleLanes(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#env.soon(() => {
      this.#isScheduled = false;
      if (this.#lanes.ready.size > 0 && !this.#isGathering()) this.#start(this.#lanes, () => this.#gathering.left());
      this.#start(this.#bulkLanes);
    });
  }

  #start(lanes: Lanes, onLeft: () => void = nothing): void {
    while (lanes.idle > 0 && lanes.ready.size > 0) {
      onLeft();
      void this.#run(lanes, this.#nextBatch(lanes));
    }
  }

  /** A full batch gains nothing by more units, and a transaction has a commit of its own. */
  #isGathering(): boolean {
    if (this.#hasTransaction || this.#waiting.size >= this.#options.batchMax) return false;
    return this.#gathering.holds(this.#waiting.size);
  }

  /** Shared evenly between the actors that are ready, so that one with few units does not wait for those with many. */
  #nextBatch(lanes: Lanes): WaitingUnit[] {
    const batch: WaitingUnit[] = [];
    let derived = 0;
    if (lanes === this.#lanes) this.#hasTransaction = false;
    for (const key of lanes.ready) {
      if (batch.length >= this.#options.batchMax || derived >= BATCH_DERIVED_MAX) break;
      const share = Math.ceil((this.#options.batchMax - batch.length) / lanes.ready.size);
      const taken = this.#waiting.take(key, Math.min(share, this.#options.actorMax));
      for (const { unit } of taken) derived += derivedOf(unit);
      lanes.ready.delete(key);
      this.#busy.add(key);
      batch.push(...taken);
    }
    return batch;
  }

  async #run(lanes: Lanes, batch: WaitingUnit[]): Promise<void> {
    lanes.idle -= 1;
    const startedAt = this.#env.monotonic();
    const endTrace = this.#tracer && this.#trace(batch, this.#tracer);
    try {
      const transactions = batch.filter(isExclusive);
      await Promise.all([
        this.#commit(batch.filter((waiting) => !isExclusive(waiting))),
        ...transactions.map((waiting) => this.#transact(waiting)),
      ]);
    } finally {
      const now = this.#env.monotonic();
      this.#metrics?.batch(batch.length, now - startedAt);
      this.#rate.add(batch.length, now);
      endTrace?.();
      lanes.idle += 1;
      for (const { owner } of batch) this.#release(owner.key);
      this.#scheduleLanes();
    }
  }

  #trace(batch: WaitingUnit[], tracer: Pick<ActorTracer, 'batch'>): (() => void) | undefined {
    const traces = batch.flatMap(({ trace }) => trace ?? []);
    return traces.length > 0 ? tracer.batch(traces, batch.length) : undefined;
  }

  #release(key: string): void {
    if (this.#busy.delete(key)) this.#makeReady(key);
  }

  async #transact({ owner, unit, number }: WaitingUnit): Promise<void> {
    const together = atomicWritesOf(unit);
    try {
      const result = await this.#withCrashPoints('transaction', () => this.#store.transaction(together));
      if (!result.ok && !(await this.#wasCommitted(together))) {
        return owner.conflict(number, await this.#isRepeat(unit));
      }
      // The derived writes follow the entry whose record is in one transaction with it, as always.
      await this.#project([unit]);
      owner.durable(unit, number);
    } catch (error) {
      owner.failed(number, error);
    }
  }

  /** A repeated transaction is refused because of its own first attempt, whose documents carry our commit id. */
  async #wasCommitted(writes: Write[]): Promise<boolean> {
    const trace = traceOf(writes);
    if (!trace) return false;
    const { write } = trace;
    return trace.isOurs(
      await this.#retryWhileUnavailable(() => this.#store.get<Doc & Record<string, unknown>>(write.in, idOf(write))),
    );
  }

  /** The same request was carried out on another node: its record stands in the way of this unit for a day. */
  async #isRepeat({ record }: CommitUnit): Promise<boolean> {
    if (!record) return false;
    const stored = await this.#retryWhileUnavailable(() => this.#store.get<IdempotencyRecord>(record.in, idOf(record)));
    return isRecordTaken(record, stored);
  }

  async #commit(batch: WaitingUnit[]): Promise<void> {
    if (batch.length === 0) return;
    const lost = new Map<string, WaitingUnit>();
    try {
      const rest = await this.#appendAll(batch, lost);
      await this.#project(rest.map(({ unit }) => unit));
      await this.#tell(rest);
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

  /** What an owner does with a durable unit are answers and deliveries: many of one actor would hold up those of others. */
  async #tell(units: WaitingUnit[]): Promise<void> {
    const later: WaitingUnit[] = [];
    const told = new Map<UnitOwner, number>();
    for (const waiting of units) {
      const { owner, unit, number } = waiting;
      const count = told.get(owner) ?? 0;
      told.set(owner, count + 1);
      if (count < TOLD_AT_ONCE_MAX) owner.durable(unit, number);
      else later.push(waiting);
    }
    if (later.length === 0) return;
    await new Promise<void>((resolve) => this.#env.soon(resolve));
    await this.#tell(later);
  }

  /** Derived writes first, then writes that depend on them, because a store carries out one call in no order. */
  async #project(units: CommitUnit[]): Promise<void> {
    for (const part of ['writes', 'after'] as const) {
      const writes = withoutSuperseded(units.flatMap((unit) => unit[part] ?? []));
      if (writes.length > 0) await this.#withCrashPoints('project', () => this.#store.write(writes, { bulk: true }));
    }
  }

  /**
   * Append every entry of the batch, in order. A refused one's actor is taken out, the rest goes again.
   * Answers the units that stand: entries of a lost actor before the refused one are durable and stay.
   */
  async #appendAll(batch: WaitingUnit[], lost: Map<string, WaitingUnit>): Promise<WaitingUnit[]> {
    let pending = batch.filter(({ unit }) => unit.entry);
    while (pending.length > 0) {
      const entries = pending.map(({ unit }) => unit.entry as EntryDoc & Record<string, unknown>);
      const result = await this.#withCrashPoints('append', () => this.#store.append(entries));
      pending = pending.slice(result.appended);
      const refused = pending[0];
      if (!result.refused || !refused) break;
      // Whichever unique index an engine names first: our own entry violates all of them.
      if (await this.#isOurs(refused)) {
        pending = pending.slice(1);
        continue;
      }
      lost.set(refused.owner.key, refused);
      this.cancel(refused.owner);
      pending = pending.filter(({ owner }) => owner.key !== refused.owner.key);
    }
    return batch.filter(({ owner, number }) => number < (lost.get(owner.key)?.number ?? Number.POSITIVE_INFINITY));
  }

  /** A duplicate that holds our own commit id is a success: the answer to an unknown outcome. */
  async #isOurs({ unit }: WaitingUnit): Promise<boolean> {
    const entry = unit.entry as EntryDoc;
    const stored = await this.#retryWhileUnavailable(() => this.#store.get<EntryDoc>('log', entry._id));
    return stored?.commit === entry.commit;
  }

  async #withCrashPoints<T>(step: 'append' | 'project' | 'transaction', attempt: () => Promise<T>): Promise<T> {
    this.#crashPoint(`${step}:before`);
    const result = await this.#retryWhileUnavailable(attempt);
    this.#crashPoint(`${step}:after`);
    return result;
  }

  /** Ask again while the outcome is unknown, with growing pauses, until patience ends. */
  async #retryWhileUnavailable<T>(attempt: () => Promise<T>): Promise<T> {
    const giveUpAt = this.#env.monotonic() + this.#options.retryTimeoutMs;
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

const nothing = (): void => undefined;
