/** Refusals as data: a program decides by `code`. */
import type { ErrorCode, WireError } from './wire.js';

/** `network`: no answer, the outcome is unknown. The others are the client's own as well. */
export type ClientCode = ErrorCode | 'network' | 'not_logged_in' | 'queue_full' | 'closed' | 'login_cancelled';

/** Why one is out of a room: by somebody's doing, or by a refusal. */
export type GoneReason = ClientCode | 'kicked' | 'banned' | 'deleted' | 'left';

export const goneCodeOf = (reason: GoneReason): ClientCode =>
  reason === 'kicked' || reason === 'left' || reason === 'deleted' ? 'not_member' : reason;

export interface ErrorDetails {
  /** The status of a REST answer; 0 without one. */
  status?: number;
  fields?: Record<string, string[]> | undefined;
  until?: number | undefined;
  retryAfterMs?: number | undefined;
  requestId?: string | null;
}

export class MeydanError extends Error {
  override name = 'MeydanError';
  readonly code: ClientCode;
  readonly status: number;
  /** With `validation_failed`: each field and its problems. */
  readonly fields: Record<string, string[]>;
  /** With `muted` and `slow_mode`: milliseconds since epoch. */
  readonly until: number | null;
  readonly retryAfterMs: number | null;
  readonly requestId: string | null;

  constructor(code: ClientCode, message: string, details: ErrorDetails = {}) {
    super(message);
    this.code = code;
    this.status = details.status ?? 0;
    this.fields = details.fields ?? {};
    this.until = details.until ?? null;
    this.retryAfterMs = details.retryAfterMs ?? null;
    this.requestId = details.requestId ?? null;
  }
}

export function refusal({ code, message, fields, until, retry_after_ms }: WireError, more: ErrorDetails = {}) {
  return new MeydanError(code, message, { retryAfterMs: retry_after_ms, ...more, fields, until });
}

/** A refusal as it is stored and shown: by the wire's names, without a stack. */
export type ErrorData = Omit<WireError, 'code'> & { code: string };

export function errorData({ code, message, fields, until, retryAfterMs }: MeydanError): ErrorData {
  return {
    code,
    message,
    ...(Object.keys(fields).length > 0 && { fields }),
    ...(until !== null && { until }),
    ...(retryAfterMs !== null && { retry_after_ms: retryAfterMs }),
  };
}

export const networkError = (): MeydanError => new MeydanError('network', 'No answer from the service.');

export const isRefusal = (error: unknown, ...codes: ClientCode[]): error is MeydanError =>
  error instanceof MeydanError && codes.includes(error.code);

/** Asked again after a while, the same request may succeed. */
export const isPassing = (error: unknown): error is MeydanError =>
  isRefusal(error, 'network', 'overloaded', 'unavailable', 'rate_limited', 'slow_mode', 'token_expired');
