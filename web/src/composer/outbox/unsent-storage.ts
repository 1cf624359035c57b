/** The unsent messages of this tab, kept over a reload. */

import type { Pending } from '#sdk/pending-queue.js';
import { jsonIn, type OutboxStore, storedOutbox, type TextStorage } from '#sdk/storage.js';

const LOST = { code: 'upload_lost', message: 'The file was not sent completely.' };

export function unsentOfTab(storage: TextStorage): OutboxStore {
  const store = storedOutbox({ ...bound(storage), getItem: (key) => withDrafts(storage.getItem(key)) });
  return {
    save: store.save,
    // A file does not outlive the page, so its message cannot be sent.
    load: async (accountId) =>
      (await store.load(accountId)).map((item) => (item.file ? { ...item, error: LOST } : item)),
  };
}

const bound = (storage: TextStorage): TextStorage => ({
  getItem: (key) => storage.getItem(key),
  setItem: (key, value) => storage.setItem(key, value),
  removeItem: (key) => storage.removeItem(key),
});

/** The format before this version: text and extras apart, and the file under another key. */
interface Earlier extends Partial<Pending> {
  body?: string;
  extra?: Pending['draft'];
  upload?: Pending['file'] | null;
}

function withDrafts(text: string | null): string | null {
  const items = jsonIn(text);
  return Array.isArray(items) ? JSON.stringify(items.map(withDraft)) : text;
}

function withDraft(item: Earlier | null): unknown {
  if (typeof item?.body !== 'string') return item;
  const { body, extra, upload, error, ...rest } = item;
  return { ...rest, draft: { body, ...extra }, ...(upload && { file: upload }), ...(error && { error }) };
}
