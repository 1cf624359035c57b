/** The access token of a service account: a signed assertion is exchanged for a token that is valid for an hour. */
import type { KeyObject } from 'node:crypto';
import { SignJWT } from 'jose';
import { type KeptToken, keepToken, type Made } from './kept-token.js';
import { PUSH_TIMEOUT_MS, retryAfterMs } from './push-sender.js';

export interface ServiceAccount {
  projectId: string;
  clientEmail: string;
  key: KeyObject;
  tokenUri: string;
}

export interface FcmTokenOptions {
  account: ServiceAccount;
  now(): number;
  timeoutMs?: number;
}

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const STATEMENT_S = 3_600;
/** A token is renewed before its end, so that it does not expire during a push. */
const EARLY_MS = 60_000;

/** The account may be corrected while pushes wait, so that the push is retried. */
export class FcmTokenRefused extends Error {
  override name = 'FcmTokenRefused';
  readonly afterMs: number | null;
  constructor(status: number, afterMs: number | null) {
    super(`the token endpoint answered ${status}`);
    this.afterMs = afterMs;
  }
}

export function createFcmToken(options: FcmTokenOptions): KeptToken {
  return keepToken(() => exchange(options), options.now);
}

async function exchange(options: FcmTokenOptions): Promise<Made> {
  const { account, now, timeoutMs = PUSH_TIMEOUT_MS } = options;
  const response = await fetch(account.tokenUri, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: GRANT, assertion: await signStatement(options) }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  const text = await response.text();
  if (!response.ok)
    throw new FcmTokenRefused(response.status, retryAfterMs(response.headers.get('retry-after'), now()));
  const { access_token: token, expires_in: lifeS } = JSON.parse(text) as { access_token?: string; expires_in?: number };
  if (typeof token !== 'string' || typeof lifeS !== 'number') throw new Error('the token endpoint gave no token');
  return { token, until: now() + Math.max(lifeS * 1_000 - EARLY_MS, EARLY_MS) };
}

function signStatement({ account, now }: FcmTokenOptions): Promise<string> {
  const at = Math.floor(now() / 1_000);
  return new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(account.clientEmail)
    .setAudience(account.tokenUri)
    .setIssuedAt(at)
    .setExpirationTime(at + STATEMENT_S)
    .sign(account.key);
}
