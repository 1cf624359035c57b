/** Requests of an operator: to the dictionary console behind this page, and to the service. */
import type { OperatorAnswer, OperatorOperations } from '#console/operator-api.js';
import { type Answer, addressOf, type OperationPath, type Places, type RequestArguments } from '#sdk/rest.js';
import { keyRefused, session } from './state/session.js';

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

interface Sent {
  body?: object;
  /** The idempotency key. */
  key?: string;
}

type Loose = Places & Sent;

/** A file of the service, part by part. An answer that ends early is an error. */
export async function serviceFile(path: string, onPart: (part: Uint8Array<ArrayBuffer>) => void): Promise<void> {
  const key = session.get().key ?? '';
  try {
    const { body } = await answerTo(key, 'GET', path);
    const reader = body?.getReader();
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) onPart(read.value);
  } catch (error) {
    if (error instanceof CallError && error.status === 401) keyRefused(key);
    throw error instanceof CallError ? error : new CallError('network', 'The answer ended early.', 0);
  }
}

async function call(operation: string, request: Loose): Promise<unknown> {
  const [method = '', template = ''] = operation.split(' ');
  const key = session.get().key ?? '';
  try {
    return await askWith(key, method, addressOf(template, request), request);
  } catch (error) {
    if (error instanceof CallError && error.status === 401) keyRefused(key);
    throw error;
  }
}

/** One request with a key that is not signed in yet; the session stays as it is. */
export async function askWith(key: string, method: string, path: string, sent: Sent = {}): Promise<unknown> {
  const response = await answerTo(key, method, path, sent);
  if (response.status === 204) return null;
  // A connection that is lost during the answer leaves the outcome unknown, as one that is lost before it.
  return response.json().catch(() => Promise.reject(new CallError('network', 'The answer ended early.', 0)));
}

async function answerTo(key: string, method: string, path: string, sent: Sent = {}): Promise<Response> {
  const { body, key: idempotencyKey } = sent;
  const response = await fetch(path, {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      ...(body && { 'Content-Type': 'application/json' }),
      ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
    },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => Promise.reject(new CallError('network', 'No answer.', 0)));
  if (response.ok) return response;
  const told = (await response.json().catch(() => null)) as { error?: Refusal } | null;
  const { code, message, fields } = told?.error ?? { code: 'network', message: response.statusText };
  throw new CallError(code, [message, ...linesOf(fields)].join(' '), response.status);
}

interface Refusal {
  code: string;
  message: string;
  fields?: Record<string, string[]>;
}

/** The problems of the fields are in no other place of the page. */
const linesOf = (fields: Refusal['fields'] = {}): string[] =>
  Object.entries(fields).map(([field, problems]) => `${field}: ${problems.join(', ')}.`);
