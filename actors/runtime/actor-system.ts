/**
 * The actors of this node: ask and tell, activation on first need, passivation when idle or over the memory budget.
 */
import { getHeapStatistics } from 'node:v8';
import type { Store } from '#src/store/store.js';
import { Activation, type AnyActivation } from './activation.js';
import type { ActivationContext, ActorOrigin, EndedActivation, ErrorPlace } from './activation-context.js';
import { type ActorObserver, type ActorTracer, createMailboxStats } from './actor-metrics.js';
import { type ActorClient, type Answer, type AskOptions, type Cause, clientOf, type LocalStreams } from './client.js';
import { CommitLanes, type LaneMetrics, type LaneOptions } from './commit-lanes.js';
import { type CrashHook, goOn } from './crash-points.js';
import type { Env } from './env.js';
import type { ActorKind, Output, Unsettled } from './kind.js';
import type { Envelope } from './mailbox.js';
import { MemoryBudget, SweptActors } from './memory-budget.js';
import { type Ownership, reportLack, soleOwnership } from './ownership.js';
import { pause } from './pause.js';
import { RETRY_AFTER_MS, settle } from './settle.js';
import { StreamHub } from './stream-hub.js';
import { UnsettledActors } from './unsettled.js';

export interface SystemOptions {
  store: Store;
  env: Env;
  /** Token of this owner, which every entry it appends carries; in a cluster, the ownership of slots. */
  owner: string | Ownership;
  /** Nobody else may own anything (the store is locked by this node): nothing needs to be claimed. */
  alone: boolean;
  /**
   * Bytes that actors may take, roughly; half as much again while they are in use. Default a quarter of the heap that
   * the process may have, at least 256 MiB.
   */
  budgetBytes?: number | undefined;
  /** Idle for this long, ms: an actor leaves memory. Default 120 000. */
  idleMs?: number;
  lanes?: Partial<LaneOptions>;
  metrics?: SystemMetrics;
  /** The format that the documents of a command need; default: 1 for each. */
  formatOf?: (kind: string, command: string) => number;
  /** Records the commands of traces. */
  tracer?: ActorTracer | undefined;
  /** Called at every crash point; only tests pass one. */
  crashPoint?: CrashHook;
  /** Reports an unexpected error to the log. */
  onError?: (error: unknown, where: ErrorPlace) => void;
}

export interface SystemMetrics extends LaneMetrics, ActorObserver {
  gateWaited(ms: number): void;
}

const ASK_TIMEOUT_MS = 10_000;
const SWEEP_INTERVAL_MS = 500;
const MIB = 1_048_576;
const DEFAULT_BUDGET_BYTES = Math.max(256 * MIB, getHeapStatistics().heap_size_limit / 4);
const DRAIN_POLL_INTERVAL_MS = 5;

/** A kind and its actors in memory, by id. */
interface Registered {
  kind: ActorKind<unknown, { type: string }>;
  active: Map<string, AnyActivation>;
}

export class ActorSystem {
  readonly #options: SystemOptions;
  readonly #kinds = new Map<string, Registered>();
  readonly #hubs = new Map<string, StreamHub<unknown>>();
  readonly #userEvents = new StreamHub<unknown>((error) => this.#report(error, { kind: 'people', id: '' }));
  readonly #context: ActivationContext;
  readonly #unsettled: UnsettledActors;
  readonly #budget: MemoryBudget;
  readonly #swept = new SweptActors<AnyActivation>();
  #stopSweep: () => void;
  #stopping = false;
  #commits = 0;

  constructor(options: SystemOptions) {
    this.#options = options;
    this.#unsettled = new UnsettledActors(options.alone);
    const { store, env, owner, alone, crashPoint = goOn, budgetBytes = DEFAULT_BUDGET_BYTES } = options;
    const budget = new MemoryBudget(env, budgetBytes);
    this.#budget = budget;
    const ownership = typeof owner === 'string' ? soleOwnership(owner) : owner;
    this.#context = {
      io: {
        reader: store,
        env,
        get owner() {
          return ownership.token();
        },
        alone,
        get isTight() {
          return budget.isTight;
        },
      },
      ownership,
      lanes: new CommitLanes(
        { store, env, crashPoint, metrics: options.metrics, tracer: options.tracer },
        options.lanes,
      ),
      crashPoint,
      knownFormat: () => ownership.format?.() ?? Number.POSITIVE_INFINITY,
      formatOf: options.formatOf ?? (() => 1),
      emit: (output, from, cause) => this.#emit(output, from, cause),
      onUsed: (activation) => this.#swept.used(activation as AnyActivation),
      onEnded: (activation, undecided, unsettled) => this.#onEnded(activation, undecided, unsettled),
      reportError: (error, where) => this.#report(error, where),
      nextCommitId: () => {
        this.#commits += 1;
        return `${ownership.token()}.${this.#commits.toString(36)}`;
      },
      onGateWait: (ms) => options.metrics?.gateWaited(ms),
      onTurnStarted: (kind, command) => options.metrics?.began(kind, command),
      onCommitted: (kind, id, command) => options.metrics?.committed(kind, id, command),
    };
    this.#stopSweep = env.after(SWEEP_INTERVAL_MS, () => this.#sweep());
  }

  /** False for a command of a newer version. */
  knows(kind: string, type: string): boolean {
    return this.#kinds.get(kind)?.kind.knows?.(type) ?? true;
  }

  register<State, Command extends { type: string }>(kind: ActorKind<State, Command>): void {
    this.#kinds.set(kind.name, {
      kind: kind as unknown as ActorKind<unknown, { type: string }>,
      active: new Map(),
    });
  }

  client<C extends { type: string }, R extends Record<C['type'], unknown>>(kind: string): ActorClient<C, R> {
    return clientOf(
      (id, command, options) =>
        new Promise((settle) => {
          if (this.#stopping) settle({ ok: false, code: 'unavailable', retryAfterMs: RETRY_AFTER_MS });
          else this.#send(kind, id, command, options, settle);
        }),
    );
  }

  streams<Item>(kind: string): LocalStreams<Item> {
    return this.#hub(kind) as unknown as StreamHub<Item>;
  }

  /** Notes to people, from any actor of this node. */
  listen<Note>(listener: (note: Note) => void): () => void {
    return this.#userEvents.watch('', listener as (note: unknown) => void);
  }

  /** Ask an actor that may be another node's by now: null then, and nothing was done. */
  askHere(kind: string, id: string, command: { type: string }, options: AskOptions): Promise<Answer<unknown>> | null {
    if (this.#stopping || !this.#context.ownership.takes(id)) return null;
    return new Promise((resolve) => this.#send(kind, id, command, options, resolve));
  }

  /** It was used lately. */
  isActive(kind: string, id: string): boolean {
    return this.#kinds.get(kind)?.active.has(id) ?? false;
  }

  /**
   * Sends without waiting. While stopping, too, messages between actors are carried out, as a part of accepted work.
   */
  #tell(kind: string, id: string, command: { type: string }, cause?: Cause): void {
    const { ownership } = this.#context;
    if (ownership.takes(id)) this.#send(kind, id, command, cause && { cause }, () => undefined, true);
    else ownership.tell(kind, id, command, cause);
  }

  /**
   * These actors finish their commands, write their checkpoints and leave; by `withinMs`, or are dropped: then it
   * returns false.
   */
  async drain(isMeant: (id: string) => boolean, withinMs: number): Promise<boolean> {
    const endHurry = this.#context.lanes.hurry();
    try {
      return await this.#drain(isMeant, withinMs);
    } finally {
      endHurry();
    }
  }

  async #drain(isMeant: (id: string) => boolean, withinMs: number): Promise<boolean> {
    const { env } = this.#options;
    const end = env.monotonic() + withinMs;
    for (let isComplete = true; ; ) {
      const left = this.#active().filter(({ id }) => isMeant(id));
      if (left.length === 0) return isComplete;
      const isOver = env.monotonic() >= end;
      for (const activation of left) isComplete = this.#passivateOrEvict(activation, isOver) && isComplete;
      await pause(env, DRAIN_POLL_INTERVAL_MS);
    }
  }

  /** While stopping nothing waits for trust to return: the next owner announces the outcome. */
  #passivateOrEvict(activation: AnyActivation, isOver: boolean): boolean {
    const isDropped = isOver || !this.#context.ownership.holds(activation.id);
    if (isDropped) this.#evict(activation);
    else activation.passivate();
    return !isDropped;
  }

  /** Memory of these ids is thrown away as it is: they belong to another owner. */
  evict(isMeant: (id: string) => boolean): void {
    for (const activation of this.#active()) if (isMeant(activation.id)) this.#evict(activation);
  }

  /** Of a busy one a write may still be carried out, unannounced: the next owner looks. */
  #evict(activation: AnyActivation): void {
    const { kind, id, isIdle } = activation;
    activation.evict();
    if (!isIdle && kind.wake) this.#context.ownership.tell(kind.name, id, kind.wake);
  }

  get activeCount(): number {
    let count = 0;
    for (const { active } of this.#kinds.values()) count += active.size;
    return count;
  }

  /** The bytes of all actors, as the memory budget counts them. */
  get activeBytes(): number {
    let bytes = 0;
    for (const activation of this.#active()) bytes += activation.size;
    return bytes;
  }

  /** A list, because a generator makes an object for each. */
  #active(): AnyActivation[] {
    return [...this.#kinds.values()].flatMap(({ active }) => [...active.values()]);
  }

  /** Accepts nothing new; finishes all commands, writes checkpoints, and unloads every actor. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#context.lanes.hurry();
    this.#stopSweep();
    this.#budget.stop();
    while (this.activeCount > 0) {
      for (const activation of this.#active()) this.#passivateOrEvict(activation, false);
      await pause(this.#options.env, DRAIN_POLL_INTERVAL_MS);
      const now = this.#options.env.monotonic();
      for (const activation of this.#active()) activation.expireDeadlines(now);
    }
  }

  #send(
    kind: string,
    id: string,
    command: { type: string },
    { deadlineMs = ASK_TIMEOUT_MS, recording, cause }: AskOptions = {},
    answerTo: (answer: Answer<unknown>) => void,
    isTold = false,
  ): void {
    const activation = this.#activation(kind, id);
    const trace =
      cause?.trace === undefined ? undefined : this.#options.tracer?.arrived(kind, command.type, cause.trace);
    const envelope: Envelope<{ type: string }> = {
      command,
      weight: activation.kind.weigh(command),
      urgent: activation.kind.isUrgent(command),
      deadline: this.#options.env.monotonic() + deadlineMs,
      attempt: 0,
      ready: false,
      rounds: 0,
      readingSince: null,
      settled: false,
      recording,
      cause: cause && trace ? { ...cause, trace: trace.place } : cause,
      trace,
      settle: answerTo,
    };
    // Messages between actors are a part of accepted work.
    const isCrowded = !isTold && !envelope.urgent && this.#context.lanes.isCrowded(activation.key);
    if (isCrowded || !activation.offer(envelope))
      settle(envelope, { ok: false, code: 'overloaded', retryAfterMs: RETRY_AFTER_MS });
  }

  #activation(kindName: string, id: string, inherited: Envelope<{ type: string }>[] = []): AnyActivation {
    const registered = this.#kinds.get(kindName);
    if (!registered) throw new Error(`No kind of actor is called ${kindName}`);
    const { kind, active } = registered;
    const found = active.get(id);
    if (found) return found;
    const activation = new Activation(kind, id, this.#context, this.#unsettled.take(`${kindName}:${id}`));
    active.set(id, activation);
    this.#options.metrics?.activated(kindName);
    activation.inherit(inherited);
    activation.start();
    return activation;
  }

  #onEnded(activation: EndedActivation, undecided: Envelope<{ type: string }>[], unsettled: Unsettled | null): void {
    this.#swept.ended(activation as AnyActivation);
    this.#unsettled.keep(activation.key, unsettled);
    const { active } = this.#kinds.get(activation.kind.name) as Registered;
    if (active.get(activation.id) === activation) {
      active.delete(activation.id);
      this.#options.metrics?.passivated(activation.kind.name);
    }
    if (undecided.length > 0) this.#activation(activation.kind.name, activation.id, undecided);
  }

  #emit(output: Output, from: ActorOrigin, cause?: Cause): void {
    if (output.to === 'stream') this.#hub(from.kind).publish(from.id, output.item);
    else if (output.to === 'people') this.#userEvents.publish('', output.event);
    else this.#tell(output.kind, output.id, output.command, cause);
  }

  #hub(kind: string): StreamHub<unknown> {
    const hub = this.#hubs.get(kind) ?? new StreamHub((error) => this.#report(error, { kind, id: '' }));
    this.#hubs.set(kind, hub);
    return hub;
  }

  #sweep(): void {
    const { env, metrics, idleMs = 120_000 } = this.#options;
    const now = env.monotonic();
    const stats = createMailboxStats();
    this.#swept.sweep((activation) => {
      activation.expireDeadlines(now);
      stats.observe(activation.kind.name, activation.id, activation.depth);
    });
    this.#swept.eachRestingSince(now - idleMs, (activation) => activation.passivate());
    this.#budget.enforce(this.#swept.bytes, () => this.#active());
    metrics?.actors(this.activeCount, stats.waiting, stats.deepest);
    this.#stopSweep = env.after(SWEEP_INTERVAL_MS, () => this.#sweep());
  }

  #report(error: unknown, where: ErrorPlace): void {
    this.#options.onError?.(error, where);
    reportLack(error, this.#context.ownership);
  }
}
