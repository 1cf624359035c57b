/** Calls of the panel: an expired access token is refreshed once, and a session that was cut off is said so at once. */
import { ApiError, type CallOptions, call, wireOf } from '#page/net/api.js';
import type { TokenPair } from '#page/wire.js';
import { clearSession, type PanelSession, readSession, saveSession } from './session.js';

const SOON_MS = 15_000;
let cutOff: () => void = () => undefined;

/** What happens when the service no longer knows the session. */
export function onCutOff(listener: () => void): void {
  cutOff = listener;
}

/** Throws the refusal. `key` makes a call that is sent again the same call. */
export async function ask<T>(method: string, path: string, body?: object, key?: string): Promise<T> {
  const options: CallOptions = { ...(body && { body }), ...(key && { key }) };
  try {
    return await asked<T>(method, path, options);
  } catch (error) {
    const { code } = wireOf(error);
    if (code !== 'unauthorized' && code !== 'invalid_refresh_token') throw error;
    clearSession();
    cutOff();
    throw error;
  }
}

async function asked<T>(method: string, path: string, options: CallOptions): Promise<T> {
  const session = await freshSession();
  try {
    return await call<T>(method, path, { ...options, token: session.access });
  } catch (error) {
    if (wireOf(error).code !== 'token_expired') throw error;
    return call<T>(method, path, { ...options, token: (await refresh(session)).access });
  }
}

async function freshSession(): Promise<PanelSession> {
  const session = readSession();
  if (!session) throw new ApiError({ code: 'unauthorized', message: 'Not linked.' }, 401);
  return session.expiresAt - Date.now() > SOON_MS ? session : refresh(session);
}

let running: Promise<PanelSession> | null = null;

/** One call of this tab refreshes and the others wait for it; one tab does, and the others find the new pair. */
function refresh(used: PanelSession): Promise<PanelSession> {
  running ??= inTurn(() => refreshOnce(used)).finally(() => {
    running = null;
  });
  return running;
}

const inTurn = <T>(turn: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('meydan.panel-refresh', turn) : turn();

async function refreshOnce(used: PanelSession): Promise<PanelSession> {
  const held = readSession();
  if (held && held.refresh !== used.refresh) return held;
  const body = { refresh_token: used.refresh };
  return saveSession(used.linkId, await call<TokenPair>('POST', '/auth/refresh', { body, key: used.key }));
}
