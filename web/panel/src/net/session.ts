/**
 * The session that somebody lent this browser, shared by all its tabs. It is no login: the chat page beside it has its
 * own. Where a login names its account it names the link it hangs on, so that signing out can cut it.
 */
import { rest } from '#page/app/api.js';
import { Sessions } from '#sdk/sessions.js';
import { storedSession } from '#sdk/storage.js';
import type { TokenPair } from '#sdk/wire.js';

const store = storedSession(
  {
    // Earlier panels wrote the link under its own name.
    getItem: (key) => localStorage.getItem(key)?.replace('"linkId"', '"accountId"') ?? null,
    setItem: (key, text) => localStorage.setItem(key, text),
    removeItem: (key) => localStorage.removeItem(key),
  },
  'meydan.panel-session',
);

/** Refreshes for everything the panel asks. */
const sessions = new Sessions(rest, store);

export function readSession(): { linkId: string } | null {
  const session = store.load();
  return session && { linkId: session.accountId };
}

export const saveSession = async (linkId: string, pair: TokenPair): Promise<void> => {
  await sessions.begin(linkId, pair);
};

export const clearSession = (): void => store.save(null);

/** What happens when the service no longer knows the session. */
export function onCutOff(listener: () => void): void {
  sessions.onEnd = listener;
}

/** Another tab linked the browser, or cut it off. */
export function onSessionChange(listener: () => void): void {
  sessions.onShared = listener;
}
