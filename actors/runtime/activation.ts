/**
 * One actor in memory: its mailbox, its turns, its units on the way to the store, its gate.
 * It ends by passivation, by a conflict (reload, decide again), by a store that does not answer, or by a mistake.
 */
import type { UnitOwner } from './commit-lanes.js';
import { Gate } from './gate.js';
import type { ActorKind, CommitUnit, Supply, Turned, Unsettled } from './kind.js';
import { type Envelope, Mailbox } from './mailbox.js';
import { nextInLine } from './next-in-line.js';
import { acknowledge, deliver } from './outputs.js';
import { identify } from './recording.js';
import { countDecision, decideAgain, giveUp, giveUpOverdue, settle } from './settle.js';
import type { Surroundings } from './surroundings.js';
import { mergeUnsettled } from './unsettled.js';

const PREFETCH_ROUNDS_MAX = 16;

export type AnyActivation = Activation<unknown, { type: string }>;
type Phase = 'loading' | 'live' | 'over';
type Committed = Extract<Turned, { kind: 'commit' }>;

export class Activation<State, Command extends { type: string }> implements UnitOwner {
  readonly key: string;
  readonly kind: ActorKind<State, Command>;
  readonly id: string;
  readonly #origin: { kind: string; id: string };
  readonly #around: Surroundings;
  readonly #mailbox = new Mailbox<Command>();
  readonly #gate = new Gate<Envelope<Command>>();
  #phase: Phase = 'loading';
  #state: State | undefined;
  /** Grows with every load: what was read for an earlier state is not put into a later one. */
  #generation = 0;
  #submitted = 0;
  #durable = 0;
  #pumping = false;
  /** Left by an earlier memory, until this one has told what it did not. */
  #unsettled: Unsettled | null;
  readonly startedAt: number;
  lastUsedAt: number;

  constructor(kind: ActorKind<State, Command>, id: string, around: Surroundings, unsettled: Unsettled | null) {
    this.#unsettled = unsettled;
    this.#origin = { kind: kind.name, id };
    this.kind = kind;
    this.id = id;
    this.key = `${kind.name}:${id}`;
    this.#around = around;
    this.startedAt = around.io.env.monotonic();
    this.lastUsedAt = this.startedAt;
  }

  get depth(): number {
    return this.#mailbox.size;
  }

  get isIdle(): boolean {
    return (
      this.#phase === 'live' && this.#mailbox.size === 0 && this.#gate.size === 0 && this.#submitted === this.#durable
    );
  }

  get size(): number {
    return this.#state === undefined ? 0 : this.kind.sizeOf(this.#state);
  }

  shrink(): void {
    if (this.#phase === 'live') this.kind.shrink?.(this.#state as State);
  }

  start(): void {
    void this.#load();
  }

  /** False when the mailbox is full. */
  offer(envelope: Envelope<Command>): boolean {
    if (!this.#mailbox.offer(envelope)) return false;
    this.lastUsedAt = this.#around.io.env.monotonic();
    if (this.#phase === 'live') {
      this.#prepare(envelope);
      this.#pump();
    }
    return true;
  }

  /** Take over what an earlier activation left undecided; bounds were checked when it came in. */
  inherit(envelopes: Envelope<Command>[]): void {
    this.#mailbox.putBack(envelopes);
  }

  /** Answer those whose time is over, let out what may leave again; the sweep of the system calls it. */
  tend(now: number): void {
    giveUpOverdue(this.#mailbox, this.#gate, now);
    this.#gate.look();
    this.#pump();
  }

  /** Write what makes the next activation quick, then leave memory unless somebody came meanwhile. */
  leave(): void {
    if (!this.isIdle) return;
    const unit = this.kind.checkpoint(this.#state as State, true);
    if (!unit) return this.#end();
    // Within the gate's release what is released still counts as held: the look comes after it.
    this.#checkpoint(unit, () => this.#around.io.env.soon(() => this.isIdle && this.#end()));
  }

  async #load(): Promise<void> {
    const generation = ++this.#generation;
    this.#phase = 'loading';
    this.#noteUnsettled(false);
    try {
      const { state, claim, outputs = [] } = await this.kind.load(this.id, this.#around.io, this.#unsettled);
      if (generation !== this.#generation) return;
      this.#state = state;
      const settled = () => {
        this.#unsettled = null;
        deliver(outputs, this.#origin, this.#around);
      };
      if (claim) this.#submit(claim, settled);
      else settled();
      this.#phase = 'live';
      for (const envelope of this.#mailbox) this.#prepare(envelope);
      this.#pump();
    } catch (error) {
      this.#broke(error);
      this.#refuseAll();
      this.#end();
    }
  }

  /** This memory goes: what it has told, and whether something of it is still on its way. */
  #noteUnsettled(isUnknown: boolean): void {
    if (this.#state === undefined) return;
    const announcedTo = this.kind.positionOf?.(this.#state) ?? null;
    this.#unsettled = mergeUnsettled(this.#unsettled, { announcedTo, isUnknown });
  }

  /** Start reading what the command's turn needs, as soon as the command is here. */
  #prepare(envelope: Envelope<Command>): void {
    envelope.ready = true;
    const reading = this.#needsOf(envelope);
    if (reading) this.#awaitReading(envelope, reading);
  }

  /** A mistake in naming its needs costs the command, and nobody behind it. */
  #needsOf(envelope: Envelope<Command>): Promise<Supply<State>> | null {
    if (envelope.settled) return null;
    try {
      return this.kind.prefetch(this.#state as State, envelope.command, this.#around.io);
    } catch (error) {
      this.#broke(error, envelope);
      settle(envelope, { ok: false, code: 'internal_error' });
      return null;
    }
  }

  #awaitReading(envelope: Envelope<Command>, reading: Promise<Supply<State>>): void {
    envelope.ready = false;
    envelope.readingSince ??= this.#around.io.env.monotonic();
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
      if (supplied === 'stale') return this.#stale(envelope);
      if (supplied) envelope.ready = true;
      else this.#prepare(envelope);
    } catch (error) {
      this.#broke(error, envelope);
      giveUp(envelope);
    }
    if (isCurrent()) this.#pump();
  }

  /** Turns run one after the other, in the order of the mailbox, as long as the next one has what it needs. */
  #pump(): void {
    if (this.#pumping) return;
    this.#pumping = true;
    try {
      const next = () => nextInLine(this.#mailbox, this.kind.lineOf, this.#around.io.env);
      for (let first = next(); first && this.#phase === 'live'; first = next()) {
        if (this.#lacksSomething(first)) continue;
        this.#mailbox.remove(first);
        this.#turn(first);
      }
    } finally {
      this.#pumping = false;
    }
  }

  /** Memory may have moved since the reading: ask again right before the turn. Then it waits, or is answered. */
  #lacksSomething(envelope: Envelope<Command>): boolean {
    const reading = this.#needsOf(envelope);
    if (!reading) return envelope.settled;
    if (envelope.rounds >= PREFETCH_ROUNDS_MAX) giveUp(envelope);
    this.#awaitReading(envelope, reading);
    return true;
  }

  #turn(envelope: Envelope<Command>): void {
    const { env, owner } = this.#around.io;
    this.#around.began(this.kind.name, envelope.command.type);
    if (envelope.deadline <= env.monotonic()) return giveUp(envelope);
    try {
      const turn = { id: this.id, now: env.now(), env, owner, attempt: envelope.attempt };
      const turned = this.kind.turn(this.#state as State, envelope.command, turn);
      if (turned.kind === 'refuse') this.#hold(envelope, () => settle(envelope, { ok: false, ...turned.refusal }));
      else if (turned.kind === 'reply') this.#reply(envelope, turned);
      else this.#commit(envelope, turned, turn.now);
    } catch (error) {
      this.#break(error, envelope);
    }
  }

  #reply(envelope: Envelope<Command>, { reply, outputs }: Extract<Turned, { kind: 'reply' }>): void {
    this.#hold(envelope, () => {
      if (outputs) deliver(outputs, this.#origin, this.#around);
      settle(envelope, { ok: true, value: reply });
    });
  }

  #commit(envelope: Envelope<Command>, { unit, reply, outputs, reload }: Committed, now: number): void {
    const recorded = identify(unit, envelope, { ...this.#origin, reply, now }, this.#around);
    const release = () => {
      this.#around.landed(this.kind.name, this.id, envelope.command.type);
      deliver(outputs, this.#origin, this.#around);
      acknowledge(envelope, reply, recorded, this.#around);
    };
    this.#submit(unit, release, envelope);
    if (reload) this.#loadAgain();
    else this.#checkpointIfDue();
  }

  #checkpointIfDue(): void {
    const unit = this.kind.checkpoint(this.#state as State, false);
    if (unit) this.#checkpoint(unit, () => undefined);
  }

  #checkpoint(unit: CommitUnit, then: () => void): void {
    this.#around.crashPoint('checkpoint:before');
    this.#submit(unit, () => {
      this.#around.crashPoint('checkpoint:after');
      then();
    });
  }

  #submit(unit: CommitUnit, release: () => void, envelope: Envelope<Command> | null = null): void {
    this.#submitted += 1;
    this.#hold(envelope, release);
    this.#around.lanes.submit(this, unit, this.#submitted);
  }

  #hold(envelope: Envelope<Command> | null, run: () => void): void {
    const { env } = this.#around.io;
    const heldAt = env.monotonic();
    const release = () => {
      // Trust may come back, and nobody else was told the owner then: this waits for it, or for `drop`.
      if (!this.#around.ownership.holds(this.id)) return false;
      this.#around.gateWaited(env.monotonic() - heldAt);
      run();
      return true;
    };
    this.#gate.push({ unit: this.#submitted > this.#durable ? this.#submitted : 0, envelope, heldAt, release });
  }

  durable(unit: CommitUnit, number: number): void {
    if (this.#phase === 'over') return;
    this.#durable = number;
    try {
      if (this.#state !== undefined) this.kind.settled?.(this.#state, unit);
    } catch (error) {
      this.#broke(error);
      this.#loadAgain();
    }
    this.#gate.open(number);
  }

  /** Somebody else's now, perhaps for a while already: nothing of this memory is told or written any more. */
  drop(): void {
    if (this.#phase !== 'over') this.#abandon();
  }

  /** Another owner wrote that seq. Memory is thrown away; what was decided on it is decided again. */
  conflict(number: number): void {
    if (this.#phase === 'over' || number <= this.#durable) return;
    this.#around.lanes.cancel(this.key);
    this.#submitted = this.#durable;
    decideAgain(this.#gate.drop(), this.#mailbox);
    // With nobody waiting there is nothing to fight for: leave the room to the other owner.
    if (this.#mailbox.size > 0) return void this.#load();
    this.#noteUnsettled(false);
    this.#end();
  }

  failed(number: number, error: unknown): void {
    if (this.#phase === 'over' || number <= this.#durable) return;
    this.#broke(error);
    // What waits would meet the same store: loading again for it would only turn in circles.
    this.#abandon();
  }

  #abandon(): void {
    this.#around.lanes.cancel(this.key);
    this.#noteUnsettled(this.#submitted !== this.#durable);
    for (const { envelope } of this.#gate.drop()) if (envelope) giveUp(envelope);
    this.#refuseAll();
    this.#end();
  }

  /** A turn threw: its command is answered and not replayed. What was decided before is on its way and stays. */
  #break(error: unknown, poison: Envelope<Command>): void {
    this.#broke(error, poison);
    settle(poison, { ok: false, code: 'internal_error' });
    this.#loadAgain();
  }

  /** This memory is not trusted any further: what waits is decided on a fresh load, after the units in flight. */
  #loadAgain(): void {
    this.#phase = 'loading';
    if (this.#submitted === this.#durable && this.#gate.size === 0) void this.#load();
    else this.#hold(null, () => void this.#load());
  }

  /** Like a lost seq, but found by reading: the store is ahead, so everything is decided again on what it holds. */
  #stale(envelope: Envelope<Command>): void {
    countDecision(envelope);
    this.#loadAgain();
  }

  #broke(error: unknown, { command }: { command?: Command } = {}): void {
    this.#around.broke(error, { ...this.#origin, ...(command && { command: command.type }) });
  }

  #refuseAll(): void {
    for (const envelope of this.#mailbox.takeAll()) giveUp(envelope);
  }

  #end(): void {
    this.#phase = 'over';
    this.#generation += 1;
    const undecided = this.#mailbox.takeAll().filter(({ settled }) => !settled);
    this.#around.ended(this as unknown as AnyActivation, undecided as unknown as Envelope<never>[], this.#unsettled);
  }
}
