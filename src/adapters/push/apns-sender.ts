/** Apple's push service over HTTP/2, with tokens signed by the team's key. */
import type { KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { type ApnsAnswer, ApnsConnection, Unprocessed } from './apns-connection.js';
import { type KeptToken, keepToken } from './kept-token.js';
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

export interface ApnsOptions {
  /** The team's P-256 key, its id and the team's id. */
  key: KeyObject;
  keyId: string;
  teamId: string;
  /** The app's bundle id. */
  topic: string;
  productionOrigin: string;
  sandboxOrigin: string;
  now(): number;
  timeoutMs?: number;
}

/** Apple accepts a token for an hour, and a new one at most every 20 minutes. */
const PROVIDER_TOKEN_MS = 40 * 60_000;
const COLLAPSE_ID_BYTES_MAX = 64;
const ATTEMPTS_MAX = 2;
const deadTokens = new Set(['BadDeviceToken', 'Unregistered', 'ExpiredToken', 'DeviceTokenNotForTopic']);

export function createApnsSender(options: ApnsOptions): PushSender {
  const connections = {
    production: new ApnsConnection(options.productionOrigin, options.timeoutMs),
    sandbox: new ApnsConnection(options.sandboxOrigin, options.timeoutMs),
  };
  const providerToken = keepToken(() => signProviderToken(options), options.now);
  return {
    async send(target, push) {
      const connection = connections[target.env ?? 'production'];
      try {
        return await attempt(connection, providerToken, { target, push, options }, ATTEMPTS_MAX);
      } catch (error) {
        return { kind: 'retry', why: error instanceof Error ? error.message : String(error), afterMs: null };
      }
    },
    async close() {
      await Promise.all(Object.values(connections).map((connection) => connection.close()));
    },
  };
}

interface Sending {
  target: PushTarget;
  push: Push;
  options: ApnsOptions;
}

async function attempt(
  connection: ApnsConnection,
  tokens: KeptToken,
  sending: Sending,
  attempts: number,
): Promise<PushResult> {
  const token = await tokens.get();
  const { options } = sending;
  try {
    const answer = await connection.request(headersOf(token, sending), bodyOf(sending));
    if (answer.reason !== 'ExpiredProviderToken') return resultOf(answer, options.now());
    tokens.drop(token);
    if (attempts <= 1) return { kind: 'retry', why: answer.reason, afterMs: null };
  } catch (error) {
    if (!(error instanceof Unprocessed) || attempts <= 1) throw error;
  }
  return attempt(connection, tokens, sending, attempts - 1);
}

function headersOf(token: string, { target, push, options }: Sending): Record<string, string> {
  return {
    ':path': `/3/device/${encodeURIComponent(target.token)}`,
    authorization: `bearer ${token}`,
    'apns-topic': options.topic,
    'apns-push-type': 'alert',
    'apns-priority': '10',
    'apns-expiration': String(Math.floor(options.now() / 1_000) + PUSH_TTL_S),
    'apns-collapse-id': Buffer.from(push.roomSlug).subarray(0, COLLAPSE_ID_BYTES_MAX).toString(),
    'content-type': 'application/json',
  };
}

/** `mutable-content` lets the app replace the fixed sentence by fetched content. */
function bodyOf({ target, push }: Sending): string {
  const alert = { body: pushText(push.type, target.language) };
  return JSON.stringify({ aps: { alert, 'mutable-content': 1, 'thread-id': push.roomSlug }, ...dataOf(push) });
}

function resultOf({ status, reason, retryAfter }: ApnsAnswer, now: number): PushResult {
  const why = `${status} ${reason}`.trim();
  if (status === 200) return { kind: 'sent' };
  if (status === 410 || deadTokens.has(reason)) return { kind: 'gone', why };
  if (status === 429 || status >= 500) return { kind: 'retry', why, afterMs: retryAfterMs(retryAfter, now) };
  return { kind: 'refused', why };
}

async function signProviderToken({ key, keyId, teamId, now }: ApnsOptions) {
  const at = now();
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setIssuedAt(Math.floor(at / 1_000))
    .sign(key);
  return { token, until: at + PROVIDER_TOKEN_MS };
}
