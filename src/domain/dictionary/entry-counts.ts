/** How often entries of the dictionary were viewed and shared. */
import type { AccountId } from '../accounts/account.js';

export const shareWays = ['forward', 'link'] as const;
export type ShareWay = (typeof shareWays)[number];

/** The visit of one account and one entry, in `entryVisits`. It is erased with the account. */
export interface EntryVisit {
  /** `<account>:<entry>` */
  _id: string;
  account: AccountId;
  entry: number;
  /** The number of the last UTC day with a view; null if there was none. */
  day: number | null;
  /** The last share. A retried commit carries the same one and does not count twice. */
  share: string | null;
  /** The last change; absent on visits of earlier versions. Old visits are removed (src/store/retention.ts). */
  at?: number;
}

/**
 * A part of an entry's counts, in `entryCounts`. An entry has several parts, so that concurrent views do not wait for
 * one document. The parts name no account, and stay when an account is deleted.
 */
export interface EntryCounts {
  /** `<entry>:<number of the part>` */
  _id: string;
  /** Once per account and UTC day. */
  views: number;
  /** Once per account. */
  viewers: number;
  forwards: number;
  links: number;
}

export type EntrySums = Omit<EntryCounts, '_id'>;

const PARTS = 16;
const DAY_MS = 86_400_000;

export const utcDay = (at: number): number => Math.floor(at / DAY_MS);

export const visitId = (account: AccountId, entry: number): string => `${account}:${entry}`;

/** The part that counts this account. Ids are random, so their first digit spreads the accounts evenly. */
export const countsIdFor = (account: AccountId, entry: number): string =>
  `${entry}:${Number.parseInt(account.charAt(0), 16) % PARTS}`;

export const countsIds = (entry: number): string[] => Array.from({ length: PARTS }, (_, part) => `${entry}:${part}`);

export const noCounts: Readonly<EntrySums> = { views: 0, viewers: 0, forwards: 0, links: 0 };

export const sumOfCounts = (parts: readonly (EntrySums | null)[]): EntrySums =>
  parts.reduce<EntrySums>(
    (sum, part) => ({
      views: sum.views + (part?.views ?? 0),
      viewers: sum.viewers + (part?.viewers ?? 0),
      forwards: sum.forwards + (part?.forwards ?? 0),
      links: sum.links + (part?.links ?? 0),
    }),
    noCounts,
  );

const ENTRY_ID = /^[1-9]\d{0,15}$/;

/** The entry id in a path; null if it is none. */
export function readEntryId(text: string): number | null {
  const id = ENTRY_ID.test(text) ? Number(text) : 0;
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
