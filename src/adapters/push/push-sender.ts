/** What a push is, where it goes, and what became of it: the one interface of every push service. */
import type { Language } from '#src/domain/accounts/account.js';

/** The whole content: nobody learns from a push who wrote, or what. */
export interface Push {
  type: 'message' | 'mention';
  roomSlug: string;
  messageId: string;
}

export interface PushTarget {
  platform: string;
  token: string;
  /** Which of Apple's two worlds the token belongs to; null elsewhere. */
  env: 'sandbox' | 'production' | null;
  language: Language | null;
}

export type PushResult =
  | { kind: 'sent' }
  /** The token will never work again. */
  | { kind: 'gone'; why: string }
  /** Worth another try; `afterMs` when the service said how long to wait. */
  | { kind: 'retry'; why: string; afterMs: number | null }
  /** Neither the token nor the moment is at fault: trying again would end the same. */
  | { kind: 'refused'; why: string };

export interface PushSender {
  /** Never rejects: what goes wrong on the way is a result. */
  send(target: PushTarget, push: Push): Promise<PushResult>;
  close(): Promise<void>;
}

/** A push that nobody took for a day is no news any more. */
export const PUSH_TTL_S = 86_400;
export const PUSH_TIMEOUT_MS = 10_000;

/** The three fields as they are on the wire. */
export const dataOf = ({ type, roomSlug, messageId }: Push) => ({
  type,
  room_slug: roomSlug,
  message_id: messageId,
});

/** A Retry-After header as ms from now: seconds, or a date. */
export function retryAfterMs(header: string | null | undefined, now: number): number | null {
  if (!header) return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1_000);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
