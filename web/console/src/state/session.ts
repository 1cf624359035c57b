/** The operator's key. It is kept in this tab's session storage alone, never in the address. */
import { createStore } from '#page/app/store.js';

const STORED_AS = 'meydan.console-key';

export const session = createStore<{ key: string | null; expired: boolean }>({
  key: sessionStorage.getItem(STORED_AS),
  expired: false,
});

export function signIn(key: string): void {
  sessionStorage.setItem(STORED_AS, key);
  session.set({ key, expired: false });
}

export function signOut(expired = false): void {
  sessionStorage.removeItem(STORED_AS);
  session.set({ key: null, expired });
}
