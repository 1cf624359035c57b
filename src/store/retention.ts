/**
 * How long each collection keeps its documents, and what removes them: one table, which a test holds against
 * collections.ts and `npm run docs` writes into docs/operating.md. Collections without an end say why.
 */
import { EVENTS_KEPT_MS } from '#src/domain/interests/interest-event.js';
import { SINGLES_KEPT_MS } from '#src/domain/sponsored/sponsored.js';
import type { CollectionName } from './collections.js';
import type { Scalar } from './store.js';

const DAY_MS = 86_400_000;

/** Documents whose first field after `prefix` in this index is older than the span are removed. */
export interface Expiry {
  index: string;
  prefix?: Scalar[];
  afterMs: number;
}

export type Retention =
  | { kept: 'for ever'; why: string }
  /** As long as its owner. */
  | { kept: 'with'; owner: 'the room' | 'the account' | 'the organization'; by: string }
  /** Until a time that its own work gives it. */
  | { kept: 'until'; what: string; by: string }
  /** For a span, which the job `sweep-expired` keeps. */
  | { kept: 'for'; what: string; expiry: Expiry; by: 'sweep-expired' };

const forEver = (why: string): Retention => ({ kept: 'for ever', why });
const withRoom: Retention = { kept: 'with', owner: 'the room', by: 'sweep-deleted-rooms' };
const withAccount: Retention = { kept: 'with', owner: 'the account', by: 'erase-accounts' };
const withOrganization: Retention = { kept: 'with', owner: 'the organization', by: 'erase-accounts' };
const until = (what: string, by: string): Retention => ({ kept: 'until', what, by });
const expiring = (what: string, index: string, afterMs: number, prefix?: Scalar[]): Retention => ({
  kept: 'for',
  what,
  expiry: { index, afterMs, ...(prefix && { prefix }) },
  by: 'sweep-expired',
});

const singles = (what: string): Retention =>
  until(
    `single ${what} are ${SINGLES_KEPT_MS / DAY_MS} days old; their sum for each item and day stays`,
    'sum-up-counts',
  );

const editorial = 'Editors write it; it grows with their work alone.';

export const retentions: Record<CollectionName, Retention> = {
  log: withRoom,
  stretches: withRoom,
  rooms: forEver('The head of a deleted room stays, so that its id and its log are not used again.'),
  roomWords: withRoom,
  slugs: withRoom,
  vanity: withRoom,
  ledger: withAccount,
  members: withRoom,
  readers: withRoom,
  reactions: withRoom,
  votes: withRoom,
  digests: withRoom,
  bans: withRoom,
  requests: withRoom,
  invites: withRoom,
  inviteCodes: withRoom,
  accounts: withAccount,
  fingerprints: withAccount,
  tallies: withAccount,
  follows: withAccount,
  dms: withAccount,
  photos: withAccount,
  devices: until('its session ends', 'sweep-sessions'),
  answers: expiring('a day', 'expiry', DAY_MS),
  files: until('it has no use, and no upload link is left', 'sweep-files'),
  fileUses: until('the use ends', 'sweep-files'),
  exports: until('a day after it was made', 'make-exports'),
  erasures: until('the erasure is complete', 'erase-accounts'),
  interestEvents: expiring('30 days', 'expiry', EVENTS_KEPT_MS),
  interestMarks: until('the profile is built', 'build-profiles'),
  entryVisits: expiring('400 days after the last visit', 'expiry', 400 * DAY_MS),
  entryCounts: forEver('At most 16 for each entry of the dictionary.'),
  interestProfiles: withAccount,
  segmentReach: forEver('One for each segment.'),
  usernames: withAccount,
  sessions: until('it expires', 'sweep-sessions'),
  blocks: withAccount,
  v1Accounts: until('its owner deletes it; if the address was never verified, 30 days', 'sweep-addresses'),
  v1Tokens: until('it expires', 'sweep-addresses'),
  v1Sessions: until('it expires', 'sweep-addresses'),
  mailOutbox: until('the mail is sent, at most three days', 'send-mails'),
  webhooks: withAccount,
  reports: expiring('400 days, once it is settled', 'byStatus', 400 * DAY_MS, ['settled']),
  dictCategories: forEver(editorial),
  dictTopics: forEver(editorial),
  dictEntries: forEver(editorial),
  dictAuthors: forEver(editorial),
  dictDesk: forEver('One document.'),
  organizations: forEver('The record of a business stays for its movements of credit.'),
  orgSlugs: forEver('The slug of a closed business stays taken, so that nobody can impersonate it.'),
  orgMembers: withOrganization,
  orgRooms: forEver('One for each organization.'),
  balances: forEver('One for each organization.'),
  usage: singles('impressions'),
  catalog: forEver('Operators write it; one document for each list.'),
  panelCodes: expiring('until it expires', 'expiry', 0),
  panelLinks: withAccount,
  sponsoredItems: withOrganization,
  sponsoredTaps: singles('taps'),
  sponsoredHidden: withAccount,
  operatorKeys: forEver('Operators create them.'),
  operatorLogins: expiring('until it expires', 'expiry', 0),
  audit: forEver('It is evidence; export it regularly.'),
  meta: forEver('A fixed number of documents.'),
};

/** Other spans, by the names that operators know. */
export interface RetentionDays {
  reports?: number;
  entry_visits?: number;
  impressions?: number;
}

/** The table with the spans of an operator. */
export function retentionsWith({ reports, entry_visits }: RetentionDays = {}): Record<CollectionName, Retention> {
  return {
    ...retentions,
    reports: spanned(retentions.reports, reports),
    entryVisits: spanned(retentions.entryVisits, entry_visits),
  };
}

function spanned(usual: Retention, days: number | undefined): Retention {
  if (usual.kept !== 'for' || days === undefined) return usual;
  return { ...usual, expiry: { ...usual.expiry, afterMs: days * DAY_MS } };
}

export const singlesKeptMs = ({ impressions }: RetentionDays = {}): number =>
  impressions === undefined ? SINGLES_KEPT_MS : impressions * DAY_MS;
