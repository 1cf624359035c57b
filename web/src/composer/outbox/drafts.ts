/** Drafts outlive the page and are shared by all tabs; the last write wins. */
import type { Message } from '#page/api-types.js';
import { app, myId } from '#page/app/app-state.js';
import { clearDrafts } from '#page/login/local-data.js';
import { writingKeyOf } from './draft-key.js';
import { loadDrafts, readDraft, type SavedDraft, shortened, withDraft } from './draft-store.js';

/** Stores a draft; an empty one is deleted. */
export function keepDraft(place: string, body: string, replyTo: Message | null): void {
  const held = app.get().drafts[place];
  if (body === (held?.body ?? '') && replyTo?.id === held?.replyTo?.id) return;
  const draft = body === '' && !replyTo ? null : { body, replyTo: replyTo && shortened(replyTo) };
  app.set(({ drafts }) => ({ drafts: withDraft(drafts, place, draft) }));
  store(place, draft);
}

function store(place: string, draft: SavedDraft | null): void {
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
