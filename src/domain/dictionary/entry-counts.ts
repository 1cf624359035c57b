/** How often entries of the dictionary were looked at and passed on. */
import type { AccountId } from '../accounts/account.js';

export const shareWays = ['forward', 'link'] as const;
export type ShareWay = (typeof shareWays)[number];

/** What one person has done with one entry: in `entryVisits`. It is theirs and goes with them. */
export interface EntryVisit {
  /** `<account>:<entry>` */
  _id: string;
  account: AccountId;
  entry: number;
  /** The last UTC day on which it was looked at, by number; null for never. */
  day: number | null;
  /** The last time it was passed on, so that none counts twice however often its commit is tried. */
  share: string | null;
}

/**
 * A part of an entry's numbers: in `entryCounts`. Everybody who looks at an entry would wait for everybody else if they
 * were one document. They name nobody, and stay when somebody goes.
 */
export interface EntryCounts {
  /** `<entry>:<number of the part>` */
  _id: string;
  /** Once per person and UTC day. */
  views: number;
  /** Once per person. */
  viewers: number;
  forwards: number;
  links: number;
}

export type EntrySums = Omit<EntryCounts, '_id'>;

const PARTS = 16;
const DAY_MS = 86_400_000;

export const utcDay = (at: number): number => Math.floor(at / DAY_MS);

export const visitId = (account: AccountId, entry: number): string => `${account}:${entry}`;

/** Where this account's are counted. Ids are random, so their first digit spreads them evenly. */
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

/** The id in a path; null for what can be none. */
export function readEntryId(text: string): number | null {
  const id = ENTRY_ID.test(text) ? Number(text) : 0;
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}
