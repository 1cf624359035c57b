/** Google's push service, version 1 of its HTTP interface. */
import { createFcmToken, FcmTokenRefused, type ServiceAccount } from './fcm-token.js';
import type { KeptToken } from './kept-token.js';
import { type PushAnswer, PushHttp } from './push-http.js';
import {
  dataOf,
  PUSH_TTL_S,
  type Push,
  type PushResult,
  type PushSender,
  type PushTarget,
  retryAfterMs,
} from './push-sender.js';
import { pushText } from './push-texts.js';

export interface FcmOptions {
  account: ServiceAccount;
  origin: string;
  now(): number;
  timeoutMs?: number;
}

interface FcmAnswer {
  status: number;
  /** Google's error code: `UNREGISTERED`, `QUOTA_EXCEEDED` …; otherwise the code of the status. */
  code: string;
  /** The invalid field, if any. */
  field: string;
  retryAfter: string | null;
}

const ATTEMPTS_MAX = 2;

export function createFcmSender(options: FcmOptions): PushSender {
  const tokens = createFcmToken(options);
  const http = new PushHttp(options.timeoutMs);
  return {
    async send(target, push) {
      try {
        const body = JSON.stringify({ message: messageOf(target, push) });
        return await attempt({ options, tokens, http, body }, ATTEMPTS_MAX);
      } catch (error) {
        const afterMs = error instanceof FcmTokenRefused ? error.afterMs : null;
        return { kind: 'retry', why: error instanceof Error ? error.message : String(error), afterMs };
      }
    },
    close: () => http.close(),
  };
}

interface Sending {
  options: FcmOptions;
  tokens: KeptToken;
  http: PushHttp;
  body: string;
}

async function attempt(sending: Sending, attempts: number): Promise<PushResult> {
  const { options, tokens, http, body } = sending;
  const token = await tokens.get();
  const { origin, account, now } = options;
  const url = `${origin}/v1/projects/${encodeURIComponent(account.projectId)}/messages:send`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = answerOf(await http.post({ url, headers, body }, 'text'));
  if (answer.status >= 300 && answer.status < 400) throw new Error(`redirected with ${answer.status}`);
  if (answer.status !== 401) return resultOf(answer, now());
  tokens.drop(token);
  if (attempts <= 1) return { kind: 'retry', why: '401', afterMs: null };
  return attempt(sending, attempts - 1);
}

/** Collapse key and tag are the room, so that a phone shows one notification for each room, the newest. */
function messageOf({ token, language }: PushTarget, push: Push) {
  const tag = push.roomSlug;
  return {
    token,
    data: dataOf(push),
    notification: { body: pushText(push.type, language) },
    android: { priority: 'HIGH', collapse_key: tag, ttl: `${PUSH_TTL_S}s`, notification: { tag } },
    webpush: { headers: { TTL: String(PUSH_TTL_S), Urgency: 'high' }, notification: { tag } },
  };
}

function answerOf({ status, retryAfter, text }: PushAnswer): FcmAnswer {
  const error = errorIn(text);
  const details = Array.isArray(error.details) ? (error.details as Detail[]) : [];
  return {
    status,
    code: details.find(({ errorCode }) => errorCode)?.errorCode ?? error.status ?? '',
    field: details.flatMap(({ fieldViolations }) => fieldViolations ?? [])[0]?.field ?? '',
    retryAfter,
  };
}

interface Detail {
  errorCode?: string;
  fieldViolations?: { field?: string }[];
}

function errorIn(text: string): { status?: string; details?: unknown } {
  try {
    return (JSON.parse(text) as { error?: { status?: string; details?: unknown } }).error ?? {};
  } catch {
    return {};
  }
}

function resultOf({ status, code, field, retryAfter }: FcmAnswer, now: number): PushResult {
  const why = `${status} ${code}`.trim();
  if (status === 200) return { kind: 'sent' };
  // A 404 without Google's code is a wrong URL or project, and no reason to remove the device.
  const isGone = code === 'UNREGISTERED' || code === 'SENDER_ID_MISMATCH';
  if (isGone || (code === 'INVALID_ARGUMENT' && field === 'message.token')) return { kind: 'gone', why };
  if (status === 429 || status >= 500) return { kind: 'retry', why, afterMs: retryAfterMs(retryAfter, now) };
  return { kind: 'refused', why };
}
