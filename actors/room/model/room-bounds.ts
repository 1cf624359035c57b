/** How much of a room stays in memory; the store has the rest. The simulator sets them low, so that eviction is common. */
export interface RoomBounds {
  /** Newest entries kept for catching up. Eviction begins at twice as many. */
  entries: number;
  /** Newest rows that stay even if their entries are evicted. */
  rows: number;
  /** Rows and entries that stay while memory is scarce. */
  rowsWhenTight: number;
  /** Entries that a load reads before the checkpoint. */
  rowsAtStart: number;
  /** Rows from before the window, and likewise reactions, votes, bans, requests and invites. */
  oldRows: number;
  /** Members and readers beyond those that must stay. */
  members: number;
  /** Deleted rows that are known one by one. */
  deleted: number;
  /** Requests with a client_id. */
  dedup: number;
  /** A checkpoint at least this often keeps replay short. */
  checkpointEvery: number;
}

export const roomBounds: Readonly<RoomBounds> = {
  entries: 256,
  rows: 64,
  rowsWhenTight: 16,
  rowsAtStart: 64,
  oldRows: 500,
  members: 4_000,
  deleted: 500,
  dedup: 1_000,
  checkpointEvery: 1_000,
};
