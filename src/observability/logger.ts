/**
 * Declares every logger. Logs are for operators: they contain ids, codes, counts and times, never tokens, bodies,
 * authorization codes, addresses or names of people.
 */
import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../config/config.js';
import { redact } from './redact.js';
import { currentRequest } from './request-context.js';

export type { Logger } from 'pino';

/** One logger for each part, so that a line names its origin. */
export interface Loggers {
  readonly process: Logger;
  readonly http: Logger;
  readonly gateway: Logger;
  readonly actors: Logger;
  readonly store: Logger;
  readonly identity: Logger;
  readonly jobs: Logger;
  /** Traffic between nodes. */
  readonly cluster: Logger;
  /** Refused logins and changes of access (docs/security.md). */
  readonly security: Logger;
}

/** Keys whose values are never logged, in the first three levels of an object. */
const privateKeys = [
  'authorization',
  'cookie',
  'token',
  'secret',
  'password',
  'claim',
  'codeVerifier',
  'code_verifier',
  'nonce',
  'accessToken',
  'access_token',
  'refreshToken',
  'refresh_token',
  'idToken',
  'id_token',
  'clientSecret',
  'client_secret',
  'body',
  'username',
  'name',
  'bio',
  'birthDate',
  'birth_date',
  'gender',
  'ip',
  'draft',
  'query',
  'secrets',
  'mongodbUri',
  'payload',
  'email',
  'passwordHash',
];

export function createLoggers(level: Config['logLevel'], to?: DestinationStream): Loggers {
  const options = {
    level,
    base: null,
    mixin: requestFields,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError, error: describeError },
    redact: { paths: privateKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '…' },
  };
  const root = to ? pino(options, to) : pino(options);
  const part = (name: keyof Loggers): Logger => root.child({ part: name });
  return {
    process: part('process'),
    http: part('http'),
    gateway: part('gateway'),
    actors: part('actors'),
    store: part('store'),
    identity: part('identity'),
    jobs: part('jobs'),
    cluster: part('cluster'),
    security: part('security'),
  };
}

/** Fields of a line come after these: a line that names its own request keeps it. */
function requestFields(): object {
  const request = currentRequest();
  if (!request) return {};
  const { requestId, trace } = request;
  return trace === undefined ? { requestId } : { requestId, traceId: trace.slice(3, 35) };
}

interface ErrorLine {
  type: string;
  message: string;
  code?: unknown;
  stack?: string;
  cause?: ErrorLine;
}

/**
 * Name, text, code, stack and causes. Other properties are left out, because drivers attach whole requests to their
 * errors.
 */
function describeError(error: unknown, depth = 0): ErrorLine {
  if (!(error instanceof Error)) return { type: typeof error, message: redact(String(error)) };
  const { code } = error as { code?: unknown };
  const isPlain = typeof code === 'string' || typeof code === 'number';
  return {
    type: error.name,
    message: redact(error.message),
    ...(isPlain ? { code } : {}),
    ...(error.stack ? { stack: redact(error.stack) } : {}),
    ...(error.cause !== undefined && depth < 3 ? { cause: describeError(error.cause, depth + 1) } : {}),
  };
}
