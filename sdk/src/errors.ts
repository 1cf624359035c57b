/** Refusals as data: a program decides by `code`. */
import type { ErrorCode, WireError } from './wire.js';

/**
 * The codes of the service and those of the client itself. `network`: there was no answer, so the outcome is unknown.
 */
export type ClientCode = ErrorCode | 'network' | 'not_logged_in' | 'queue_full' | 'closed' | 'login_cancelled';

/** The reason why the account is no longer in a room: a removal, a departure or a refusal. */
export type GoneReason = ClientCode | 'kicked' | 'banned' | 'deleted' | 'left';

export const goneCodeOf = (reason: GoneReason): ClientCode =>
  reason === 'kicked' || reason === 'left' || reason === 'deleted' ? 'not_member' : reason;

export interface ErrorDetails {
  /** The status of a REST response; 0 if there was none. */
  status?: number;
  fields?: Record<string, string[]> | undefined;
  until?: number | undefined;
  reason?: string | undefined;
  retryAfterMs?: number | undefined;
  requestId?: string | null;
}

export class MeydanError extends Error {
  override name = 'MeydanError';
  readonly code: ClientCode;
  readonly status: number;
  /** With `validation_failed`: each field and its problems. */
  readonly fields: Record<string, string[]>;
  /** With `muted`, `slow_mode` and `account_suspended`: milliseconds since epoch. */
  readonly until: number | null;
  /** With `account_suspended`: the text of the operator for the person; null if there is none. */
  readonly reason: string | null;
  readonly retryAfterMs: number | null;
  readonly requestId: string | null;

  constructor(code: ClientCode, message: string, details: ErrorDetails = {}) {
    super(message);
    this.code = code;
    this.status = details.status ?? 0;
    this.fields = details.fields ?? {};
    this.until = details.until ?? null;
    this.reason = details.reason ?? null;
    this.retryAfterMs = details.retryAfterMs ?? null;
    this.requestId = details.requestId ?? null;
  }
}

export function refusal({ code, message, fields, until, reason, retry_after_ms }: WireError, more: ErrorDetails = {}) {
  return new MeydanError(code, message, { retryAfterMs: retry_after_ms, ...more, fields, until, reason });
}

/** A refusal in the form that is stored and shown: with the field names of the wire, without a stack. */
export type ErrorData = Omit<WireError, 'code'> & { code: string };

export function errorData({ code, message, fields, until, reason, retryAfterMs }: MeydanError): ErrorData {
  return {
    code,
    message,
    ...(Object.keys(fields).length > 0 && { fields }),
    ...(until !== null && { until }),
    ...(reason !== null && { reason }),
    ...(retryAfterMs !== null && { retry_after_ms: retryAfterMs }),
  };
}

export const networkError = (): MeydanError => new MeydanError('network', 'No answer from the service.');

export const isRefusal = (error: unknown, ...codes: ClientCode[]): error is MeydanError =>
  error instanceof MeydanError && codes.includes(error.code);

/** Whether the same request may succeed later. */
export const isPassing = (error: unknown): error is MeydanError =>
  isRefusal(error, 'network', 'overloaded', 'unavailable', 'rate_limited', 'slow_mode', 'token_expired');
