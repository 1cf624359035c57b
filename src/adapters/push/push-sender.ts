/** The interface of every push service: a push, its target and its result. */

import type { Language } from '#src/domain/accounts/account.js';
import type { WebKeys } from '#src/domain/accounts/device.js';
import { PUSH_MAX_AGE_MS } from '#src/domain/messages/push-marks.js';

/** The whole content: a push contains neither the sender nor the text. */
export interface Push {
  type: 'message' | 'mention';
  roomSlug: string;
  messageId: string;
}

export interface PushTarget {
  platform: string;
  token: string;
  /** The Apple service of the token; null for other platforms. */
  env: 'sandbox' | 'production' | null;
  language: Language | null;
  /** Only of a browser; `token` is then the endpoint at its push service. */
  web?: WebKeys | undefined;
}

export type PushResult =
  | { kind: 'sent' }
  /** The token is permanently invalid. */
  | { kind: 'gone'; why: string }
  /** Worth a retry; `afterMs` if the service gave a delay. */
  | { kind: 'retry'; why: string; afterMs: number | null }
  /** Neither the token nor the moment is the cause, so that a retry would fail too. */
  | { kind: 'refused'; why: string };

export interface PushSender {
  /** Never rejects: a failure is a result. */
  send(target: PushTarget, push: Push): Promise<PushResult>;
  close(): Promise<void>;
}

/** A push that was not delivered for a day is outdated. */
export const PUSH_TTL_S = PUSH_MAX_AGE_MS / 1_000;
export const PUSH_TIMEOUT_MS = 10_000;

/** The three fields in wire format. */
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

/** The service that carries a push: the browser's own for a page, Apple's for iOS, Google's for all others. */
export function serviceOf({ web, platform }: Pick<PushTarget, 'web' | 'platform'>): 'web' | 'apns' | 'fcm' {
  if (web) return 'web';
  return platform === 'ios' ? 'apns' : 'fcm';
}
