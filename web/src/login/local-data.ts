/** The data of an account in this browser's storage besides the login; deleted with the account. */
import { draftKeyOf } from '../composer/article/article-draft-key.js';
import { writingKeyOf } from '../composer/outbox/draft-key.js';
import { readsKeyOf } from '../discover/read-events/read-events-key.js';

interface LocalDataStorage {
  readonly length: number;
  key(at: number): string | null;
  removeItem(key: string): void;
}

export function clearLocalData(storage: LocalDataStorage, accountId: string): void {
  const isTheirs = (key: string) => key === readsKeyOf(accountId) || key.startsWith(draftKeyOf(accountId, ''));
  drop(storage, isTheirs);
  clearDrafts(storage, accountId);
}

/** Drafts are deleted at the logout already. */
export const clearDrafts = (storage: LocalDataStorage, accountId: string): void =>
  drop(storage, (key) => key.startsWith(writingKeyOf(accountId, '')));

function drop(storage: LocalDataStorage, isTheirs: (key: string) => boolean): void {
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
  for (const key of keys.filter(isTheirs)) storage.removeItem(key);
}
