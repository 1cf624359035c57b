/**
 * Access tokens are signed and opaque: account, session and expiry under an HMAC. Refresh tokens are random and only
 * their hashes are stored. Each purpose has a key of its own, derived from SECRET; the first secret signs, all verify.
 */
import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

export type VerifiedAccess =
  | { ok: true; accountId: string; sessionId: string; expiresAt: number }
  | { ok: false; code: 'unauthorized' | 'token_expired' };

export interface IssuedToken {
  token: string;
  /** ms since epoch. */
  expiresAt: number;
}

export interface RefreshToken {
  token: string;
  hash: string;
  expiresAt: number;
}

export interface Tokens {
  verifyAccess(token: string): VerifiedAccess;
  /** The same account, session and time give the same token. `issuedAt` is now unless told. */
  issueAccess(accountId: string, sessionId: string, issuedAt?: number): IssuedToken;
  /**
   * A fresh refresh token. With `repeatOf` it follows from the token it replaces and the caller's idempotency key,
   * so that asking again gives the same one although nothing but hashes is kept.
   */
  newRefresh(sessionId: string, repeatOf?: { usedToken: string; key: string }): RefreshToken;
  /** Null for what cannot be one. Whether it is valid is for the account to say. */
  readRefresh(token: string): { sessionId: string; hash: string } | null;
}

export interface TokensOptions {
  secrets: readonly [string, ...string[]];
  accessTtlS: number;
  refreshTtlS: number;
  env: { now(): number };
  /** Keeps the tokens of one interface from being good for another. */
  purpose?: string;
}

const ID_BYTES = 16;
const EXPIRY_BYTES = 8;
const MAC_BYTES = 32;
const CLAIMS_BYTES = 2 * ID_BYTES + EXPIRY_BYTES;
const REFRESH_SECRET_BYTES = 32;
// Both lengths are multiples of three bytes: base64 has no spare bits, so a token has exactly one spelling.
const ACCESS_TOKEN = /^[A-Za-z0-9_-]{96}$/;
const REFRESH_TOKEN = /^[A-Za-z0-9_-]{64}$/;

export function createTokens({ secrets, accessTtlS, refreshTtlS, env, purpose = '' }: TokensOptions): Tokens {
  const accessKeys = secrets.map((secret) => keyFor(`${purpose}access token`, secret)) as [Buffer, ...Buffer[]];
  const refreshKey = keyFor(`${purpose}refresh token`, secrets[0]);
  return {
    verifyAccess: (token) => verifyAccess(token, accessKeys, env.now()),
    issueAccess(accountId, sessionId, issuedAt = env.now()) {
      const expiresAt = issuedAt + accessTtlS * 1_000;
      return { token: signAccess(accountId, sessionId, expiresAt, accessKeys[0]), expiresAt };
    },
    newRefresh(sessionId, repeatOf) {
      const secret = repeatOf ? secretAfter(refreshKey, repeatOf) : randomBytes(REFRESH_SECRET_BYTES);
      const token = Buffer.concat([idBytes(sessionId), secret]).toString('base64url');
      return { token, hash: hashOf(token), expiresAt: env.now() + refreshTtlS * 1_000 };
    },
    readRefresh(token) {
      if (!REFRESH_TOKEN.test(token)) return null;
      return { sessionId: idText(Buffer.from(token, 'base64url').subarray(0, ID_BYTES)), hash: hashOf(token) };
    },
  };
}

function signAccess(accountId: string, sessionId: string, expiresAt: number, key: Buffer): string {
  const expiry = Buffer.alloc(EXPIRY_BYTES);
  expiry.writeBigUInt64BE(BigInt(expiresAt));
  const claims = Buffer.concat([idBytes(accountId), idBytes(sessionId), expiry]);
  return Buffer.concat([claims, macOf(claims, key)]).toString('base64url');
}

function verifyAccess(token: string, keys: Buffer[], now: number): VerifiedAccess {
  if (!ACCESS_TOKEN.test(token)) return { ok: false, code: 'unauthorized' };
  const bytes = Buffer.from(token, 'base64url');
  const claims = bytes.subarray(0, CLAIMS_BYTES);
  const mac = bytes.subarray(CLAIMS_BYTES);
  if (!keys.some((key) => timingSafeEqual(macOf(claims, key), mac))) return { ok: false, code: 'unauthorized' };
  const expiresAt = Number(claims.readBigUInt64BE(2 * ID_BYTES));
  if (now >= expiresAt) return { ok: false, code: 'token_expired' };
  const accountId = idText(claims.subarray(0, ID_BYTES));
  return { ok: true, accountId, sessionId: idText(claims.subarray(ID_BYTES, 2 * ID_BYTES)), expiresAt };
}

/** Needs the used token itself, which nobody keeps: neither the store nor SECRET alone tells the next one. */
function secretAfter(refreshKey: Buffer, { usedToken, key }: { usedToken: string; key: string }): Buffer {
  return createHmac('sha256', refreshKey)
    .update(JSON.stringify([usedToken, key]))
    .digest();
}

function keyFor(purpose: string, secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `meydan ${purpose}`, MAC_BYTES));
}

const macOf = (claims: Buffer, key: Buffer): Buffer => createHmac('sha256', key).update(claims).digest();
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');
const idBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

function idText(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
