/**
 * Every collection with its document's keys and indexes: one list for both engines.
 * Unique keys and hot indexes start with the room or the account, so that a sharded cluster can split by it.
 * Fields named in an index are top-level scalars. `where` makes an index partial: only documents that have all
 * of these fields (not null) are in it.
 */
export interface IndexSpec {
  fields: readonly string[];
  unique?: true;
  where?: readonly string[];
}

export interface CollectionSpec {
  /** How `_id` is made, for people. */
  id: string;
  indexes: Record<string, IndexSpec>;
}

export const collections = {
  /** The room logs. One entry, one document; the truth. `_id` is `logId(room, seq)`: its uniqueness is the lock. */
  log: {
    id: '<room>:<seq, 8 digits of base 36>',
    indexes: {
      /** `dedup` = `dedupKey(room, by, clientId)`: a client_id makes one row, for ever. */
      dedup: { fields: ['dedup'], unique: true, where: ['dedup'] },
      /** Rows whose content was deleted, for unread of those who stand before them. */
      deleted: { fields: ['room', 'deletedSeq'], where: ['deletedSeq'] },
      /** Rows of a discussion. */
      discussion: { fields: ['room', 'discussionOf', 'seq'], where: ['discussionOf'] },
    },
  },
  /** Room heads: settings, counters, checkpoint. */
  rooms: { id: 'room id', indexes: { name: { fields: ['searchName'], where: ['searchName'] } } },
  /** Which room answers to a slug. */
  slugs: { id: 'slug', indexes: { room: { fields: ['room'] } } },
  /** One per (room, account), also for those who left (a tombstone with `left`). */
  members: {
    id: '<room>:<account>',
    indexes: {
      byRoom: { fields: ['room', 'joinedSeq'], where: ['present'] },
      byRole: { fields: ['room', 'role', 'since'], where: ['present'] },
      byAccount: { fields: ['account', 'room'], where: ['present'] },
    },
  },
  /** What belongs to one reader of a room: read cursor, archive, pin-to-top, notification mute. */
  readers: { id: '<room>:<account>', indexes: {} },
  /** Who reacted how to a row: one per (row, account). */
  reactions: { id: '<log id>:<account>', indexes: {} },
  bans: { id: '<room>:<account>', indexes: { byRoom: { fields: ['room', 'seq'] } } },
  requests: { id: '<room>:<account>', indexes: { byRoom: { fields: ['room', 'seq'] } } },
  accounts: {
    id: 'account id',
    indexes: { fingerprint: { fields: ['fingerprint'], unique: true, where: ['fingerprint'] } },
  },
  /** Which account holds a folded username. */
  usernames: { id: 'folded username', indexes: {} },
  sessions: {
    id: 'session id',
    indexes: {
      byAccount: { fields: ['account', 'createdAt'] },
      refresh: { fields: ['refreshHash'], unique: true, where: ['refreshHash'] },
      expiry: { fields: ['expiresAt'] },
    },
  },
  /** Small facts about the store itself: applied migrations, the lock of the one node. */
  meta: { id: 'name', indexes: {} },
} as const satisfies Record<string, CollectionSpec>;

export type CollectionName = keyof typeof collections;

const SEQ_DIGITS = 8;

/** The key of entry `seq` of a room. Keys of one room sort by seq. */
export function logId(room: string, seq: number): string {
  return `${room}:${seq.toString(36).padStart(SEQ_DIGITS, '0')}`;
}

/** The key of something one account has in one room. */
export const memberId = (room: string, account: string): string => `${room}:${account}`;

/** The key of a request in its room: one client_id of one account makes one row. */
export const dedupKey = (room: string, by: string, clientId: string): string => `${room}:${by}:${clientId}`;
