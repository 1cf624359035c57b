/** Answers each caller exactly once. */
import type { Answer } from './client.js';
import type { Held } from './gate.js';
import type { Envelope, Mailbox } from './mailbox.js';

export const RETRY_AFTER_MS = 1_000;
/** So often a command is decided on a state that proves stale. */
export const DECISIONS_MAX = 6;

export function settle<C>(envelope: Envelope<C>, answer: Answer<unknown>): void {
  if (envelope.settled) return;
  envelope.settled = true;
  envelope.trace?.settled(answer.ok ? null : answer.code);
  envelope.settle(answer);
}

/** The outcome is unknown, or there is none: asking again is right. */
export function failUnavailable<C>(envelope: Envelope<C>): void {
  settle(envelope, { ok: false, code: 'unavailable', retryAfterMs: RETRY_AFTER_MS });
}

export function failAll<C>(mailbox: Mailbox<C>): void {
  for (const envelope of mailbox.takeAll()) failUnavailable(envelope);
}

/**
 * The command of unit `repeat`, if there is one, repeats a request whose answer is recorded. Every further decision would
 * be refused and would void the decisions of the commands behind it; the caller finds the recorded answer.
 */
export function failOwn<C>(held: Held<Envelope<C>>[], repeat: number | null): Held<Envelope<C>>[] {
  for (const { own, envelope } of held) if (own === repeat && envelope) failUnavailable(envelope);
  return held;
}

/** One more decision of it is void. */
export function countDecision<C>(envelope: Envelope<C>): void {
  envelope.attempt += 1;
  if (envelope.attempt >= DECISIONS_MAX) failUnavailable(envelope);
}

/**
 * Held outputs are void; their commands go before commands that were never decided. A command whose unit (up to
 * `durable`) is durable and waited for trust only is not decided again: the next memory announces it.
 */
export function requeueHeld<C>(held: Held<Envelope<C>>[], mailbox: Mailbox<C>, durable: number): void {
  for (const { unit, envelope } of held) if (envelope && unit > 0 && unit <= durable) failUnavailable(envelope);
  const again = held.flatMap(({ envelope }) => (envelope && !envelope.settled ? [envelope] : []));
  for (const envelope of again) countDecision(envelope);
  for (const envelope of mailbox) envelope.rounds = 0;
  mailbox.putBack(again.filter(({ settled }) => !settled));
}

/** Answers `unavailable` to every command past its deadline. */
export function failOverdue<C>(mailbox: Mailbox<C>, held: Iterable<Held<Envelope<C>>>, now: number): void {
  for (const envelope of mailbox) if (envelope.deadline <= now) failUnavailable(envelope);
  for (const { envelope } of held) if (envelope && envelope.deadline <= now) failUnavailable(envelope);
}
