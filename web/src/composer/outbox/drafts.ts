/** Drafts outlive the page and are shared by all tabs; the last write wins. */
import type { Message } from '#page/api-types.js';
import { app, myId } from '#page/app/app-state.js';
import { clearDrafts } from '#page/login/local-data.js';
import { writingKeyOf } from './draft-key.js';
import { loadDrafts, readDraft, type SavedDraft, shortened, withDraft } from './draft-store.js';

/** Stores a draft; an empty one is deleted. */
export function keepDraft(place: string, body: string, replyTo: Message | null): void {
  const held = app.get().drafts[place];
  const isSame = replyTo?.id === held?.replyTo?.id;
  if (body === (held?.body ?? '') && isSame) return;
  // The stored quote is newer than the one that the composer began with.
  const quote = isSame ? (held?.replyTo ?? null) : replyTo && shortened(replyTo);
  store(place, body === '' && !replyTo ? null : { body, replyTo: quote });
}

/** Stores the quote as the message is now: the text of a deleted one stays nowhere. */
export function renewQuote(message: Message): void {
  const held = app.get().drafts[message.room];
  if (held?.replyTo?.id === message.id) store(message.room, { ...held, replyTo: shortened(message) });
}

function store(place: string, draft: SavedDraft | null): void {
  app.set(({ drafts }) => ({ drafts: withDraft(drafts, place, draft) }));
  const key = writingKeyOf(myId(), place);
  try {
    if (draft) localStorage.setItem(key, JSON.stringify(draft));
    else localStorage.removeItem(key);
  } catch {
    // If the storage is full, the draft lives only as long as the page.
  }
}

/** Loads the drafts of the account and follows the changes of other tabs. */
export function followDrafts(): void {
  let loadedFor: string | null = null;
  const load = () => {
    const id = app.get().account?.id ?? null;
    if (id === loadedFor) return;
    loadedFor = id;
    app.set({ drafts: id === null ? {} : loadDrafts(localStorage, id) });
  };
  app.subscribe(load);
  addEventListener('storage', ({ key, newValue }) => {
    const prefix = writingKeyOf(myId(), '');
    if (myId() === '' || !key?.startsWith(prefix)) return;
    app.set(({ drafts }) => ({ drafts: withDraft(drafts, key.slice(prefix.length), readDraft(newValue)) }));
  });
}

/** Removes the drafts of the account when it logs out. */
export function forgetDrafts(): void {
  clearDrafts(localStorage, myId());
  app.set({ drafts: {} });
}
