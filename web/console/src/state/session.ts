/** The operator's key. It is kept in this tab's session storage alone, never in the address. */
import { createStore } from '#page/app/store.js';
import { forgetWords } from './words-storage.js';

const STORED_AS = 'meydan.console-key';

/** A key that somebody was given, and the key of a login through the identity provider. */
type KeyKind = 'key' | 'login';

interface Session {
  key: string | null;
  /** What has ended by itself. */
  expired: KeyKind | null;
}

export const session = createStore<Session>({ key: sessionStorage.getItem(STORED_AS), expired: null });

export const isLogin = (key: string): boolean => key.startsWith('mol_');

/** Keys of people, which the dictionary does not know. */
export const isNamed = (key: string): boolean => key.startsWith('mok_') || isLogin(key);

export function signIn(key: string): void {
  sessionStorage.setItem(STORED_AS, key);
  session.set({ key, expired: null });
}

/** A key that the service refuses is signed out, unless the tab goes on with another one meanwhile. */
export function keyRefused(key: string): void {
  if (session.get().key === key) signOut(true);
}

export function signOut(isExpired = false): void {
  const { key } = session.get();
  sessionStorage.removeItem(STORED_AS);
  if (!isExpired) forgetWords();
  const kind = key !== null && isLogin(key) ? 'login' : 'key';
  session.set({ key: null, expired: isExpired ? kind : null });
}
