/**
 * The session that somebody lent this browser, shared by all its tabs. It is no login: the chat page beside it has its
 * own. `linkId` names the link it hangs on, so that signing out can cut it.
 */
import { randomId } from '#page/net/session.js';
import type { TokenPair } from '#page/wire.js';

export interface PanelSession {
  linkId: string;
  access: string;
  refresh: string;
  expiresAt: number;
  /** Goes with the pair: whoever refreshes the same pair twice gets the same new one. */
  key: string;
}

const STORED_AS = 'meydan.panel-session';

export function readSession(): PanelSession | null {
  try {
    const value = JSON.parse(localStorage.getItem(STORED_AS) ?? 'null') as Partial<PanelSession> | null;
    return value && typeof value.access === 'string' && typeof value.refresh === 'string'
      ? (value as PanelSession)
      : null;
  } catch {
    // Not our text; the browser is linked again.
    return null;
  }
}

export function saveSession(linkId: string, pair: TokenPair): PanelSession {
  const expiresAt = Date.now() + pair.expires_in * 1_000;
  const session = { linkId, access: pair.access_token, refresh: pair.refresh_token, expiresAt, key: randomId() };
  localStorage.setItem(STORED_AS, JSON.stringify(session));
  return session;
}

export const clearSession = (): void => localStorage.removeItem(STORED_AS);

/** Another tab linked the browser, or cut it off. */
export function onSessionChange(listener: () => void): void {
  addEventListener('storage', (event) => {
    if (event.key === STORED_AS) listener();
  });
}
