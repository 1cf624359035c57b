/** Accounts that are being erased. Every step may be repeated: the remaining documents are the remaining work. */
import type { AccountId } from './account.js';
import { exportFolder } from './own-export.js';
import { accountPhotoFolder } from './photo.js';

/** The record of an account deletion. Once it is durable, the account belongs to no person any more. */
export interface Erasure {
  _id: AccountId;
  /** ms of the account deletion. */
  at: number;
  /** ms of the next step; after a complete pass, of the final check. */
  dueAt: number;
  /** ms at which the first complete pass ended. */
  passedAt: number | null;
  /** The bots that the account had made. They are closed first. */
  bots?: AccountId[];
}

/** The placeholder of a deleted account in one room. It is random, so that it does not lead back to the account. */
export interface Tombstone {
  /** `tombstoneKey`. */
  _id: string;
  tombstone: string;
}

export const tombstoneKey = (account: AccountId, place: string): string => `${account}:${place}`;

/** The tombstone key of documents outside of rooms. */
export const TOMBSTONE_OUTSIDE_ROOMS = 'elsewhere';

/** The folders of all files that belong to an account alone. */
export const ownFolders = (account: AccountId): string[] => [accountPhotoFolder(account), exportFolder(account)];

const ERASED_FOLDER = 'erased/';

/** An empty file that names a deleted account, outside of the store: a restored backup brings the account back. */
export const erasedKey = (account: AccountId): string => `${ERASED_FOLDER}${account}.txt`;

/** The account of such a file, or null for other files. */
export const erasedAccountOf = (key: string): AccountId | null => /^erased\/([\w-]+)\.txt$/.exec(key)?.[1] ?? null;

/** Whether a document contains the account's id, in a key, as a value or within a longer text. An erasure asks this of each row of a room. */
export function containsAccount(value: unknown, account: AccountId): boolean {
  if (typeof value === 'string') return value.includes(account);
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((item) => containsAccount(item, account));
  for (const key in value) {
    if (key.includes(account) || containsAccount((value as Record<string, unknown>)[key], account)) return true;
  }
  return false;
}

/** A copy with the tombstone in place of the account's id: in keys, in values and within longer texts. */
export function withTombstone<T>(value: T, account: AccountId, tombstone: string): T {
  return JSON.parse(JSON.stringify(value).replaceAll(account, tombstone)) as T;
}
