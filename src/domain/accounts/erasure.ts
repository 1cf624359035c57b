/** Accounts that are being erased. Every step may be repeated; what is left to do is what is still there. */
import type { AccountId } from './account.js';
import { exportFolder } from './own-export.js';
import { accountPhotoFolder } from './photo.js';

/** The mark that an account is gone: it is nobody's from the moment this is durable. */
export interface Erasure {
  /** The account's id. */
  _id: AccountId;
  /** ms: when the account was given up. */
  at: number;
  /** ms from which somebody has to go on; once everything was gone over, the time of the last look. */
  dueAt: number;
  /** ms: when everything had been gone over once. */
  passedAt: number | null;
}

/** What stands in an account's place in one room, drawn by chance: nothing leads from one to the other. */
export interface Tombstone {
  /** `tombstoneKey`. */
  _id: string;
  tombstone: string;
}

export const tombstoneKey = (account: AccountId, place: string): string => `${account}:${place}`;

/** What is kept under the account's own name outside rooms has its tombstone here. */
export const ELSEWHERE = 'elsewhere';

/** Where all files lie that are an account's own. */
export const ownFolders = (account: AccountId): string[] => [accountPhotoFolder(account), exportFolder(account)];

/** Whether a document speaks of the account. */
export const speaksOf = (doc: unknown, account: AccountId): boolean => JSON.stringify(doc).includes(account);

/** The same with the tombstone wherever the account stood, in keys, in texts and inside of texts. */
export function withTombstone<T>(value: T, account: AccountId, tombstone: string): T {
  return JSON.parse(JSON.stringify(value).replaceAll(account, tombstone)) as T;
}
