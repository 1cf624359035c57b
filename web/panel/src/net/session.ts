/**
 * The session of the linked account, shared by all tabs of this browser. It is separate from the login of the chat
 * page. Where a login has an account id, it has the id of the link, so that signing out can remove the link.
 */
import { rest } from '#page/app/api.js';
import { Sessions } from '#sdk/sessions.js';
import { storedSession } from '#sdk/storage.js';
import type { TokenPair } from '#sdk/wire.js';

const store = storedSession(
  {
    // Panels before this version stored the link's id under another key.
    getItem: (key) => localStorage.getItem(key)?.replace('"linkId"', '"accountId"') ?? null,
    setItem: (key, text) => localStorage.setItem(key, text),
    removeItem: (key) => localStorage.removeItem(key),
  },
  'meydan.panel-session',
);

/** Refreshes the tokens for every request of the panel. */
const sessions = new Sessions(rest, store);

export function readSession(): { linkId: string } | null {
  const session = store.load();
  return session && { linkId: session.accountId };
}

export const saveSession = async (linkId: string, pair: TokenPair): Promise<void> => {
  await sessions.begin(linkId, pair);
};

export const clearSession = (): void => store.save(null);

/** Called when the service has revoked the session. */
export function onSessionRevoked(listener: () => void): void {
  sessions.onEnd = listener;
}

/** Called when another tab linked or unlinked the browser. */
export function onSessionChange(listener: () => void): void {
  sessions.onShared = listener;
}
