/**
 * The slots that this node holds, and how long it may rely on that. It sends heartbeats, claims its share of the slots
 * of dead nodes, and hands over slots that belong to others, a few at a time.
 */
import type { Beat, NodeEntry, Table } from '#src/cluster/lease-table.js';
import { coalesce } from '#src/concurrency/coalesce.js';
import { beginLife } from './begin-life.js';
import type { CoordinatorOptions } from './coordinator-options.js';
import { HeldSlots } from './held-slots.js';
import { KnownTable } from './known-table.js';
import { LeaseTrust } from './lease-trust.js';
import { newToken } from './node-token.js';
import { HANDOFF_SLOTS_MAX, handoffsOf, unownedSlotsFor } from './slot-assignment.js';
import { StepBack } from './step-back.js';
import { TableClock } from './table-clock.js';

/** So much of the time between two beats passes before one that was not answered is tried again. */
const MISSED_HEARTBEAT_RETRY_SHARE = 0.25;

export class Coordinator {
  readonly #options: CoordinatorOptions;
  readonly #slots: HeldSlots;
  #me: NodeEntry;
  readonly #known = new KnownTable();
  /** The table has accepted the token. */
  #isRegistered = false;
  readonly #trust: LeaseTrust;
  #quietUntil = Number.NEGATIVE_INFINITY;
  readonly #clock: TableClock;
  readonly stepBack: StepBack;
  #stopTimer: () => void = () => undefined;
  /** The latest request to the table. */
  #asked: Promise<unknown> = Promise.resolve();
  #phase: 'starting' | 'serving' | 'leaving' | 'ended' = 'starting';
  /** The sign of life has its own timer: handing over, which may take long, does not stand in its way. */
  readonly #heartbeat = coalesce(() => this.#heartbeatOnTime());
  readonly #rebalancing = coalesce(() => this.#rebalance());

  constructor(options: CoordinatorOptions) {
    this.#options = options;
    this.#slots = new HeldSlots(options.slots);
    this.#clock = new TableClock(options.env, options.trustMs);
    this.#trust = new LeaseTrust(options.env, options);
    this.#me = { name: options.name, token: newToken(options.env, options.format) };
    this.stepBack = new StepBack(options.format);
    // A heartbeat before registration is answered as expired.
    options.table.onChange(() => this.#phase !== 'starting' && void this.#heartbeat());
  }

  /** The token under which this node lives now; entries of logs carry it. */
  get token(): string {
    return this.#me.token;
  }

  get table(): Table {
    return this.#known.table;
  }

  get heldCount(): number {
    return this.#slots.size;
  }

  /** True when this node may answer for the slot at this very moment. */
  holds(slot: number): boolean {
    return this.#slots.has(slot) && this.#trust.lasts;
  }

  /** The same, and accepts new work: a slot that is being handed over only finishes its work. */
  takes(slot: number): boolean {
    return this.holds(slot) && !this.#slots.isLeaving(slot);
  }

  /** The live owner in the known table; null when the slot has none. */
  ownerOf(slot: number): NodeEntry | null {
    return this.#known.ownerOf(slot);
  }

  /**
   * Refuses when somebody else is alive under the same name, and stays so: a node that was killed and comes back finds
   * its own earlier life until the lease has run out.
   */
  async start(): Promise<void> {
    await beginLife(this.#options, () => this.#serialize(() => this.#register([])));
    await this.#claimAndHandOff();
    this.#phase = 'serving';
    this.#scheduleHeartbeat();
  }

  /** Hands everything over, a round at a time, and ends this life. It beats until everything is handed over. */
  async stop(): Promise<void> {
    this.#phase = 'leaving';
    const { table, onError } = this.#options;
    await this.#rebalancing();
    try {
      // From now on nothing falls to this node; the others would give it back otherwise.
      const { status } = await this.#serialize(() => this.#askTable(() => table.leave(this.#me.token)));
      // A node without a live token has nothing to hand over; a table that was emptied meanwhile knows of no departure.
      for (let isGiving = status === 'alive'; isGiving; ) isGiving = await this.#handOffRound();
      await this.#slots.handOff(this.#slots.all(), () => this.#end(status === 'alive'));
    } catch (error) {
      // The next owner waits for the end of the lease; the log keeps both apart.
      onError('lease table leave failed', error);
    }
    this.#phase = 'ended';
    this.#stopTimer();
    this.#slots.loseAll();
  }

  /** After the beat that is under way, and before any other: a beat after the end would begin another life. */
  #end(isInOrder: boolean): Promise<void> {
    if (isInOrder) this.#options.onHandedOff?.();
    this.#phase = 'ended';
    this.#stopTimer();
    return this.#serialize(() => this.#options.table.end(this.#me.token));
  }

  #scheduleHeartbeat(inMs = this.#options.beatMs): void {
    this.#stopTimer();
    if (this.#phase === 'ended') return;
    this.#stopTimer = this.#options.env.after(inMs, () => void this.#heartbeat());
  }

  async #heartbeatOnTime(): Promise<void> {
    try {
      await this.#beat();
      this.#scheduleHeartbeat();
      void this.#rebalancing();
    } catch (error) {
      this.#onMissedHeartbeat(error);
      // An answer that came too late has used up time that trust is short of.
      this.#scheduleHeartbeat(this.#options.beatMs * MISSED_HEARTBEAT_RETRY_SHARE);
    }
  }

  async #rebalance(): Promise<void> {
    if (this.#phase !== 'serving') return;
    try {
      await this.#claimAndHandOff();
    } catch (error) {
      this.#onMissedHeartbeat(error);
    }
  }

  /**
   * Without the table everything goes on until trust ends. After a whole lease the token is given up: heartbeats whose
   * answers alone are lost would renew it for ever, and nobody could take the slots.
   */
  #onMissedHeartbeat(error: unknown): void {
    this.#options.onError('lease table request failed', error);
    if (this.#trust.lasts) return;
    this.#slots.loseAll();
    if (!this.#trust.isLeaseOver || !this.#isRegistered) return;
    this.#options.onError('node lease lost');
    this.#renewToken();
  }

  /** One question at a time that teaches something: tables are learned in the order they were asked for. */
  #serialize<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    const asked = this.#asked.then(ask, ask);
    this.#asked = asked;
    return asked;
  }

  #beat(): Promise<void> {
    return this.#serialize(() => this.#beatOnce());
  }

  /** A node that gave its token up registers once it is answered: one that hears nothing must not live in the table. */
  async #beatOnce(): Promise<void> {
    if (this.#phase === 'ended') return;
    const { table } = this.#options;
    const beat = await this.#askTable(() => table.beat(this.#me.token, this.#known.versionIn(this.#slots.epoch)));
    if (beat.status === 'alive') return;
    if (this.#isRegistered) this.#onLeaseGone(beat);
    // The earlier life may still be alive in the table: then the next heartbeat asks again. A leaving node accepts
    // nothing new, and the rest of its lease suffices to finish.
    if (this.#phase !== 'leaving') await this.#register(this.#slots.all());
  }

  #onLeaseGone({ status }: Beat): void {
    const isVoid = status === 'void' && this.#trust.lasts;
    this.#options.onError(isVoid ? 'lease table was empty; slots registered again' : 'node lease lost');
    if (isVoid) return;
    if (this.#trust.lasts) this.#clock.doubt();
    this.#renewToken();
  }

  async #register(holding: readonly number[]): Promise<Beat> {
    const beat = await this.#askTable(() => this.#options.table.begin(this.#me, holding));
    this.#isRegistered = beat.status === 'alive';
    return beat;
  }

  /** Slots of the old token are no longer held, even if the table still names them. */
  #renewToken(): void {
    this.#slots.loseAll();
    this.#me = { ...this.#me, token: newToken(this.#options.env, this.#options.format) };
    this.#known.forget();
    this.#isRegistered = false;
  }

  async #askTable(question: () => Promise<Beat>): Promise<Beat> {
    const sentAt = this.#options.env.monotonic();
    const { epoch } = this.#slots;
    const beat = await question();
    if (beat.status === 'alive') this.#learn(beat, sentAt, epoch);
    return beat;
  }

  #learn({ quietMs, tableMs, table }: Beat & { status: 'alive' }, sentAt: number, epoch: number): void {
    this.#clock.observe(tableMs, sentAt);
    this.#trust.renew(sentAt);
    this.#quietUntil = this.#options.env.monotonic() + quietMs;
    // Some slots were given away since the request: the next one reports the rest.
    if (!table || epoch !== this.#slots.epoch) return;
    this.#known.learn(table, epoch);
    this.#slots.learn(this.#known.slotsOf(this.#me.token));
  }

  async #claimAndHandOff(): Promise<void> {
    await this.stepBack.apply(this.token, this.table, {
      leave: () => this.#serialize(() => this.#askTable(() => this.#options.table.leave(this.token))),
      handOffRound: () => this.#handOffRound(),
      rejoin: async () => {
        await this.#serialize(() => this.#options.table.end(this.token));
        this.#renewToken();
        await this.#beat();
      },
    });
    const { env, table } = this.#options;
    const isQuiet = env.monotonic() < this.#quietUntil || this.#clock.isDoubtful;
    const wanted = isQuiet ? [] : unownedSlotsFor(this.#me.name, this.#known.table);
    if (wanted.length > 0) {
      await table.claim(this.#me.token, wanted);
      await this.#beat();
    }
    await this.#handOffRound();
  }

  /** One round of handing over slots to other nodes; a leaving node hands over all. False when there was none. */
  async #handOffRound(): Promise<boolean> {
    const { table, name } = this.#options;
    const rounds = handoffsOf(this.#slots.all(), name, this.#known.table, HANDOFF_SLOTS_MAX);
    for (const { to, slots } of rounds) {
      await this.#slots.handOff(slots, () => table.give(this.#me.token, to.token, slots));
    }
    if (rounds.length > 0) await this.#beat();
    return rounds.length > 0;
  }
}
