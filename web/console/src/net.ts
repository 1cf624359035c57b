/** Calls of an operator: to the dictionary console beside this page, and to the service itself. */
import { session, signOut } from './state/session.js';

export class CallError extends Error {
  override name = 'CallError';
  /** `network` is the page's own: there was no answer at all. */
  readonly code: string;
  readonly status: number;
  constructor(code: string, message: string, status: number) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Of the dictionary. */
export const dictionary = <T>(method: Method, path: string, body?: object): Promise<T> =>
  call(method, `/console/admin${path}`, body);

/** Of the service. */
export const service = <T>(method: Method, path: string, body?: object): Promise<T> =>
  call(method, `/api/console${path}`, body);

async function call<T>(method: Method, path: string, body?: object): Promise<T> {
  try {
    return await ask<T>(method, path, session.get().key ?? '', body);
  } catch (error) {
    if (error instanceof CallError && error.status === 401) signOut(true);
    throw error;
  }
}

/** Whether a key opens anything here: the dictionary's door, or the service's where there is no dictionary. */
export async function isKey(key: string): Promise<boolean> {
  for (const path of ['/console/admin/categories', '/api/console/reports?limit=1']) {
    try {
      await ask('GET', path, key);
      return true;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (error.status === 401) return false;
      if (error.status !== 404) throw error;
    }
  }
  return false;
}

async function ask<T>(method: Method, path: string, key: string, body?: object): Promise<T> {
  const response = await fetch(path, {
    method,
    headers: { Authorization: `Bearer ${key}`, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => Promise.reject(new CallError('network', 'No answer.', 0)));
  if (response.ok) return response.status === 204 ? (undefined as T) : ((await response.json()) as T);
  const told = (await response.json().catch(() => null)) as { error?: { code: string; message: string } } | null;
  const { code, message } = told?.error ?? { code: 'network', message: response.statusText };
  throw new CallError(code, message, response.status);
}
