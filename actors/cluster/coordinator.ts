/**
 * Which slots this node holds, and for how long it may believe so. It beats, claims what the dead left and falls to
 * it, and hands over what falls to others, a little at a time.
 */
import type { Env } from '#actors/runtime/env.js';
import { pause } from '#actors/runtime/pause.js';
import { type Beat, type LeaseTable, NameTaken, type NodeEntry, type Table } from '#src/cluster/lease-table.js';
import { freeFor, handOversOf, ROUND, staying } from './sharing.js';
import type { SlotKeeper } from './slots.js';

export interface CoordinatorOptions {
  name: string;
  table: LeaseTable;
  env: Env;
  beatMs: number;
  /** From sending a beat that was answered, for so long its slots are this node's; shorter than a lease. */
  trustMs: number;
  /** What this node does with actors as slots come and go. */
  slots: SlotKeeper;
  /** Told of what should be seen by operators: a lost table, a lost life. */
  onTrouble: (what: string, error?: unknown) => void;
}

/** So much of the time between two beats passes before one that was not answered is tried again. */
const MISSED_BEAT = 0.25;

const nobody: Table = { version: -1, nodes: [], owners: new Map() };

export class Coordinator {
  readonly #options: CoordinatorOptions;
  #me: NodeEntry;
  #known: Table = nobody;
  #held = new Set<number>();
  #leaving = new Set<number>();
  #trustedUntil = Number.NEGATIVE_INFINITY;
  #quietUntil = Number.NEGATIVE_INFINITY;
  #stopTimer: () => void = () => undefined;
  #round: Promise<void> = Promise.resolve();
  #hasBegun = false;
  #isStopping = false;

  constructor(options: CoordinatorOptions) {
    this.#options = options;
    this.#me = { name: options.name, token: newToken(options.env) };
    // Whoever beats before the table knows them is told that they are dead.
    options.table.onChange(() => this.#hasBegun && void this.#soon());
  }

  /** The token under which this node lives now; entries of logs carry it. */
  get token(): string {
    return this.#me.token;
  }

  get table(): Table {
    return this.#known;
  }

  get heldCount(): number {
    return this.#held.size;
  }

  /** True when this node may answer for the slot at this very moment. */
  holds(slot: number): boolean {
    return this.#held.has(slot) && this.#isTrusted();
  }

  /** The same, and takes on new work: what is being handed over only finishes. */
  takes(slot: number): boolean {
    return this.holds(slot) && !this.#leaving.has(slot);
  }

  /** Who lives and has it, as far as is known here; null when nobody. */
  ownerOf(slot: number): NodeEntry | null {
    const token = this.#known.owners.get(slot);
    return this.#known.nodes.find((node) => node.token === token) ?? null;
  }

  /**
   * Refuses when somebody else is alive under the same name, and stays so: a node that was killed and comes back finds
   * its own earlier life until the lease has run out.
   */
  async start(): Promise<void> {
    const { table, env, name, trustMs, beatMs } = this.#options;
    const patientUntil = env.monotonic() + trustMs + 2 * beatMs;
    for (;;) {
      const sentAt = env.monotonic();
      const beat = await table.begin(this.#me, []);
      if (beat.status !== 'taken') {
        this.#take(beat, sentAt);
        break;
      }
      if (env.monotonic() > patientUntil) throw new NameTaken(name, beat.by);
      await pause(env, beatMs / 2);
    }
    await this.#claimAndGive();
    this.#hasBegun = true;
    this.#again();
  }

  /** Hands everything over, a round at a time, and ends this life. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#stopTimer();
    await this.#round;
    try {
      // From now on nothing falls to this node; the others would give it back otherwise.
      const sentAt = this.#options.env.monotonic();
      const left = await this.#options.table.leave(this.#me.token);
      this.#take(left, sentAt);
      // Whoever has no life there any more has nothing to hand over; a table emptied meanwhile knows of no leaving.
      let isGiving = left.status === 'alive';
      while (isGiving && this.#held.size > 0 && staying(this.#known).length > 0) isGiving = await this.#giveRound();
      await this.#empty([...this.#held]);
      await this.#options.table.end(this.#me.token);
    } catch (error) {
      // Whoever takes over waits for the end of the lease; the log keeps both apart.
      this.#options.onTrouble('left without saying so', error);
    }
    this.#lose([...this.#held]);
  }

  #isTrusted(): boolean {
    return this.#options.env.monotonic() < this.#trustedUntil;
  }

  #again(inMs = this.#options.beatMs): void {
    if (this.#isStopping) return;
    this.#stopTimer = this.#options.env.after(inMs, () => void this.#soon());
  }

  /** One round at a time, in the order asked for. */
  #soon(): Promise<void> {
    this.#stopTimer();
    this.#round = this.#round.then(() => this.#beatOnce());
    return this.#round;
  }

  async #beatOnce(): Promise<void> {
    if (this.#isStopping) return;
    try {
      await this.#beat();
      await this.#claimAndGive();
      this.#again();
    } catch (error) {
      this.#missed(error);
      // An answer that came too late has used up time that trust is short of.
      this.#again(this.#options.beatMs * MISSED_BEAT);
    }
  }

  /** Without the table everything goes on until trust ends. */
  #missed(error: unknown): void {
    this.#options.onTrouble('the lease table did not answer', error);
    if (!this.#isTrusted()) this.#lose([...this.#held]);
  }

  async #beat(): Promise<void> {
    const { table, env, onTrouble } = this.#options;
    const sentAt = env.monotonic();
    const beat = await table.beat(this.#me.token, this.#known.version);
    if (beat.status === 'alive') return this.#take(beat, sentAt);
    const isVoid = beat.status === 'void' && this.#isTrusted();
    onTrouble(isVoid ? 'the lease table was empty; its slots are put back' : 'the lease was lost');
    if (!isVoid) this.#rebirth();
    const beganAt = env.monotonic();
    this.#take(await table.begin(this.#me, [...this.#held]), beganAt);
  }

  /** What was held under the old token is not ours any more, whatever the table says. */
  #rebirth(): void {
    this.#lose([...this.#held]);
    this.#me = { ...this.#me, token: newToken(this.#options.env) };
    this.#known = nobody;
  }

  #take(beat: Beat, sentAt: number): void {
    if (beat.status !== 'alive') return;
    const { trustMs, env } = this.#options;
    this.#trustedUntil = sentAt + trustMs;
    this.#quietUntil = beat.quietMs > 0 ? env.monotonic() + beat.quietMs : Number.NEGATIVE_INFINITY;
    if (beat.table) this.#learn(beat.table);
  }

  #learn(table: Table): void {
    this.#known = table;
    const mine = new Set<number>();
    for (const [slot, token] of table.owners) if (token === this.#me.token) mine.add(slot);
    const lost = [...this.#held].filter((slot) => !mine.has(slot));
    this.#held = mine;
    if (lost.length > 0) this.#drop(lost);
    this.#options.slots.changed();
  }

  #lose(slots: number[]): void {
    for (const slot of slots) this.#held.delete(slot);
    this.#lookAgain();
    if (slots.length > 0) this.#drop(slots);
    this.#options.slots.changed();
  }

  /** What is held here is less than the table says: the next one is learned even if nothing has changed in it. */
  #lookAgain(): void {
    this.#known = { ...this.#known, version: nobody.version };
  }

  #drop(slots: number[]): void {
    for (const slot of slots) this.#leaving.delete(slot);
    this.#options.slots.drop(slots);
  }

  async #claimAndGive(): Promise<void> {
    const { env, table } = this.#options;
    const wanted = env.monotonic() < this.#quietUntil ? [] : freeFor(this.#me.name, this.#known);
    if (wanted.length > 0) {
      const claimed = await table.claim(this.#me.token, wanted);
      if (claimed.length > 0) await this.#beat();
    }
    await this.#giveRound();
  }

  /** One round of handing over what falls to others; when leaving, everything does. False when nothing did. */
  async #giveRound(): Promise<boolean> {
    const { table, name } = this.#options;
    const rounds = handOversOf(this.#held, name, this.#known, ROUND);
    for (const { to, slots } of rounds) {
      await this.#empty(slots);
      await table.give(this.#me.token, to.token, slots);
    }
    if (rounds.length > 0) await this.#beat();
    return rounds.length > 0;
  }

  /** After it nothing is answered for them, whatever becomes of handing them over: the next table tells. */
  async #empty(slots: number[]): Promise<void> {
    for (const slot of slots) this.#leaving.add(slot);
    try {
      await this.#options.slots.empty(slots);
    } finally {
      for (const slot of slots) {
        this.#leaving.delete(slot);
        this.#held.delete(slot);
      }
      this.#lookAgain();
    }
  }
}

const newToken = (env: Env): string => env.uuid().replaceAll('-', '').slice(0, 12);
