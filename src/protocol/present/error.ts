import { messageOf, type Refusal } from '#src/errors.js';

export interface WireError {
  code: string;
  message: string;
  fields?: Record<string, string[]>;
  until?: number;
  reason?: string;
  retry_after_ms?: number;
}

/** A refusal in wire format, the same in REST bodies and in acks. */
export function presentError(refusal: Refusal): WireError {
  return {
    code: refusal.code,
    message: messageOf(refusal),
    ...(refusal.code === 'validation_failed' && refusal.fields ? { fields: refusal.fields } : {}),
    ...(refusal.until === undefined ? {} : { until: refusal.until }),
    ...(refusal.reason === undefined ? {} : { reason: refusal.reason }),
    ...(refusal.retryAfterMs === undefined ? {} : { retry_after_ms: refusal.retryAfterMs }),
  };
}
