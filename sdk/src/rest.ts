/**
 * REST requests by method and path. The types come from the OpenAPI document, so the bundle has no table of operations.
 */
import { pause, waitMs } from './back-off.js';
import { isRefusal, MeydanError, networkError, refusal } from './errors.js';
import type { Operations, WireError } from './wire.js';

export type OperationPath = keyof Operations;
export type Answer<K extends OperationPath> = Operations[K]['answer'];

type Part<K extends OperationPath, P extends string> = P extends keyof Operations[K] ? Pick<Operations[K], P> : unknown;

interface Common {
  /** A token other than the session's (`/v1`, the operator key), or null for none. */
  token?: string | null;
  signal?: AbortSignal;
}

export type Request<K extends OperationPath> = Part<K, 'path'> &
  Part<K, 'query'> &
  Part<K, 'body'> &
  Common &
  // With an idempotency key a repeated request has one effect, so it is also retried automatically.
  (Operations[K] extends { repeatable: true } ? { key?: string } : unknown);

/** The request argument is optional if the operation needs no input. */
export type RequestArguments<K extends OperationPath> =
  object extends Request<K> ? [request?: Request<K>] : [request: Request<K>];

/** The parts of a request that belong to its URL. */
export interface Places {
  path?: Record<string, string>;
  query?: object;
}

interface Loose extends Common, Places {
  body?: object;
  key?: string;
}

export interface RestOptions {
  url: string;
  fetch?: typeof fetch;
  /** The number of retries after a missing response or a temporary refusal. */
  retries?: number;
}

export class Rest {
  readonly #options: RestOptions;
  /** The session's token, and a new one to replace a refused token. */
  tokenFor: (refused?: string) => Promise<string | null> = async () => null;

  constructor(options: RestOptions) {
    this.#options = { ...options, url: options.url.replace(/\/$/, '') };
  }

  request<K extends OperationPath>(operation: K, ...[request]: RequestArguments<K>): Promise<Answer<K>> {
    return this.#authorized(operation, (request ?? {}) as Loose) as Promise<Answer<K>>;
  }

  async #authorized(operation: string, request: Loose): Promise<unknown> {
    const isOwn = request.token !== undefined || / \/(v1|api\/console)\//.test(operation);
    const token = isOwn ? (request.token ?? null) : await this.tokenFor();
    try {
      return await this.#patient(operation, request, token);
    } catch (error) {
      if (isOwn || !token || !isRefusal(error, 'token_expired', 'unauthorized')) throw error;
      return this.#patient(operation, request, await this.tokenFor(token));
    }
  }

  async #patient(operation: string, request: Loose, token: string | null): Promise<unknown> {
    const isRepeatable = !operation.startsWith('POST ') || request.key !== undefined;
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#once(operation, request, token);
      } catch (error) {
        const isOver = !isRepeatable || attempt >= (this.#options.retries ?? 3) || request.signal?.aborted;
        if (isOver || !isRefusal(error, 'network', 'overloaded', 'unavailable')) throw error;
        await pause(waitMs(attempt, error), request.signal);
      }
    }
  }

  async #once(operation: string, request: Loose, token: string | null): Promise<unknown> {
    const [method = '', template = ''] = operation.split(' ');
    const headers = {
      ...(request.body && { 'Content-Type': 'application/json' }),
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(request.key && { 'Idempotency-Key': request.key }),
    };
    const init = { method, headers, body: request.body ? JSON.stringify(request.body) : null };
    const send = this.#options.fetch ?? fetch;
    const signal = request.signal ?? null;
    const address = this.#options.url + addressOf(template, request);
    const response = await send(address, { ...init, signal }).catch(() => Promise.reject(networkError()));
    if (!response.ok) throw await refusalOf(response);
    return answerOf(response);
  }
}

/** The URL of an operation with its path parameters. */
export function addressOf(template: string, { path = {}, query = {} }: Places): string {
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => segmentOf(name, path[name] ?? ''));
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const pairs = given.map(([name, value]): [string, string] => [name, String(value)]);
  return pairs.length === 0 ? filled : `${filled}?${new URLSearchParams(pairs)}`;
}

/**
 * `.` and `..` cannot be escaped: they change the path, and `DELETE /api/me/sessions/..` would delete the account. No
 * resource of the service has such a name.
 */
function segmentOf(name: string, value: string): string {
  if (value === '.' || value === '..') throw new MeydanError('not_found', `No ${name} is "${value}".`);
  return encodeURIComponent(value);
}

async function answerOf(response: Response): Promise<unknown> {
  if (response.status === 204) return null;
  const isJson = response.headers.get('content-type')?.includes('json');
  // A connection that is lost during the response leaves the outcome unknown, as one that is lost before it.
  return (isJson ? response.json() : response.text()).catch(() => Promise.reject(networkError()));
}

async function refusalOf(response: Response): Promise<MeydanError> {
  const told = (await response.json().catch(() => null)) as { error?: WireError } | null;
  const after = Number(response.headers.get('retry-after'));
  const details = {
    status: response.status,
    requestId: response.headers.get('x-request-id'),
    ...(after > 0 && told?.error?.retry_after_ms === undefined && { retryAfterMs: after * 1000 }),
  };
  if (told?.error) return refusal({ retry_after_ms: details.retryAfterMs, ...told.error } as WireError, details);
  // A response without a code does not come from the service but from a proxy in front of it.
  return new MeydanError('network', `${response.status} ${response.statusText}`, details);
}
