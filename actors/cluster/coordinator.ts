/**
 * The slots that this node holds, and how long it may rely on that. It sends heartbeats, claims its share of the slots
 * of dead nodes, and hands over slots that belong to others, a few at a time.
 */
import type { Beat, LivingBeat, NodeEntry, Table } from '#src/cluster/lease-table.js';
import { coalesce } from '#src/concurrency/coalesce.js';
import { beginLife } from './begin-life.js';
import type { CoordinatorOptions } from './coordinator-options.js';
import { Heartbeat } from './heartbeat.js';
import { HeldSlots } from './held-slots.js';
import { KnownTable } from './known-table.js';
import { LeaseTrust } from './lease-trust.js';
import { newToken } from './node-token.js';
import { SlotExchange } from './slot-exchange.js';
import { noStandbyLeases, Standby } from './standby.js';
import { StepBack } from './step-back.js';
import { TableClock } from './table-clock.js';

export class Coordinator {
  readonly #options: CoordinatorOptions;
  readonly #slots: HeldSlots;
  #me: NodeEntry;
  readonly #known = new KnownTable();
  /** The table has accepted the token. */
  #isRegistered = false;
  readonly trust: LeaseTrust;
  readonly #standby: Standby;
  readonly #exchange: SlotExchange;
  readonly #clock: TableClock;
  readonly stepBack: StepBack;
  /** The latest request to the table. */
  #asked: Promise<unknown> = Promise.resolve();
  #phase: 'starting' | 'serving' | 'leaving' | 'ended' = 'starting';
  readonly heartbeat: Heartbeat;
  readonly #rebalancing = coalesce(() => this.#rebalance());

  constructor(options: CoordinatorOptions) {
    this.#options = options;
    const { env, standby: leases = noStandbyLeases, trustMs, onError } = options;
    this.#slots = new HeldSlots(options.slots);
    this.#clock = new TableClock(env, trustMs);
    this.trust = new LeaseTrust(env, options);
    this.#standby = new Standby({ leases, env, trust: this.trust, onEnded: () => this.#loseLife(), onError });
    this.heartbeat = new Heartbeat({ ...options, beat: () => this.#beatOnTime() });
    const own = { slots: this.#slots, known: this.#known, clock: this.#clock, token: () => this.token, leases };
    this.#exchange = new SlotExchange({ ...options, ...own, beat: () => this.#beat() });
    this.#me = { name: options.name, token: newToken(env, options.format) };
    this.stepBack = new StepBack(options.format);
    // A heartbeat before registration is answered as expired.
    options.table.onChange(() => this.#phase !== 'starting' && void this.heartbeat.now());
  }

  /** The token under which this node lives now; entries of logs carry it. */
  get token(): string {
    return this.#me.token;
  }

  get table(): Table {
    return this.#known.table;
  }

  heldSlots(): number[] {
    return this.#slots.all();
  }

  /** True when this node may answer for the slot at this very moment. */
  holds(slot: number): boolean {
    return this.#slots.has(slot) && this.trust.lasts;
  }

  /** The same, and accepts new work: a slot that is being handed over only finishes its work. */
  takes(slot: number): boolean {
    return this.holds(slot) && !this.#slots.isLeaving(slot);
  }

  /** The live owner in the known table; null when the slot has none. */
  ownerOf(slot: number): NodeEntry | null {
    return this.#known.ownerOf(slot);
  }

  /** Whether the table names each node that may answer for anything. */
  isTableWhole(): Promise<boolean> {
    return this.#exchange.isTableWhole();
  }

  /** Refuses when somebody else is alive under the same name, and stays so. */
  async start(): Promise<void> {
    await beginLife(this.#options, () => this.#serialize(() => this.#register([])));
    await this.#claimAndHandOff();
    this.#phase = 'serving';
    this.heartbeat.schedule();
  }

  /** Hands everything over, a round at a time, and ends this life. It beats until everything is handed over. */
  async stop(): Promise<void> {
    this.#phase = 'leaving';
    const { table, onError } = this.#options;
    await this.#rebalancing();
    try {
      // From now on nothing falls to this node; the others would give it back otherwise.
      const { status } = await this.#serialize(() => this.#askTable(() => table.leave(this.#me.token)));
      // Without a live token there is nothing to hand over; a table that was emptied meanwhile knows of no departure.
      for (let isGiving = status === 'alive'; isGiving; ) isGiving = await this.#exchange.handOffRound();
      await this.#slots.handOff(this.#slots.all(), () => this.#end(status === 'alive'));
    } catch (error) {
      // The next owner waits for the end of the lease; the log keeps both apart.
      onError('lease table leave failed', error);
    }
    this.#phase = 'ended';
    this.heartbeat.stop();
    this.#slots.loseAll();
    await this.#standby.drop(this.token);
  }

  /** After the beat that is under way, and before any other: a beat after the end would begin another life. */
  #end(isInOrder: boolean): Promise<void> {
    if (isInOrder) this.#options.onHandedOff?.();
    this.#phase = 'ended';
    this.heartbeat.stop();
    return this.#serialize(() => this.#options.table.end(this.#me.token));
  }

  async #beatOnTime(): Promise<boolean> {
    try {
      await this.#beat();
      void this.#rebalancing();
      return true;
    } catch (error) {
      this.#onMissedHeartbeat(error);
      if (this.#options.standby && this.#isRegistered) void this.#standby.extend(this.token, this.table);
      return false;
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
    if (this.trust.lasts) return;
    this.#slots.loseAll();
    if (this.trust.isLeaseOver && this.#isRegistered) this.#loseLife();
  }

  #loseLife(): void {
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

  /**
   * One that hears nothing must not live in the table: a node that gave its token up, or lives by extensions, asks under a
   * token that nobody knows, and registers once it is answered.
   */
  async #beatOnce(): Promise<void> {
    if (this.#phase === 'ended') return;
    const { table, env } = this.#options;
    const token = this.trust.isExtended ? newToken(env) : this.#me.token;
    const beat = await this.#askTable(() => table.beat(token, this.#known.versionIn(this.#slots.epoch)));
    if (beat.status === 'alive') return;
    if (this.#isRegistered && !this.trust.isExtended) this.#onLeaseGone(beat);
    // An earlier life may be alive in the table: the next heartbeat asks again. The lease of a leaving node suffices.
    if (this.#phase !== 'leaving') await this.#register(this.#slots.all());
  }

  #onLeaseGone({ status }: Beat): void {
    const isVoid = status === 'void' && this.trust.lasts;
    this.#options.onError(isVoid ? 'lease table was empty; slots registered again' : 'node lease lost');
    if (isVoid) return;
    if (this.trust.lasts) this.#clock.doubt();
    this.#renewToken();
  }

  /** With the slots that it holds, unless trust ends meanwhile: others may have had them, and given them back. */
  async #register(holding: readonly number[]): Promise<Beat> {
    await this.#standby.register(this.#me);
    const begun = this.token;
    const beat = await this.#askTable(() => this.#options.table.begin(this.#me, holding), holding.length > 0);
    this.#isRegistered = beat.status === 'alive' && begun === this.token;
    return beat;
  }

  /** Slots of the old token are no longer held, even if the table still names them. */
  #renewToken(): void {
    this.#slots.loseAll();
    void this.#standby.drop(this.token);
    this.#me = { ...this.#me, token: newToken(this.#options.env, this.#options.format) };
    this.#known.forget();
    this.#isRegistered = false;
  }

  async #askTable(question: () => Promise<Beat>, needsTrust = false): Promise<Beat> {
    const sentAt = this.#options.env.monotonic();
    const { epoch } = this.#slots;
    const beat = await question();
    if (beat.status !== 'alive') return beat;
    if (!needsTrust || this.trust.lasts) this.#learn(beat, sentAt, epoch);
    else this.#loseLife();
    return beat;
  }

  #learn({ quietMs, tableMs, table, generation }: LivingBeat, sentAt: number, epoch: number): void {
    this.#clock.observe(tableMs, sentAt);
    // The table was away. Others that went on without it come back as well.
    if (this.trust.isExtended) this.#clock.doubt();
    this.trust.renew(sentAt);
    void this.#standby.withdraw();
    this.#known.generation = generation;
    this.#clock.quietFor(quietMs);
    // Some slots were given away since the request: the next one reports the rest.
    if (!table || epoch !== this.#slots.epoch) return;
    this.#known.learn(table, epoch);
    this.#slots.learn(this.#known.slotsOf(this.#me.token));
  }

  async #claimAndHandOff(): Promise<void> {
    await this.stepBack.apply(this.token, this.table, {
      leave: () => this.#serialize(() => this.#askTable(() => this.#options.table.leave(this.token))),
      handOffRound: () => this.#exchange.handOffRound(),
      rejoin: async () => {
        await this.#serialize(() => this.#options.table.end(this.token));
        this.#renewToken();
        await this.#beat();
      },
    });
    await this.#exchange.claim();
    await this.#exchange.handOffRound();
  }
}
