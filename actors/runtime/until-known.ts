/** A command that would write data which a living node cannot read is refused until that node has gone (ADR 0138). */
import { refuse } from './decision.js';
import type { Turned } from './kind.js';

const RETRY_AFTER_MS = 5_000;
const message = 'This is available when the upgrade of the service is complete. Try again later.';

/** Null if each living node knows the format that is needed. */
export const untilKnown = (needs: number, known: number): Extract<Turned, { kind: 'refuse' }> | null =>
  needs > known ? refuse('unavailable', { message, retryAfterMs: RETRY_AFTER_MS }) : null;
