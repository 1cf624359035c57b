/** Google's push service, version 1 of its HTTP interface. */
import { createFcmToken, FcmTokenRefused, type ServiceAccount } from './fcm-token.js';
import type { KeptToken } from './kept-token.js';
import {
  dataOf,
  PUSH_TIMEOUT_MS,
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

const ANSWER_TEXT_MAX = 65_536;
const ATTEMPTS_MAX = 2;

export function createFcmSender(options: FcmOptions): PushSender {
  const tokens = createFcmToken(options);
  return {
    async send(target, push) {
      try {
        return await attempt(options, tokens, JSON.stringify({ message: messageOf(target, push) }), ATTEMPTS_MAX);
      } catch (error) {
        const afterMs = error instanceof FcmTokenRefused ? error.afterMs : null;
        return { kind: 'retry', why: error instanceof Error ? error.message : String(error), afterMs };
      }
    },
    close: async () => undefined,
  };
}

async function attempt(options: FcmOptions, tokens: KeptToken, body: string, attempts: number): Promise<PushResult> {
  const token = await tokens.get();
  const { origin, account, now, timeoutMs = PUSH_TIMEOUT_MS } = options;
  const url = `${origin}/v1/projects/${encodeURIComponent(account.projectId)}/messages:send`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const answer = await answerOf(response);
  if (answer.status !== 401) return resultOf(answer, now());
  tokens.drop(token);
  if (attempts <= 1) return { kind: 'retry', why: '401', afterMs: null };
  return attempt(options, tokens, body, attempts - 1);
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

async function answerOf(response: Response): Promise<FcmAnswer> {
  const text = (await response.text()).slice(0, ANSWER_TEXT_MAX);
  const error = errorIn(text);
  const details = Array.isArray(error.details) ? (error.details as Detail[]) : [];
  return {
    status: response.status,
    code: details.find(({ errorCode }) => errorCode)?.errorCode ?? error.status ?? '',
    field: details.flatMap(({ fieldViolations }) => fieldViolations ?? [])[0]?.field ?? '',
    retryAfter: response.headers.get('retry-after'),
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
  // A 404 without Google's code is a wrong URL, and no reason to remove the device.
  const isGone = code === 'UNREGISTERED' || code === 'NOT_FOUND' || code === 'SENDER_ID_MISMATCH';
  if (isGone || (code === 'INVALID_ARGUMENT' && field === 'message.token')) return { kind: 'gone', why };
  if (status === 429 || status >= 500) return { kind: 'retry', why, afterMs: retryAfterMs(retryAfter, now) };
  return { kind: 'refused', why };
}
