/** Pushes to browsers: encrypted for the browser (RFC 8291), signed for its push service (RFC 8292). */
import { hash } from 'node:crypto';
import { SignJWT } from 'jose';
import type { WebPushConfig } from '#src/config/config.js';
import { type KeptToken, keepToken } from '../kept-token.js';
import { type PushAnswer, PushHttp, type PushLetter } from '../push-http.js';
import {
  dataOf,
  PUSH_TTL_S,
  type Push,
  type PushResult,
  type PushSender,
  type PushTarget,
  retryAfterMs,
} from '../push-sender.js';
import { pushText } from '../push-texts.js';
import { encryptPush } from './encrypt-push.js';
import { isPushEndpoint } from './push-endpoints.js';
import { type VapidKeys, vapidKeysOf } from './vapid-keys.js';

/** A push service accepts a statement for a day at most. */
const STATEMENT_MS = 12 * 3_600_000;
const RENEWED_AFTER_MS = STATEMENT_MS / 2;
/** Statements by push service and key; the known services have a few dozen hosts. */
const STATEMENTS_MAX = 256;
const TOPIC_CHARS = 32;

export interface WebPushOptions extends WebPushConfig {
  now(): number;
  timeoutMs?: number;
}

export function createWebPushSender(options: WebPushOptions): PushSender {
  const pairs = new Map(options.secrets.map(vapidKeysOf).map((pair) => [pair.publicKey, pair]));
  const statements = new Map<string, KeptToken>();
  const http = new PushHttp(options.timeoutMs);
  const statementOf = (origin: string, pair: VapidKeys): Promise<string> => {
    const name = `${origin} ${pair.publicKey}`;
    const kept = statements.get(name) ?? keepToken(() => sign(origin, pair, options), options.now);
    if (statements.size >= STATEMENTS_MAX) statements.clear();
    statements.set(name, kept);
    return kept.get();
  };
  return {
    async send(target, push) {
      const pair = pairs.get(target.web?.key ?? '');
      // The subscription belongs to a key that is no longer ours, or to a host that is no longer allowed.
      if (!target.web || !pair) return { kind: 'gone', why: 'made for another key' };
      if (!isPushEndpoint(target.token, options.hosts)) return { kind: 'gone', why: 'not an allowed push service' };
      const body = bodyOf(target, push);
      if (!body) return { kind: 'gone', why: 'the keys of the browser are invalid' };
      try {
        const statement = await statementOf(new URL(target.token).origin, pair);
        const letter = letterOf(target.token, { statement, key: pair.publicKey, body, topic: push.roomSlug });
        return resultOf(await http.post(letter, 'head'), options.now());
      } catch (error) {
        return { kind: 'retry', why: error instanceof Error ? error.message : String(error), afterMs: null };
      }
    },
    close: () => http.close(),
  };
}

/** The same content as on phones; the page's worker shows the sentence as it is. */
function bodyOf({ web, language }: PushTarget, push: Push): Buffer | null {
  try {
    return web ? encryptPush(JSON.stringify({ ...dataOf(push), text: pushText(push.type, language) }), web) : null;
  } catch {
    return null;
  }
}

interface Sealed {
  statement: string;
  key: string;
  body: Buffer;
  topic: string;
}

function letterOf(url: string, { statement, key, body, topic }: Sealed): PushLetter {
  const headers = {
    authorization: `vapid t=${statement}, k=${key}`,
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: String(PUSH_TTL_S),
    urgency: 'high',
    // Of several pushes of a room that wait at the push service, the newest stays.
    topic: hash('sha256', topic, 'base64url').slice(0, TOPIC_CHARS),
  };
  return { url, headers, body };
}

function resultOf({ status, retryAfter }: PushAnswer, now: number): PushResult {
  const why = String(status);
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'gone', why };
  const afterMs = retryAfterMs(retryAfter, now);
  return status === 429 || status >= 500 ? { kind: 'retry', why, afterMs } : { kind: 'refused', why };
}

async function sign(origin: string, { privateKey }: VapidKeys, { contact, now }: WebPushOptions) {
  const at = now();
  const token = await new SignJWT(contact ? { sub: contact } : {})
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
    .setAudience(origin)
    .setExpirationTime(Math.floor((at + STATEMENT_MS) / 1_000))
    .sign(privateKey);
  return { token, until: at + RENEWED_AFTER_MS };
}
