/**
 * Who is alive and which slots are whose, as one table that all nodes share. It is kept outside (Redis; in the
 * simulator a table on virtual time) and every change of it is one atomic step there, judged by the table's own clock.
 *
 * A node lives under a token as long as it beats; a slot is its own while the table names that token. A token
 * without a heartbeat for the length of a lease is dead: it is never used again, and its slots may be claimed.
 */

/** One life of one node: a restart, or a lease that ended, begins another. */
export interface NodeEntry {
  /** What operators call it; unique among the living. */
  name: string;
  token: string;
}

export interface LivingNode extends NodeEntry {
  /** It hands over what it has: nothing falls to it any more. */
  isLeaving: boolean;
}

export interface Table {
  /** Grows with every change. */
  version: number;
  nodes: LivingNode[];
  /** Token by slot; absent for a slot that was never claimed. The token may be dead. */
  owners: ReadonlyMap<number, string>;
}

/**
 * `lost`: this token is dead, whatever it held. `void`: the table was emptied a moment ago, and nothing was claimed
 * since: a node that still holds slots by its own clock begins again with them. `taken`: a live node has this name.
 * `quietMs`: for this long no node may claim, because the table was found empty and its owners must be able to come
 * back.
 */
export type Beat =
  | { status: 'alive'; quietMs: number; table: Table | null }
  | { status: 'lost' }
  | { status: 'void' }
  | { status: 'taken'; by: string };

export interface LeaseTable {
  /** Begin a life. `holding`: slots this token still holds by its own clock; put back where the table is empty. */
  begin(node: NodeEntry, holding: readonly number[]): Promise<Beat>;
  /** Go on living. The table comes along when it is not the one of `version`. */
  beat(token: string, version: number): Promise<Beat>;
  /** Claims slots without a live owner. Returns the slots that this token owns now. */
  claim(token: string, slots: readonly number[]): Promise<number[]>;
  /** Hand over what is this token's to another that is alive. Answers what was handed over. */
  give(token: string, to: string, slots: readonly number[]): Promise<number[]>;
  /** Go on living, for a while, so that what is held can be handed over. */
  leave(token: string): Promise<Beat>;
  /** Ends the life of a token and gives up its slots. */
  end(token: string): Promise<void>;
  /** Called, soon, after a change that another node made. A hint. */
  onChange(listener: () => void): void;
}

/** The table is out of reach, or did not answer in time. */
export class TableUnavailable extends Error {
  override name = 'TableUnavailable';
}

export class NameTaken extends Error {
  override name = 'NameTaken';
  constructor(name: string, by: string) {
    super(`another node called ${name} is alive (${by}): give each node a name of its own`);
  }
}
