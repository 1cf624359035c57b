/** REST with the session of this browser: an expired access token is refreshed once, then the call is repeated. */
import type { TokenPair, WireError } from '../wire.js';
import { clearSession, readSession, type Session, saveSession } from './session.js';

export class ApiError extends Error {
  override name = 'ApiError';
  readonly wire: WireError;
  /** 0 without an answer. */
  readonly status: number;
  constructor(wire: WireError, status = 0) {
    super(wire.message);
    this.wire = wire;
    this.status = status;
  }
}

/** `network` is the page's own code: there was no answer at all. */
export const networkError = (): ApiError => new ApiError({ code: 'network', message: 'No answer from the service.' });

export const wireOf = (error: unknown): WireError =>
  error instanceof ApiError ? error.wire : { code: 'network', message: String(error) };

export interface CallOptions {
  body?: object;
  token?: string;
  key?: string;
}

export async function call<T>(method: string, path: string, { body, token, key }: CallOptions = {}): Promise<T> {
  const headers: Record<string, string> = {};
  if (body) headers['Content-Type'] = 'application/json';
  if (token) headers['Authorization'] = `Bearer ${token}`;
  if (key) headers['Idempotency-Key'] = key;
  const request = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await fetch(`/api${path}`, request).catch(() => Promise.reject(networkError()));
  return response.ok ? ((await answerOf(response)) as T) : Promise.reject(await errorOf(response));
}

const answerOf = async (response: Response): Promise<unknown> => (response.status === 204 ? null : response.json());

async function errorOf(response: Response): Promise<ApiError> {
  const answer = (await response.json().catch(() => null)) as { error?: WireError } | null;
  const wire = answer?.error ?? { code: 'network', message: `${response.status} ${response.statusText}` };
  return new ApiError(wire, response.status);
}

/** A call on behalf of the person logged in. */
export async function authorized<T>(method: string, path: string, body?: object): Promise<T> {
  const session = await freshSession();
  try {
    return await call<T>(method, path, { token: session.access, ...(body && { body }) });
  } catch (error) {
    if (wireOf(error).code !== 'token_expired') throw error;
    const renewed = await refresh(session);
    return call<T>(method, path, { token: renewed.access, ...(body && { body }) });
  }
}

/** The session, refreshed when its access token is about to end. */
export async function freshSession(): Promise<Session> {
  const session = readSession();
  if (!session) throw new ApiError({ code: 'unauthorized', message: 'Not logged in.' });
  return session.expiresAt - Date.now() > 15_000 ? session : refresh(session);
}

/** One tab refreshes, the others find the new pair when their turn comes. */
export function refresh(used: Session): Promise<Session> {
  const turn = () => refreshOnce(used);
  return 'locks' in navigator ? navigator.locks.request('meydan.refresh', turn) : turn();
}

async function refreshOnce(used: Session): Promise<Session> {
  const held = readSession();
  if (held && held.refresh !== used.refresh) return held;
  try {
    const body = { refresh_token: used.refresh };
    return saveSession(used.accountId, await call<TokenPair>('POST', '/auth/refresh', { body, key: used.key }));
  } catch (error) {
    if (wireOf(error).code === 'invalid_refresh_token') clearSession();
    throw error;
  }
}
