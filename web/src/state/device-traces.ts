/** What this browser keeps of an account beside its login: it goes with the account. */
import { draftKeyOf } from './article-draft-key.js';
import { writingKeyOf } from './draft-key.js';
import { readsKeyOf } from './reads-key.js';

interface Traces {
  readonly length: number;
  key(at: number): string | null;
  removeItem(key: string): void;
}

export function dropTraces(storage: Traces, accountId: string): void {
  const isTheirs = (key: string) => key === readsKeyOf(accountId) || key.startsWith(draftKeyOf(accountId, ''));
  drop(storage, isTheirs);
  dropWriting(storage, accountId);
}

/** What was begun and not sent goes with the login already. */
export const dropWriting = (storage: Traces, accountId: string): void =>
  drop(storage, (key) => key.startsWith(writingKeyOf(accountId, '')));

function drop(storage: Traces, isTheirs: (key: string) => boolean): void {
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
  for (const key of keys.filter(isTheirs)) storage.removeItem(key);
}
