/**
 * The lease table on virtual time: the same steps as in Redis, each at one instant, judged by the table's own clock.
 */
import {
  type Beat,
  type ClaimGuard,
  type LeaseTable,
  type NodeEntry,
  type PlacedBy,
  type Placement,
  type Table,
  TableUnavailable,
} from '#src/cluster/lease-table.js';

interface Living {
  name: string;
  isLeaving: boolean;
  until: number;
}

export class LeaseData {
  readonly #leaseMs: number;
  readonly #quietMs: number;
  readonly #worldNow: () => number;
  #isKnown = false;
  #openAt = 0;
  #generation = 0;
  #version = 0;
  #nodes = new Map<string, Living>();
  #owners = new Map<number, string>();
  #placements = new Map<number, Placement>();
  /** By node: when the last lease ends that it was ever given. It counts on it, even if the table was emptied since. */
  readonly #given = new Map<string, number>();
  readonly #hints = new Set<(by: string) => void>();
  /** When placements were lost with everything else. */
  readonly #forgotAt: number[] = [];
  /** By how much the clock of the table is wrong. */
  #offBy = 0;

  /** `quietMs`: so long nobody may claim once it was emptied. */
  constructor(leaseMs: number, now: () => number, quietMs = leaseMs) {
    this.#quietMs = quietMs;
    this.#leaseMs = leaseMs;
    this.#worldNow = now;
  }

  #now(): number {
    return this.#worldNow() + this.#offBy;
  }

  /** Somebody sets the clock of the table. */
  setClockBy(ms: number): void {
    this.#offBy += ms;
  }

  /** The table as it is now; the answer puts it back on another server, whatever has changed since. */
  backUp(): () => void {
    const [version, nodes, owners] = [this.#version, [...this.#nodes], [...this.#owners]];
    const placements = [...this.#placements];
    return () => {
      this.#isKnown = false;
      this.#version = version;
      this.#nodes = new Map(nodes);
      this.#owners = new Map(owners);
      this.#placements = new Map(placements);
      this.#forgotAt.push(this.#worldNow());
    };
  }

  /** It was used before: nobody has to be waited for. */
  open(): void {
    this.#isKnown = true;
    this.#openAt = 0;
  }

  /** Everything in it is gone. */
  wipe(): void {
    this.#isKnown = false;
    this.#version = 0;
    this.#nodes.clear();
    this.#owners.clear();
    this.#placements.clear();
    this.#forgotAt.push(this.#worldNow());
  }

  /** Whether placements were lost since. */
  forgotSince(at: number): boolean {
    return this.#forgotAt.some((forgotAt) => forgotAt >= at);
  }

  placementOf(slot: number): Placement | null {
    return this.#placements.get(slot) ?? null;
  }

  /** The node that holds a slot; null: none that is there. */
  ownerNameOf(slot: number): string | null {
    return this.#nodes.get(this.#owners.get(slot) ?? '')?.name ?? null;
  }

  hasNode(name: string): boolean {
    return [...this.#nodes.values()].some((living) => living.name === name && !living.isLeaving);
  }

  get generation(): string {
    return String(this.#generation);
  }

  /** By a standby lease, without the table. */
  extended(name: string, until: number): void {
    this.#given.set(name, Math.max(until, this.#given.get(name) ?? 0));
  }

  /** May it answer at all? */
  hasLease(name: string): boolean {
    return this.#worldNow() < (this.#given.get(name) ?? 0);
  }

  onHint(listener: (by: string) => void): void {
    this.#hints.add(listener);
  }

  begin({ name, token }: NodeEntry, holding: readonly number[]): Beat {
    return this.#step(token, (change) => {
      for (const [other, living] of this.#nodes) {
        if (living.name === name && other !== token) return { status: 'taken', by: other };
      }
      if (!this.#nodes.has(token)) change();
      this.#live(token, name, false);
      if (this.#now() < this.#openAt) {
        for (const slot of holding) {
          if (this.#owners.has(slot)) continue;
          this.#owners.set(slot, token);
          change();
        }
      }
      return -1;
    });
  }

  beat(token: string, version: number): Beat {
    return this.#step(token, () => {
      const living = this.#nodes.get(token);
      if (!living) return this.#noLife();
      this.#live(token, living.name, living.isLeaving);
      return version;
    });
  }

  claim(token: string, slots: readonly number[], { over, generation }: ClaimGuard): number[] {
    return this.#change(token, (change) => {
      if (!this.#nodes.has(token) || this.#now() < this.#openAt || generation !== this.generation) return [];
      return slots.filter((slot) => {
        const owner = this.#owners.get(slot);
        if (owner === token) return true;
        if (owner !== undefined && (this.#nodes.has(owner) || !over.includes(owner))) return false;
        this.#owners.set(slot, token);
        change();
        return true;
      });
    });
  }

  give(token: string, to: string, slots: readonly number[]): number[] {
    return this.#change(token, (change) => {
      if (!this.#nodes.has(token) || !this.#nodes.has(to)) return [];
      const given = slots.filter((slot) => this.#owners.get(slot) === token);
      for (const slot of given) this.#owners.set(slot, to);
      if (given.length > 0) change();
      return given;
    });
  }

  /** False: this token is not alive. */
  place(token: string, by: PlacedBy, slots: readonly (readonly [number, string | null])[]): boolean {
    return this.#change(token, (change) => {
      if (!this.#nodes.has(token)) return false;
      for (const [slot, on] of slots) {
        if (by === 'balancer' && this.#placements.get(slot)?.by === 'operator') continue;
        if (on === null) this.#placements.delete(slot);
        else this.#placements.set(slot, { on, by });
        change();
      }
      return true;
    });
  }

  leave(token: string): Beat {
    return this.#step(token, (change) => {
      const living = this.#nodes.get(token);
      if (!living) return this.#noLife();
      if (!living.isLeaving) {
        this.#live(token, living.name, true);
        change();
      }
      return -1;
    });
  }

  end(token: string): void {
    this.#change(token, (change) => {
      if (this.#nodes.delete(token)) change();
      for (const [slot, owner] of this.#owners) if (owner === token) this.#owners.delete(slot);
    });
  }

  #noLife(): Beat {
    return { status: this.#now() < this.#openAt ? 'void' : 'lost' };
  }

  #live(token: string, name: string, isLeaving: boolean): void {
    this.#given.set(name, this.#worldNow() + this.#leaseMs);
    this.#nodes.set(token, { name, isLeaving, until: this.#now() + this.#leaseMs });
  }

  /** Answers what the step says, or, where it says a version, that this one lives. */
  #step(token: string, step: (change: () => void) => Beat | number): Beat {
    const said = this.#change(token, step);
    if (typeof said !== 'number') return said;
    const quietMs = Math.max(0, this.#openAt - this.#now());
    const tableMs = this.#now();
    const { generation } = this;
    return { status: 'alive', quietMs, tableMs, generation, table: said === this.#version ? null : this.#table() };
  }

  #change<T>(token: string, step: (change: () => void) => T): T {
    let hasChanged = this.#forget();
    const said = step(() => {
      hasChanged = true;
    });
    if (hasChanged) {
      this.#version += 1;
      for (const hint of this.#hints) hint(token);
    }
    return said;
  }

  /** What lies farther ahead than a lease was written before the clock was set back. */
  cutTimes(): void {
    const now = this.#now();
    this.#openAt = Math.min(this.#openAt, now + this.#quietMs);
    for (const living of this.#nodes.values()) living.until = Math.min(living.until, now + this.#leaseMs);
  }

  /** An empty table begins anew; the dead go. Whether anything changed. */
  #forget(): boolean {
    let hasChanged = false;
    if (!this.#isKnown) {
      this.#isKnown = true;
      this.#nodes.clear();
      this.#owners.clear();
      this.#openAt = this.#now() + this.#quietMs;
      this.#generation += 1;
      hasChanged = true;
    }
    this.cutTimes();
    for (const [token, { until }] of this.#nodes) {
      if (until > this.#now()) continue;
      this.#nodes.delete(token);
      hasChanged = true;
    }
    return hasChanged;
  }

  #table(): Table {
    const nodes = [...this.#nodes].map(([token, { name, isLeaving }]) => ({ token, name, isLeaving }));
    return { version: this.#version, nodes, owners: new Map(this.#owners), placements: new Map(this.#placements) };
  }
}

/** How one process reaches the table. */
export interface TableChannel {
  carry<T>(step: () => T): Promise<T>;
  /** A hint that comes from the table. */
  hint(run: () => void): void;
}

export const directTableChannel: TableChannel = {
  carry: async (step) => step(),
  hint: (run) => run(),
};

export class VirtualLeaseTable implements LeaseTable {
  readonly #data: LeaseData;
  readonly #way: TableChannel;
  #token = '';

  constructor(data: LeaseData, way: TableChannel) {
    this.#data = data;
    this.#way = way;
  }

  begin(node: NodeEntry, holding: readonly number[]): Promise<Beat> {
    this.#token = node.token;
    const held = [...holding];
    return this.#way.carry(() => this.#data.begin(node, held));
  }

  beat(token: string, version: number): Promise<Beat> {
    return this.#way.carry(() => this.#data.beat(token, version));
  }

  claim(token: string, slots: readonly number[], guard: ClaimGuard): Promise<number[]> {
    const wanted = [...slots];
    return this.#way.carry(() => this.#data.claim(token, wanted, guard));
  }

  async place(token: string, by: PlacedBy, slots: readonly (readonly [number, string | null])[]): Promise<void> {
    const isPlaced = await this.#way.carry(() => this.#data.place(token, by, slots));
    if (!isPlaced) throw new TableUnavailable('this node is not alive in the table');
  }

  give(token: string, to: string, slots: readonly number[]): Promise<number[]> {
    const given = [...slots];
    return this.#way.carry(() => this.#data.give(token, to, given));
  }

  leave(token: string): Promise<Beat> {
    return this.#way.carry(() => this.#data.leave(token));
  }

  end(token: string): Promise<void> {
    return this.#way.carry(() => this.#data.end(token));
  }

  onChange(listener: () => void): void {
    this.#data.onHint((by) => {
      if (by !== this.#token) this.#way.hint(listener);
    });
  }
}
