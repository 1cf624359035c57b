/**
 * Every collection with the keys of its documents and its indexes, in one list for both engines. Most frequent indexes
 * start with the room or the account. sharding.ts says how MongoDB may divide them, retention.ts how long they are kept.
 * Indexed fields are top-level scalars. `where` makes an index partial: it holds the documents that have all of these
 * fields (not null).
 */
import { logIndexes } from './log-indexes.js';

export interface IndexSpec {
  fields: readonly string[];
  unique?: true;
  where?: readonly string[];
}

/** The fields of an index and of its condition. */
export const fieldsHeldBy = ({ fields, where = [] }: IndexSpec): string[] => [...fields, ...where];

export interface CollectionSpec {
  /** The format of `_id`, for human readers. */
  id: string;
  indexes: Record<string, IndexSpec>;
}

export const collections = {
  /**
   * The room logs: one document for each entry; the source of truth. `_id` is `logId(room, seq)`; its uniqueness is the
   * lock.
   */
  log: {
    id: '<room>:<seq, 8 digits of base 36>',
    indexes: logIndexes,
  },
  /** Archived stretches of logs (archive/stretch.ts). Their rows are in the object store. */
  stretches: {
    id: '<room>:<number, 6 digits of base 36>',
    indexes: {
      /** The time of the next step of a stretch that is being written, cleared or renewed. */
      due: { fields: ['dueAt'], where: ['dueAt'] },
      dueInRoom: { fields: ['room', 'dueAt'], where: ['dueAt'] },
    },
  },
  /** Room heads: settings, counters, checkpoint. */
  rooms: {
    id: 'room id',
    indexes: {
      /** Open groups, by member count. */
      byOpenSize: { fields: ['openSize'], where: ['openSize'] },
      /** Includes deleted rooms. */
      byFounder: { fields: ['founder'], where: ['founder'] },
      /** Deleted rooms whose documents are not removed yet (true), or which are swept once more at that time. */
      toSweep: { fields: ['toSweep'], where: ['toSweep'] },
      /** The time of the next sweep of expired rows. */
      expiry: { fields: ['sweepAt'], where: ['sweepAt'] },
    },
  },
  /** Search words of open groups. */
  roomWords: { id: '<room>:<word>', indexes: { byWord: { fields: ['word', 'room'] } } },
  /** The room of a slug. */
  slugs: { id: 'slug', indexes: { room: { fields: ['room'] } } },
  /** Short links that were bought: at most one per room. */
  vanity: { id: 'handle', indexes: { room: { fields: ['room'] }, byBuyer: { fields: ['by'], where: ['by'] } } },
  /** Every movement of stars. */
  ledger: { id: 'entry id', indexes: { byAccount: { fields: ['account', 'at'] } } },
  /** One per (room, account). A former member has a tombstone with `left`. */
  members: {
    id: '<room>:<account>',
    indexes: {
      byRoom: { fields: ['room', 'joinedSeq'], where: ['present'] },
      byRole: { fields: ['room', 'role', 'since'], where: ['present'] },
      byAccount: { fields: ['account', 'room'], where: ['present'] },
      /** Includes former memberships. */
      everByAccount: { fields: ['account', 'room'] },
    },
  },
  /** The read state of one member: read cursor, archive, pin-to-top, notification mute. */
  readers: { id: '<room>:<account>', indexes: {} },
  /** The reaction of an account to a row: one per (row, account). */
  reactions: { id: '<log id>:<account>', indexes: {} },
  /** The vote of an account in a survey: one per (row, account). */
  votes: { id: '<log id>:<account>', indexes: {} },
  /** A digest of a span of a room's log, so that a search need not read the whole log. */
  digests: { id: '<room>:<kind>:<span, 6 digits of base 36>', indexes: {} },
  /** One per (room, account). A lifted or settled one is a tombstone without `active`. */
  bans: {
    id: '<room>:<account>',
    indexes: { byRoom: { fields: ['room', 'seq'], where: ['active'] }, byAccount: { fields: ['account', 'room'] } },
  },
  requests: {
    id: '<room>:<account>',
    indexes: { byRoom: { fields: ['room', 'seq'], where: ['active'] }, byAccount: { fields: ['account', 'room'] } },
  },
  invites: {
    id: '<room>:<code>',
    indexes: {
      byRoom: { fields: ['room', 'seq'], where: ['active'] },
      /** Of rooms that made the invite before `inviteCodes` was there. */
      byCode: { fields: ['code'] },
    },
  },
  /** The room of an invite. */
  inviteCodes: { id: 'code', indexes: { room: { fields: ['room'] } } },
  accounts: {
    id: 'account id',
    /** Of accounts that were made before `fingerprints` was there. */
    indexes: { byFingerprint: { fields: ['fingerprint'], where: ['fingerprint'] } },
  },
  /** The account of an identity. */
  fingerprints: { id: 'fingerprint', indexes: {} },
  /** Numbers of an account that other accounts change too (domain/accounts/tally.ts). */
  tallies: { id: 'account id', indexes: {} },
  follows: {
    id: '<follower>:<followee>',
    indexes: { byFollower: { fields: ['follower', 'at'] }, byFollowee: { fields: ['followee', 'at'] } },
  },
  /** The room of a direct chat, and how many rooms the pair has had. */
  dms: {
    id: '<lesser account id>:<greater account id>',
    indexes: { byGreater: { fields: ['greater'], where: ['greater'] } },
  },
  /** Photos of accounts. */
  photos: { id: 'photo id', indexes: { byOwner: { fields: ['owner', 'at'] } } },
  /** Push tokens. A token belongs to the session that registered it last. */
  devices: { id: 'hash of the push token', indexes: { byAccount: { fields: ['account', 'session'] } } },
  /** Idempotency records, kept for a day. */
  answers: { id: '<account>:<key>:<number of the effect>', indexes: { expiry: { fields: ['at'] } } },
  /** Every file with an upload link, and its state. */
  files: {
    id: 'object key',
    indexes: {
      /** The time of the next check. */
      due: { fields: ['dueAt'], where: ['dueAt'] },
      byUploader: { fields: ['by', 'at'], where: ['by'] },
    },
  },
  /** The uses of files. A file without a use is removed. */
  fileUses: {
    id: '<object key>:<room or account>:<row or photo>',
    indexes: { byOwner: { fields: ['owner'] } },
  },
  /** Exports of personal data that people requested. */
  exports: {
    id: 'export id',
    indexes: { byAccount: { fields: ['account', 'at'] }, due: { fields: ['dueAt'], where: ['dueAt'] } },
  },
  /** Accounts that are being erased, with the progress of the erasure. */
  erasures: {
    id: 'account id; <account id>:<room> for its tombstone',
    indexes: { due: { fields: ['dueAt'], where: ['dueAt'] } },
  },
  /** Reported events, kept for thirty days (domain/interests/interest-event.ts). */
  interestEvents: {
    id: '<account>:<id of the event>',
    indexes: { byAccount: { fields: ['account', 'era', 'place'] }, expiry: { fields: ['at'] } },
  },
  /** Pending work on reported events: profiles to build, and events to delete. */
  interestMarks: { id: 'account id; <account id>:forget', indexes: { due: { fields: ['dueAt'] } } },
  /** Visits of an account to an entry of the dictionary (domain/dictionary/entry-counts.ts). */
  entryVisits: { id: '<account>:<entry>', indexes: { expiry: { fields: ['at'], where: ['at'] } } },
  /** Views and shares of entries, in parts. */
  entryCounts: { id: '<entry>:<number of the part>', indexes: {} },
  /** Interest profiles, built from reported events (domain/interests/interest-profile.ts). */
  interestProfiles: { id: 'account id', indexes: { builtAt: { fields: ['builtAt'] } } },
  /** The number of accounts in a segment. */
  segmentReach: { id: 'segment', indexes: {} },
  /** The account of a folded username. */
  usernames: { id: 'folded username', indexes: {} },
  sessions: {
    id: 'session id',
    indexes: {
      byAccount: { fields: ['account', 'createdAt'] },
      refresh: { fields: ['refreshHash'], unique: true, where: ['refreshHash'] },
      expiry: { fields: ['expiresAt'] },
    },
  },
  /** One per (account, blocked account). A lifted one is a tombstone without `active`. */
  blocks: {
    id: '<account>:<other>',
    indexes: { byAccount: { fields: ['account', 'at'], where: ['active'] }, byOther: { fields: ['other'] } },
  },
  /** Accounts of `/v1` (domain/v1/v1-account.ts): one for each address that ever got a mail. */
  v1Accounts: {
    id: 'keyed hash of the e-mail address',
    /** Addresses that were not verified (null), by the time of the registration. */
    indexes: {
      unverified: { fields: ['verifiedAt', 'createdAt'] },
      /** Operators name accounts by their public id. */
      byAccount: { fields: ['account'] },
    },
  },
  /** Links in mails, and codes of redirect logins. Each is valid once. */
  v1Tokens: {
    id: 'random id',
    indexes: { byAddress: { fields: ['address', 'at'] }, expiry: { fields: ['expiresAt'] } },
  },
  v1Sessions: {
    id: 'session id',
    indexes: { byAddress: { fields: ['address', 'createdAt'] }, expiry: { fields: ['expiresAt'] } },
  },
  /** Mails that are not sent yet (domain/v1/v1-mail.ts). */
  mailOutbox: {
    id: 'mail id',
    indexes: { due: { fields: ['dueAt'] }, byAddress: { fields: ['address', 'at'] } },
  },
  /** Outgoing webhooks (domain/webhooks/webhook.ts): those of a bot, those that send, and the last changed ones. */
  webhooks: {
    id: 'webhook id',
    indexes: {
      byBot: { fields: ['bot', 'createdAt'] },
      active: { fields: ['active'], where: ['active'] },
      changed: { fields: ['changedAt'] },
    },
  },
  reports: { id: 'report id', indexes: { byStatus: { fields: ['status', 'at'] } } },
  /** The reference dictionary console (console/): categories in their order, topics, entries, banned authors. */
  dictCategories: { id: 'slug', indexes: { inOrder: { fields: ['place'] } } },
  dictTopics: { id: 'tag', indexes: { byStatus: { fields: ['status', 'createdAt'] } } },
  dictEntries: {
    id: '<number, 12 digits>',
    indexes: {
      /** An article is submitted once. */
      message: { fields: ['message'], unique: true },
      byStatus: { fields: ['status'] },
      byAuthor: { fields: ['author'], where: ['author'] },
      newest: { fields: ['tag', 'publishedAt'], where: ['publishedAt'] },
      top: { fields: ['tag', 'reactions', 'publishedAt'], where: ['publishedAt'] },
    },
  },
  dictAuthors: { id: 'account id', indexes: { banned: { fields: ['bannedAt'] } } },
  /** One document with a counter that grows with each change of the console's catalogue. */
  dictDesk: { id: 'desk', indexes: {} },
  /** Businesses of the panel. */
  organizations: {
    id: 'organization id',
    indexes: { pending: { fields: ['pendingAt'], where: ['pendingAt'] } },
  },
  /** The organization of a slug. */
  orgSlugs: { id: 'slug', indexes: {} },
  /** The team of an organization. An account is in at most one. */
  orgMembers: { id: 'account id', indexes: { byOrganization: { fields: ['organization', 'joinedAt'] } } },
  /** The number of rooms that an organization has founded, changed in the commit of each room. */
  orgRooms: { id: 'organization id', indexes: {} },
  /** Credits of an organization (domain/organizations/credit.ts), incremented in the transaction of each movement. */
  balances: { id: 'organization id', indexes: {} },
  /** Every movement of credits. */
  usage: {
    id: 'entry id; <item>:<day> for the sum of old impressions',
    indexes: {
      byOrganization: { fields: ['organization', 'at'] },
      /** Impressions of one item. */
      byItem: { fields: ['item', 'at'], where: ['item'] },
    },
  },
  /** Positions, types of organizations and of groups, packages; includes items that are no longer offered. */
  catalog: { id: 'list', indexes: {} },
  /** QR codes of panels, until they are claimed or expired. Only hashes of the two secrets are stored. */
  panelCodes: {
    id: 'hash of the code',
    indexes: {
      claim: { fields: ['claim'], unique: true },
      expiry: { fields: ['expiresAt'] },
      byAccount: { fields: ['account'], where: ['account'] },
    },
  },
  /** Browsers that were linked to an account. */
  panelLinks: { id: 'link id', indexes: { byAccount: { fields: ['account', 'linkedAt'] } } },
  /**
   * Sponsored items (domain/sponsored/sponsored.ts). Their counts change in the transaction of each impression and tap.
   */
  sponsoredItems: {
    id: 'item id',
    indexes: {
      byOrganization: { fields: ['organization', 'createdAt'] },
      byStatus: { fields: ['status', 'updatedAt'] },
      /** Live items; `live` is the item's own id. */
      live: { fields: ['live'], where: ['live'] },
      liveOf: { fields: ['organization', 'live'], where: ['live'] },
      /** Live items with an end, by its time. */
      ends: { fields: ['endsAt'], where: ['live', 'endsAt'] },
    },
  },
  /** Counted taps. Counted impressions are movements of credit in `usage`. Neither names an account. */
  sponsoredTaps: {
    id: 'random mark of the offer; <item>:<day> for a sum',
    indexes: { byItem: { fields: ['item', 'at'] } },
  },
  /** Items that an account has hidden. */
  sponsoredHidden: {
    id: '<account>:<item>',
    indexes: { byAccount: { fields: ['account', 'item'] }, byItem: { fields: ['item'] } },
  },
  /** Named keys of operators (domain/operators/operator.ts). Only hashes of their secrets are stored. */
  operatorKeys: { id: 'key id', indexes: {} },
  /** Logins of operators through the identity provider (domain/operators/operator-login.ts). */
  operatorLogins: {
    id: 'login id',
    indexes: { byPerson: { fields: ['person', 'createdAt'] }, expiry: { fields: ['expiresAt'] } },
  },
  /** The audit log of operators (domain/operators/audit.ts). Rows are never deleted. */
  audit: {
    id: '<ms, 9 digits of base 36>-<random>',
    indexes: {
      byTarget: { fields: ['target', 'at'], where: ['target'] },
      byOperator: { fields: ['operator', 'at'] },
    },
  },
  /** Facts about the store itself: applied migrations, the node lease, lives of nodes. */
  meta: { id: 'name', indexes: {} },
} as const satisfies Record<string, CollectionSpec>;

export type CollectionName = keyof typeof collections;

const SEQ_DIGITS = 8;
/** By the number of digits that follow. */
const PADS = Array.from({ length: SEQ_DIGITS + 1 }, (_, digits) => `:${'0'.repeat(SEQ_DIGITS - digits)}`);

/** The key of entry `seq` of a room. Keys of one room sort by seq. */
export function logId(room: string, seq: number): string {
  const digits = seq.toString(36);
  return room + ((PADS[digits.length] ?? ':') + digits);
}

/** The seq of an entry's key. */
export const seqIn = (id: string): number => Number.parseInt(id.slice(id.lastIndexOf(':') + 1), 36);

export const followId = (follower: string, followee: string): string => `${follower}:${followee}`;

/** The key of a document of two accounts, in either order. */
export const pairId = (a: string, b: string): string => (a < b ? `${a}:${b}` : `${b}:${a}`);

export const blockId = (account: string, other: string): string => `${account}:${other}`;

/** The key of an item that an account has hidden. */
export const hideId = (account: string, item: string): string => `${account}:${item}`;

/** The key of a document of one account in one room. */
export const memberId = (room: string, account: string): string => `${room}:${account}`;

/** The key of a request in its room: one client_id of one account makes one row. */
export const dedupKey = (room: string, by: string, clientId: string): string => `${room}:${by}:${clientId}`;
