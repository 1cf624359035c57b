/** What this browser keeps of an account beside its login: it goes with the account. */
import { draftKeyOf } from './article-draft-key.js';
import { readsKeyOf } from './reads-key.js';

type Traces = Pick<Storage, 'length' | 'key' | 'removeItem'>;

export function dropTraces(storage: Traces, accountId: string): void {
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
  const isTheirs = (key: string) => key === readsKeyOf(accountId) || key.startsWith(draftKeyOf(accountId, ''));
  for (const key of keys.filter(isTheirs)) storage.removeItem(key);
}
