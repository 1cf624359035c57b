/**
 * One actor in memory: its mailbox, its turns, its units on the way to the store, its gate.
 * It ends by passivation, by a conflict (reload, decide again), by a store that does not answer, or by a mistake.
 */
import type { ActivationContext, ActorOrigin } from './activation-context.js';
import { Gate, type Held } from './gate.js';
import { identifyUnit } from './idempotency-record.js';
import type { ActorKind, CommitUnit, Supply, Turned, Unsettled } from './kind.js';
import type { UnitOwner } from './lanes/waiting-units.js';
import { type Envelope, Mailbox } from './mailbox.js';
import { nextRunnable } from './next-runnable.js';
import { acknowledge, deliver, placeOf, placeOfAll, refusing, releaseIfOwned, replying } from './outputs.js';
import { countDecision, failAll, failOverdue, failOwn, failUnavailable, requeueHeld, settle } from './settle.js';
import { AnnouncedPosition, mergeUnsettled } from './unsettled.js';
import { untilKnown } from './until-known.js';

const PREFETCH_ROUNDS_MAX = 16;

export type AnyActivation = Activation<unknown, { type: string }>;
type Phase = 'loading' | 'live' | 'over';
type Committed = Extract<Turned, { kind: 'commit' }>;

export class Activation<State, Command extends { type: string }> implements UnitOwner {
  readonly key: string;
  readonly kind: ActorKind<State, Command>;
  readonly id: string;
  readonly #origin: ActorOrigin;
  readonly #context: ActivationContext;
  readonly #mailbox = new Mailbox<Command>();
  readonly #gate = new Gate<Envelope<Command>>((held) => this.#release(held));
  #phase: Phase = 'loading';
  #state: State | undefined;
  /** Grows with every load, so that documents read for an earlier state are not put into a later one. */
  #generation = 0;
  #submitted = 0;
  #durable = 0;
  #pumping = false;
  readonly #announced = new AnnouncedPosition();
  /** Left by an earlier memory, until this one has announced the missing outputs. */
  #unsettled: Unsettled | null;
  #isPassivating = false;
  readonly startedAt: number;
  lastUsedAt: number;

  constructor(kind: ActorKind<State, Command>, id: string, context: ActivationContext, unsettled: Unsettled | null) {
    this.#unsettled = unsettled;
    this.#origin = { kind: kind.name, id };
    this.kind = kind;
    this.id = id;
    this.key = `${kind.name}:${id}`;
    this.#context = context;
    this.startedAt = context.io.env.monotonic();
    this.lastUsedAt = this.startedAt;
    context.onUsed(this);
  }

  get depth(): number {
    return this.#mailbox.size;
  }

  get isIdle(): boolean {
    return (
      this.#phase === 'live' && this.#mailbox.size === 0 && this.#gate.size === 0 && this.#submitted === this.#durable
    );
  }

  /** Its last checkpoint is being written, and no command has come since. */
  get isLeaving(): boolean {
    return this.#isPassivating && !this.isIdle;
  }

  get size(): number {
    return this.#state === undefined ? 0 : this.kind.sizeOf(this.#state);
  }

  shrink(): void {
    this.#context.onUsed(this);
    if (this.#phase === 'live') this.kind.shrink?.(this.#state as State);
  }

  start(): void {
    void this.#load();
  }

  /** False when the mailbox is full. */
  offer(envelope: Envelope<Command>): boolean {
    if (!this.#mailbox.offer(envelope)) return false;
    this.lastUsedAt = this.#context.io.env.monotonic();
    this.#context.onUsed(this);
    this.#isPassivating = false;
    if (this.#phase === 'live') {
      this.#prepare(envelope);
      this.#pump();
    }
    return true;
  }

  /** Takes over the undecided commands of an earlier activation; their bounds were checked on arrival. */
  inherit(envelopes: Envelope<Command>[]): void {
    this.#mailbox.putBack(envelopes);
  }

  /** Refuses commands past their deadline and retries held outputs. Called by the system's periodic sweep. */
  expireDeadlines(now: number): void {
    if (this.#mailbox.size === 0 && this.#gate.size === 0) return;
    failOverdue(this.#mailbox, this.#gate, now);
    this.#gate.releaseReady();
    this.#pump();
  }

  /** Writes a checkpoint, then leaves memory unless a command arrived meanwhile. */
  passivate(): void {
    if (!this.isIdle) return;
    const unit = this.kind.checkpoint(this.#state as State, true);
    if (!unit) return this.#end();
    this.#context.onUsed(this);
    this.#isPassivating = true;
    // Within the gate's release the released output still counts as held, so the check comes after it.
    this.#checkpoint(unit, () => this.#context.io.env.soon(() => this.isIdle && this.#end()));
  }

  async #load(): Promise<void> {
    const generation = ++this.#generation;
    this.#phase = 'loading';
    this.#recordUnsettled(false);
    try {
      const { state, claim, outputs = [] } = await this.kind.load(this.id, this.#context.io, this.#unsettled);
      if (generation !== this.#generation) return;
      this.#state = state;
      this.#announced.loaded(this.kind.positionOf?.(state));
      const settled = () => {
        this.#unsettled = null;
        deliver(outputs, this.#origin, this.#context);
      };
      if (claim) this.#submit(claim, settled);
      // The store may have answered after the lease ended, so the outputs of a load wait for trust, too.
      else this.#hold(null, settled);
      this.#phase = 'live';
      for (const envelope of this.#mailbox) this.#prepare(envelope);
      this.#pump();
    } catch (error) {
      this.#context.reportError(error, placeOfAll(this.#origin, this.#gate, this.#mailbox));
      failAll(this.#mailbox);
      this.#end();
    }
  }

  /** Records, before this memory is discarded, up to where it has announced and whether a write is still in flight. */
  #recordUnsettled(isUnknown: boolean): void {
    if (this.#state === undefined) return;
    this.#unsettled = mergeUnsettled(this.#unsettled, { announcedTo: this.#announced.value, isUnknown });
  }

  /** Starts the reads for a command's turn as soon as the command arrives. */
  #prepare(envelope: Envelope<Command>): void {
    envelope.ready = true;
    const reading = this.#needsOf(envelope);
    if (reading) this.#awaitReading(envelope, reading);
  }

  /** A mistake in naming its needs costs the command, and nobody behind it. */
  #needsOf(envelope: Envelope<Command>): Promise<Supply<State>> | null {
    if (envelope.settled) return null;
    try {
      return this.kind.prefetch(this.#state as State, envelope.command, this.#context.io);
    } catch (error) {
      this.#reportError(error, envelope);
      settle(envelope, { ok: false, code: 'internal_error' });
      return null;
    }
  }

  #awaitReading(envelope: Envelope<Command>, reading: Promise<Supply<State>>): void {
    envelope.ready = false;
    envelope.readingSince ??= this.#context.io.env.monotonic();
    envelope.rounds += 1;
    void this.#supply(envelope, reading);
  }

  async #supply(envelope: Envelope<Command>, reading: Promise<Supply<State>>): Promise<void> {
    const generation = this.#generation;
    const isCurrent = () => generation === this.#generation && this.#phase === 'live';
    try {
      const supply = await reading;
      if (!isCurrent()) return;
      const supplied = supply(this.#state as State);
      if (supplied === 'stale') {
        // Like a lost seq, but found by a read: the store is ahead, so everything is decided again on a new load.
        countDecision(envelope);
        return this.#reload();
      }
      if (supplied) envelope.ready = true;
      else this.#prepare(envelope);
    } catch (error) {
      this.#reportError(error, envelope);
      failUnavailable(envelope);
    }
    if (isCurrent()) this.#pump();
  }

  /** Turns run one after the other, in the order of the mailbox, as long as the reads of the next one are complete. */
  #pump(): void {
    if (this.#pumping) return;
    this.#pumping = true;
    try {
      const next = () => nextRunnable(this.#mailbox, this.kind.orderingKeyOf, this.#context.io.env);
      for (let first = next(); first && this.#phase === 'live'; first = next()) {
        if (this.#isMissingReads(first)) continue;
        this.#mailbox.remove(first);
        this.#turn(first);
      }
    } finally {
      this.#pumping = false;
    }
  }

  /** Memory may have moved since the reading: ask again right before the turn. Then it waits, or is answered. */
  #isMissingReads(envelope: Envelope<Command>): boolean {
    const reading = this.#needsOf(envelope);
    if (!reading) return envelope.settled;
    if (envelope.rounds >= PREFETCH_ROUNDS_MAX) failUnavailable(envelope);
    this.#awaitReading(envelope, reading);
    return true;
  }

  #turn(envelope: Envelope<Command>): void {
    const { env, owner } = this.#context.io;
    this.#context.onTurnStarted(this.kind.name, envelope.command.type);
    if (envelope.deadline <= env.monotonic()) return failUnavailable(envelope);
    try {
      const { attempt, cause } = envelope;
      const format = this.#context.knownFormat();
      const turn = { id: this.id, now: env.now(), env, owner, format, attempt, requestId: cause?.requestId };
      envelope.trace?.turned();
      const turned =
        untilKnown(this.#context.formatOf(this.kind.name, envelope.command.type), format) ??
        this.kind.turn(this.#state as State, envelope.command, turn);
      envelope.trace?.decided();
      if (turned.kind === 'refuse') this.#hold(envelope, refusing(envelope, turned.refusal));
      else if (turned.kind === 'reply') this.#hold(envelope, replying(envelope, turned, this.#origin, this.#context));
      else if (turned.kind === 'read-first') this.#mailbox.putBack([envelope]);
      else this.#commit(envelope, turned, turn.now);
    } catch (error) {
      this.#failTurn(error, envelope);
    }
  }

  #commit(envelope: Envelope<Command>, { unit, reply, outputs, reload }: Committed, now: number): void {
    const recorded = identifyUnit(unit, envelope, this.#origin, { reply, now }, this.#context);
    const release = () => {
      this.#context.onCommitted(this.kind.name, this.id, envelope.command.type);
      deliver(outputs, this.#origin, this.#context, envelope.cause);
      acknowledge(envelope, reply, recorded, this.#context);
    };
    this.#submit(unit, release, envelope);
    if (reload) this.#reload();
    else this.#checkpointIfDue();
  }

  #checkpointIfDue(): void {
    const unit = this.kind.checkpoint(this.#state as State, false);
    if (unit) this.#checkpoint(unit, () => undefined);
  }

  #checkpoint(unit: CommitUnit, then: () => void): void {
    this.#context.crashPoint('checkpoint:before');
    this.#submit(unit, () => {
      this.#context.crashPoint('checkpoint:after');
      then();
    });
  }

  #submit(unit: CommitUnit, release: () => void, envelope: Envelope<Command> | null = null): void {
    const number = ++this.#submitted;
    this.#hold(envelope, release, number);
    this.#context.lanes.submit(this, unit, number, envelope?.trace);
  }

  #hold(envelope: Envelope<Command> | null, run: () => void, own = 0): void {
    const unit = this.#submitted > this.#durable ? this.#submitted : 0;
    this.#gate.push({ unit, envelope, heldAt: this.#context.io.env.monotonic(), own, run });
  }

  #release(held: Held<Envelope<Command>>): boolean {
    if (!releaseIfOwned(this.id, held, this.#context)) return false;
    if (held.own > 0) this.#announced.released(held.own);
    return true;
  }

  durable(unit: CommitUnit, number: number): void {
    if (this.#phase === 'over') return;
    this.#durable = number;
    try {
      if (this.#state !== undefined) this.kind.settled?.(this.#state, unit);
    } catch (error) {
      this.#reportError(error);
      this.#reload();
    }
    if (this.#state !== undefined) this.#announced.durable(number, this.kind.positionOf?.(this.#state));
    this.#gate.open(number);
  }

  /** Another node owns the actor, possibly for some time: this memory publishes and writes nothing more. */
  evict(): void {
    if (this.#phase !== 'over') this.#abandon();
  }

  /** Another owner wrote that seq. Memory is discarded; commands that were decided on it are decided again. */
  conflict(number: number, isRepeat = false): void {
    if (this.#phase === 'over' || number <= this.#durable) return;
    this.#context.lanes.cancel(this);
    this.#submitted = this.#durable;
    const held = failOwn(this.#gate.drop(), isRepeat ? number : null);
    requeueHeld(held, this.#mailbox, this.#durable);
    // With nobody waiting there is nothing to fight for: leave the room to the other owner.
    if (this.#mailbox.size > 0) return void this.#load();
    this.#recordUnsettled(false);
    this.#end();
  }

  failed(number: number, error: unknown): void {
    if (this.#phase === 'over' || number <= this.#durable) return;
    this.#context.reportError(error, placeOfAll(this.#origin, this.#gate, this.#mailbox));
    // Waiting commands would meet the same store: loading again for them would repeat the failure.
    this.#abandon();
  }

  #abandon(): void {
    this.#context.lanes.cancel(this);
    this.#recordUnsettled(this.#submitted !== this.#durable);
    for (const { envelope } of this.#gate.drop()) if (envelope) failUnavailable(envelope);
    failAll(this.#mailbox);
    this.#end();
  }

  /** A turn threw: its command is answered and not replayed. Earlier decisions are being committed and stay. */
  #failTurn(error: unknown, poison: Envelope<Command>): void {
    this.#reportError(error, poison);
    settle(poison, { ok: false, code: 'internal_error' });
    this.#reload();
  }

  /** This memory is no longer trusted: waiting commands are decided on a new load, after the units in flight. */
  #reload(): void {
    this.#phase = 'loading';
    if (this.#submitted === this.#durable && this.#gate.size === 0) void this.#load();
    else this.#hold(null, () => void this.#load());
  }

  #reportError(error: unknown, of?: Envelope<Command>): void {
    this.#context.reportError(error, placeOf(this.#origin, of));
  }

  #end(): void {
    this.#phase = 'over';
    this.#generation += 1;
    const undecided = this.#mailbox.takeAll().filter(({ settled }) => !settled);
    this.#context.onEnded(this, undecided as unknown as Envelope<never>[], this.#unsettled);
  }
}
