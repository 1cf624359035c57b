/**
 * How MongoDB may divide each collection among shards (docs/scaling.md). A document of a collection with the key `room`
 * has the field `room`, with the text of its id before the first colon; every filter of the Mongo engine that names a
 * document carries the key, so that one shard answers. The embedded engine has no shards.
 */
import { type CollectionName, collections, type IndexSpec } from './collections.js';

export type ShardKey =
  /** All documents of a room are on one shard, with their unique indexes. */
  | { key: 'room'; asksAll?: Record<string, string> }
  /** By the whole id. Reads over other indexes ask all shards. */
  | { key: '_id' }
  /** Stays on one shard: a unique index without the key. */
  | { key: null; why: string };

const byId: ShardKey = { key: '_id' };
const uniqueBy = (what: string): ShardKey => ({ key: null, why: `Its ${what} is unique over the whole service.` });

export const shardKeys: Record<CollectionName, ShardKey> = {
  log: {
    key: 'room',
    asksAll: {
      pushSince: 'a job looks for rooms with something to push',
      reports: 'a job looks for reactions that the dictionary does not know',
      reshares: 'forwards of one article are in all rooms',
      quotes: 'replies to one account are in all rooms',
      answers: 'replies to one account are in all rooms',
      begun: 'discussions of one account are in all rooms',
      joined: 'discussions of one account are in all rooms',
    },
  },
  stretches: { key: 'room', asksAll: { due: 'a job looks for stretches with a step to do' } },
  rooms: byId,
  roomWords: byId,
  slugs: byId,
  vanity: byId,
  ledger: byId,
  members: {
    key: 'room',
    asksAll: {
      byAccount: 'the rooms of one account: one read for each first socket of an account',
      everByAccount: 'the erasure and the export of an account',
    },
  },
  readers: byId,
  reactions: byId,
  votes: byId,
  digests: byId,
  bans: { key: 'room', asksAll: { byAccount: 'the erasure of an account' } },
  requests: { key: 'room', asksAll: { byAccount: 'the requests of one account' } },
  invites: { key: 'room', asksAll: { byCode: 'the room of an invite that an earlier version made' } },
  inviteCodes: byId,
  accounts: byId,
  fingerprints: byId,
  tallies: byId,
  follows: byId,
  dms: byId,
  photos: byId,
  devices: byId,
  answers: byId,
  files: byId,
  fileUses: byId,
  exports: byId,
  erasures: byId,
  interestEvents: byId,
  interestMarks: byId,
  entryVisits: byId,
  entryCounts: byId,
  interestProfiles: byId,
  segmentReach: byId,
  usernames: byId,
  sessions: uniqueBy('refresh token'),
  blocks: byId,
  v1Accounts: byId,
  v1Tokens: byId,
  v1Sessions: byId,
  mailOutbox: byId,
  webhooks: byId,
  reports: byId,
  dictCategories: byId,
  dictTopics: byId,
  dictEntries: uniqueBy('message'),
  dictAuthors: byId,
  dictDesk: byId,
  organizations: byId,
  orgSlugs: byId,
  orgMembers: byId,
  orgRooms: byId,
  balances: byId,
  usage: byId,
  catalog: byId,
  panelCodes: uniqueBy('claim'),
  panelLinks: byId,
  sponsoredItems: byId,
  sponsoredTaps: byId,
  sponsoredHidden: byId,
  operatorKeys: byId,
  operatorLogins: byId,
  audit: byId,
  meta: byId,
};

/** The field of the shard key beside the id; null where the id is enough. */
export const shardField = (from: CollectionName): 'room' | null => (shardKeys[from].key === 'room' ? 'room' : null);

/** The key of a document, from its id or from another value that begins with it. */
export const shardOf = (value: string): string => {
  const end = value.indexOf(':');
  return end < 0 ? value : value.slice(0, end);
};

/** Whether the document with this id has that key. Every entry is asked: no text is made. */
export function isShardOf(key: unknown, id: string): boolean {
  if (typeof key !== 'string' || !id.startsWith(key)) return false;
  const end = id.indexOf(':');
  return key.length === (end < 0 ? id.length : end);
}

/** The one key of all ids between two bounds, or null. The text after the last id of `r:` is `r;`. */
export function shardBetween(low: unknown, high: unknown): string | null {
  if (typeof low !== 'string' || typeof high !== 'string' || !low.includes(':')) return null;
  const key = shardOf(low);
  return high.startsWith(`${key}:`) || high === `${key};` ? key : null;
}

const SUFFIX = 'InRoom';

/** Its name and fields in MongoDB: a unique index begins with the shard key. */
export function mongoIndex(from: CollectionName, name: string): { name: string; fields: readonly string[] } {
  const { fields, unique } = (collections[from].indexes as Record<string, IndexSpec>)[name] as IndexSpec;
  const field = shardField(from);
  if (field === null || !unique || fields[0] === field) return { name, fields };
  return { name: name + SUFFIX, fields: [field, ...fields] };
}

/** The declared name of an index that MongoDB names; also of one that a version without shard keys made. */
export const declaredName = (inMongo: string): string =>
  inMongo.endsWith(SUFFIX) ? inMongo.slice(0, -SUFFIX.length) : inMongo;
