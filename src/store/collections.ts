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
      /** The same by whose they were, and those that said `@all`: what is counted is taken off in numbers. */
      deletedOwn: { fields: ['room', 'deletedOf', 'deletedSeq'], where: ['deletedOf'] },
      deletedCalls: { fields: ['room', 'deletedCall'], where: ['deletedCall'] },
      deletedOwnCalls: { fields: ['room', 'deletedCallOf', 'deletedSeq'], where: ['deletedCallOf'] },
      /** One in 32 of a member's rows: the member's own ordinals there. */
      own: { fields: ['room', 'ownOf', 'seq'], where: ['ownOf'] },
      /** Photos and videos, by when they were sent. */
      media: { fields: ['room', 'mediaAt'], where: ['mediaAt'] },
      /** Rows of a discussion. */
      discussion: { fields: ['room', 'discussionOf', 'seq'], where: ['discussionOf'] },
      /** What decides who may do what: about one account, about a second one, or (`*`) about every member. */
      governs: { fields: ['room', 'governs', 'seq'], where: ['governs'] },
      governsToo: { fields: ['room', 'governsToo', 'seq'], where: ['governsToo'] },
      /** From where on a room may have something to push, and since when. */
      push: { fields: ['room', 'seq'], where: ['toPush'] },
      pushSince: { fields: ['toPush'], where: ['toPush'] },
      /** Shared articles whose reactions the dictionary does not know yet. */
      reports: { fields: ['toReport'], where: ['toReport'] },
      /** Cards of an entry and forwards of an article, in all rooms. */
      reshares: { fields: ['reshareOf'], where: ['reshareOf'] },
    },
  },
  /** Room heads: settings, counters, checkpoint. */
  rooms: {
    id: 'room id',
    indexes: {
      /** Open groups, by how many are in them. */
      byOpenSize: { fields: ['openSize'], where: ['openSize'] },
      /** Of deleted rooms too. */
      byFounder: { fields: ['founder'], where: ['founder'] },
      /** Deleted rooms whose documents are still here. */
      toSweep: { fields: ['toSweep'], where: ['toSweep'] },
      /** When the sweep of expired rows has something to do. */
      expiry: { fields: ['sweepAt'], where: ['sweepAt'] },
    },
  },
  /** Words by which open groups are found. */
  roomWords: { id: '<room>:<word>', indexes: { byWord: { fields: ['word', 'room'] } } },
  /** Which room answers to a slug. */
  slugs: { id: 'slug', indexes: { room: { fields: ['room'] } } },
  /** Short links that were bought: at most one per room. */
  vanity: { id: 'handle', indexes: { room: { fields: ['room'] }, byBuyer: { fields: ['by'], where: ['by'] } } },
  /** Every movement of stars. */
  ledger: { id: 'entry id', indexes: { byAccount: { fields: ['account', 'at'] } } },
  /** One per (room, account), also for those who left (a tombstone with `left`). */
  members: {
    id: '<room>:<account>',
    indexes: {
      byRoom: { fields: ['room', 'joinedSeq'], where: ['present'] },
      byRole: { fields: ['room', 'role', 'since'], where: ['present'] },
      byAccount: { fields: ['account', 'room'], where: ['present'] },
      /** Also where somebody has been. */
      everByAccount: { fields: ['account', 'room'] },
    },
  },
  /** What belongs to one reader of a room: read cursor, archive, pin-to-top, notification mute. */
  readers: { id: '<room>:<account>', indexes: {} },
  /** Who reacted how to a row: one per (row, account). */
  reactions: { id: '<log id>:<account>', indexes: {} },
  /** Who chose what in a survey: one per (row, account). */
  votes: { id: '<log id>:<account>', indexes: {} },
  /** What a span of a room's log holds, so that looking something up need not read it all. */
  digests: { id: '<room>:<kind>:<span, 6 digits of base 36>', indexes: {} },
  /** One per (room, account), also when lifted or settled: a tombstone without `active`. */
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
      /** The code alone names the room. */
      code: { fields: ['code'], unique: true },
    },
  },
  accounts: {
    id: 'account id',
    indexes: { fingerprint: { fields: ['fingerprint'], unique: true, where: ['fingerprint'] } },
  },
  /** Numbers about an account that others change too (domain/tally.ts). */
  tallies: { id: 'account id', indexes: {} },
  /** Who follows whom. */
  follows: {
    id: '<follower>:<followee>',
    indexes: { byFollower: { fields: ['follower', 'at'] }, byFollowee: { fields: ['followee', 'at'] } },
  },
  /** Which room is the direct chat of two accounts, and how many it was before. */
  dms: {
    id: '<lesser account id>:<greater account id>',
    indexes: { byGreater: { fields: ['greater'], where: ['greater'] } },
  },
  /** Photos of accounts. */
  photos: { id: 'photo id', indexes: { byOwner: { fields: ['owner', 'at'] } } },
  /** Push tokens: each belongs to the session that registered it last. */
  devices: { id: 'hash of the push token', indexes: { byAccount: { fields: ['account', 'session'] } } },
  /** First answers to requests that carried an Idempotency-Key, for a day. */
  answers: { id: '<account>:<key>:<number of the effect>', indexes: { expiry: { fields: ['at'] } } },
  /** Every file a link for uploading was given for, and what became of it. */
  files: {
    id: 'object key',
    indexes: {
      /** When somebody has to look at it next. */
      due: { fields: ['dueAt'], where: ['dueAt'] },
      byUploader: { fields: ['by', 'at'], where: ['by'] },
    },
  },
  /** Who uses a file: what nobody uses any more goes. */
  fileUses: {
    id: '<object key>:<room or account>:<row or photo>',
    indexes: { byOwner: { fields: ['owner'] } },
  },
  /** Copies of their own data that people asked for. */
  exports: {
    id: 'export id',
    indexes: { byAccount: { fields: ['account', 'at'] }, due: { fields: ['dueAt'], where: ['dueAt'] } },
  },
  /** Accounts that are being erased, and how far it has come. */
  erasures: {
    id: 'account id; <account id>:<room> for what stands in its place there',
    indexes: { due: { fields: ['dueAt'], where: ['dueAt'] } },
  },
  /** What devices reported that somebody reads, for thirty days (domain/interest-event.ts). */
  interestEvents: {
    id: '<account>:<id of the event>',
    indexes: { byAccount: { fields: ['account', 'era', 'place'] }, expiry: { fields: ['at'] } },
  },
  /** Whose profile is to be built, or whose events are to be forgotten, and when. */
  interestMarks: { id: 'account id; <account id>:forget', indexes: { due: { fields: ['dueAt'] } } },
  /** What a person has done with an entry of the dictionary (domain/entry-counts.ts). */
  entryVisits: { id: '<account>:<entry>', indexes: {} },
  /** How often entries were looked at and passed on, in parts. */
  entryCounts: { id: '<entry>:<number of the part>', indexes: {} },
  /** What interests a person, built from what they read (domain/interest-profile.ts). */
  interestProfiles: { id: 'account id', indexes: { builtAt: { fields: ['builtAt'] } } },
  /** How many people are in a segment of readers. */
  segmentReach: { id: 'segment', indexes: {} },
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
  /** One per (account, whom it blocks), also when taken back: a tombstone without `active`. */
  blocks: {
    id: '<account>:<other>',
    indexes: { byAccount: { fields: ['account', 'at'], where: ['active'] }, byOther: { fields: ['other'] } },
  },
  /** Accounts of `/v1` (domain/v1-account.ts): one for each address that was ever written to. */
  v1Accounts: { id: 'keyed hash of the e-mail address', indexes: {} },
  /** Links in mails and codes of redirect logins: each is used once. */
  v1Tokens: {
    id: 'random id',
    indexes: { byAddress: { fields: ['address', 'at'] }, expiry: { fields: ['expiresAt'] } },
  },
  v1Sessions: {
    id: 'session id',
    indexes: { byAddress: { fields: ['address', 'createdAt'] }, expiry: { fields: ['expiresAt'] } },
  },
  /** Mails that wait to be sent (domain/v1-mail.ts). */
  mailOutbox: {
    id: 'mail id',
    indexes: { due: { fields: ['dueAt'] }, byAddress: { fields: ['address', 'at'] } },
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
  /** One document, counted up by every change of the console's catalogue. */
  dictDesk: { id: 'desk', indexes: {} },
  /** Businesses of the panel. */
  organizations: {
    id: 'organization id',
    indexes: { pending: { fields: ['pendingAt'], where: ['pendingAt'] } },
  },
  /** Which organization has a slug. */
  orgSlugs: { id: 'slug', indexes: {} },
  /** Who works for which organization: nobody for two. */
  orgMembers: { id: 'account id', indexes: { byOrganization: { fields: ['organization', 'joinedAt'] } } },
  /** How many rooms an organization has founded, changed in the commit of each. */
  orgRooms: { id: 'organization id', indexes: {} },
  /** Credits of an organization (domain/credit.ts): changed by guarded steps in the transaction of each movement. */
  balances: { id: 'organization id', indexes: {} },
  /** Every movement of credits. */
  usage: {
    id: 'entry id',
    indexes: {
      byOrganization: { fields: ['organization', 'at'] },
      /** Impressions of one item. */
      byItem: { fields: ['item', 'at'], where: ['item'] },
    },
  },
  /** Positions, kinds of organizations and of groups, packages: those that are no longer offered too. */
  catalog: { id: 'list', indexes: {} },
  /** QR codes of panels, until they are claimed or over. Only hashes of the two secrets are kept. */
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
  /** What organizations pay to have shown (domain/sponsored.ts). Its counts move in the transaction of each. */
  sponsoredItems: {
    id: 'item id',
    indexes: {
      byOrganization: { fields: ['organization', 'createdAt'] },
      byStatus: { fields: ['status', 'updatedAt'] },
      /** What may be shown; `live` is the item's own id. */
      live: { fields: ['live'], where: ['live'] },
      liveOf: { fields: ['organization', 'live'], where: ['live'] },
      /** What ends by the clock. */
      ends: { fields: ['endsAt'], where: ['live', 'endsAt'] },
    },
  },
  /** Counted taps; counted impressions are movements of credit and stand in `usage`. Neither says whose. */
  sponsoredTaps: { id: 'random mark of the offer', indexes: { byItem: { fields: ['item', 'at'] } } },
  /** What somebody does not want to see again. */
  sponsoredHidden: {
    id: '<account>:<item>',
    indexes: { byAccount: { fields: ['account', 'item'] }, byItem: { fields: ['item'] } },
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

export const followId = (follower: string, followee: string): string => `${follower}:${followee}`;

/** The key of what two accounts have together, whoever comes first. */
export const pairId = (a: string, b: string): string => (a < b ? `${a}:${b}` : `${b}:${a}`);

export const blockId = (account: string, other: string): string => `${account}:${other}`;

/** The key of what one account does not want to be offered again. */
export const hideId = (account: string, item: string): string => `${account}:${item}`;

/** The key of something one account has in one room. */
export const memberId = (room: string, account: string): string => `${room}:${account}`;

/** The key of a request in its room: one client_id of one account makes one row. */
export const dedupKey = (room: string, by: string, clientId: string): string => `${room}:${by}:${clientId}`;
