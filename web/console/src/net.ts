/** Requests of an operator: to the dictionary console behind this page, and to the service. */
import type { OperatorAnswer, OperatorOperations } from '#console/operator-api.js';
import { type Answer, addressOf, type OperationPath, type Places, type RequestArguments } from '#sdk/rest.js';
import { session, signOut } from './state/session.js';

export class CallError extends Error {
  override name = 'CallError';
  /** `network` is added by the page: there was no response. */
  readonly code: string;
  readonly status: number;
  constructor(code: string, message: string, status: number) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

type OperatorRequest<K extends keyof OperatorOperations> = Omit<OperatorOperations[K], 'answer'>;
type OperatorArguments<K extends keyof OperatorOperations> =
  object extends OperatorRequest<K> ? [request?: OperatorRequest<K>] : [request: OperatorRequest<K>];

/** Calls the dictionary API, by method and path below its prefix. */
export function dictionary<K extends keyof OperatorOperations>(
  operation: K,
  ...[request]: OperatorArguments<K>
): Promise<OperatorAnswer<K>> {
  return call(operation.replace(' ', ' /console/admin'), request ?? {}) as Promise<OperatorAnswer<K>>;
}

type ServiceOperation = Extract<OperationPath, `${string} /api/console/${string}`>;

/** Calls the service API. */
export function service<K extends ServiceOperation>(
  operation: K,
  ...[request]: RequestArguments<K>
): Promise<Answer<K>> {
  return call(operation, (request ?? {}) as Loose) as Promise<Answer<K>>;
}

interface Loose extends Places {
  body?: object;
}

async function call(operation: string, request: Loose): Promise<unknown> {
  const [method = '', template = ''] = operation.split(' ');
  try {
    return await ask(method, addressOf(template, request), session.get().key ?? '', request.body);
  } catch (error) {
    if (error instanceof CallError && error.status === 401) signOut(true);
    throw error;
  }
}

/** Verifies the key with the dictionary API, or with the service where there is no dictionary. */
export async function isValidKey(key: string): Promise<boolean> {
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

async function ask(method: string, path: string, key: string, body?: object): Promise<unknown> {
  const response = await fetch(path, {
    method,
    headers: { Authorization: `Bearer ${key}`, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => Promise.reject(new CallError('network', 'No answer.', 0)));
  if (response.ok) return response.status === 204 ? null : response.json();
  const told = (await response.json().catch(() => null)) as { error?: { code: string; message: string } } | null;
  const { code, message } = told?.error ?? { code: 'network', message: response.statusText };
  throw new CallError(code, message, response.status);
}
