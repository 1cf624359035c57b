/**
 * The table of live nodes and of the owners of slots, shared by all nodes. It is stored outside the nodes (Redis; in
 * the simulator a table on virtual time). Every change is one atomic step there, by the table's own clock.
 *
 * A node lives under a token as long as it sends heartbeats. It owns a slot as long as the table names its token. A
 * token without a heartbeat for the length of a lease is dead: it is never used again, and its slots may be claimed.
 */
import type { PlacedBy } from '#src/domain/live/slot-view.js';

export type { PlacedBy };

/** One life of one node. A restart, or the end of a lease, begins another one. */
export interface NodeEntry {
  /** The name for operators; unique among live nodes. */
  name: string;
  token: string;
}

export interface LivingNode extends NodeEntry {
  /** The node hands off its slots and gets no more. */
  isLeaving: boolean;
}

/** Where a slot belongs, in place of the node that it falls to by its number, while that node is alive. */
export interface Placement {
  /** The name of a node. */
  on: string;
  by: PlacedBy;
}

export interface Table {
  /** Grows with each change. */
  version: number;
  nodes: LivingNode[];
  /** Token by slot; absent for a slot that was never claimed. The token may be dead. */
  owners: ReadonlyMap<number, string>;
  placements: ReadonlyMap<number, Placement>;
}

/**
 * `lost`: this token is dead and has lost its slots. `void`: the table was emptied, and no node may claim yet; a node
 * that still holds slots by its own clock begins a new life with them. `taken`: a live node has this name. `quietMs`:
 * the time for which no node may claim, so that the owners can come back after the table was found empty. `tableMs`: the
 * table's own clock. `generation`: differs after every loss of the table.
 */
export type LivingBeat = {
  status: 'alive';
  quietMs: number;
  tableMs: number;
  generation: string;
  table: Table | null;
};

export type Beat = LivingBeat | { status: 'lost' } | { status: 'void' } | { status: 'taken'; by: string };

/** Under which a claim is decided, in the step that carries it out. */
export interface ClaimGuard {
  /** The dead lives whose slots may be claimed: others may go on by extensions. */
  over: readonly string[];
  generation: string;
}

export interface LeaseTable {
  /**
   * Begins a life. `holding`: slots that this token still holds by its own clock; they are restored if the table is
   * empty.
   */
  begin(node: NodeEntry, holding: readonly number[]): Promise<Beat>;
  /** Renews the lease. The table is returned if it differs from `version`. */
  beat(token: string, version: number): Promise<Beat>;
  /** Claims slots without a live owner. Returns the slots that this token owns now. */
  claim(token: string, slots: readonly number[], guard: ClaimGuard): Promise<number[]>;
  /** Hands off slots of this token to another live token. Returns the slots that were handed off. */
  give(token: string, to: string, slots: readonly number[]): Promise<number[]>;
  /**
   * Places slots on nodes by name; null ends a placement. The balancer changes none of an operator. Nothing moves by it: the
   * owners hand slots over.
   */
  place(token: string, by: PlacedBy, slots: readonly (readonly [slot: number, on: string | null])[]): Promise<void>;
  /** Marks the token as leaving and renews its lease, so that its slots can be handed off. */
  leave(token: string): Promise<Beat>;
  /** Ends the life of a token and releases its slots. */
  end(token: string): Promise<void>;
  /** The listener is called soon after a change by another node. The call is a hint and may be lost. */
  onChange(listener: () => void): void;
}

/** The table is unreachable, or did not answer in time. */
export class TableUnavailable extends Error {
  override name = 'TableUnavailable';
}

export class NameTaken extends Error {
  override name = 'NameTaken';
  constructor(name: string, by: string) {
    super(`another node called ${name} is alive (${by}): give each node a name of its own`);
  }
}
