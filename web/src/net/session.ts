/**
 * The login of this browser, shared by all its tabs. `key` goes with the pair: two tabs that refresh the same pair, or
 * one that never saw the answer, send the same Idempotency-Key and get the same new pair.
 */
import type { TokenPair } from '../wire.js';

export interface Session {
  accountId: string;
  access: string;
  refresh: string;
  expiresAt: number;
  key: string;
}

const STORED_AS = 'meydan.session';

export function readSession(): Session | null {
  try {
    const value = JSON.parse(localStorage.getItem(STORED_AS) ?? 'null') as Partial<Session> | null;
    return value && typeof value.access === 'string' && typeof value.refresh === 'string' ? (value as Session) : null;
  } catch {
    // Not our text; the person logs in again.
    return null;
  }
}

export function saveSession(accountId: string, pair: TokenPair): Session {
  const expiresAt = Date.now() + pair.expires_in * 1000;
  const session = { accountId, access: pair.access_token, refresh: pair.refresh_token, expiresAt, key: randomId() };
  localStorage.setItem(STORED_AS, JSON.stringify(session));
  return session;
}

export const clearSession = (): void => localStorage.removeItem(STORED_AS);

/** Another tab logged out, in, or refreshed the pair. */
export function onSessionChange(listener: (session: Session | null) => void): void {
  addEventListener('storage', (event) => {
    if (event.key === STORED_AS) listener(readSession());
  });
}

/** `crypto.randomUUID` is missing on plain-http origins, `getRandomValues` is not. */
export function randomId(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(18)));
}

export function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
