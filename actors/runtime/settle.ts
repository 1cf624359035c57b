/** How those who asked get their answer: once, whoever is first. */
import type { Answer } from './client.js';
import type { Envelope } from './mailbox.js';

export const RETRY_AFTER_MS = 1_000;

export function settle<C>(envelope: Envelope<C>, answer: Answer<unknown>): void {
  if (envelope.settled) return;
  envelope.settled = true;
  envelope.settle(answer);
}

/** The outcome is unknown, or there is none: asking again is right. */
export function giveUp<C>(envelope: Envelope<C>): void {
  settle(envelope, { ok: false, code: 'unavailable', retryAfterMs: RETRY_AFTER_MS });
}
