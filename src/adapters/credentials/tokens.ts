/**
 * Access tokens are signed and opaque: account, session and expiry under an HMAC, with a separate key for each scope.
 * Refresh tokens name their session, are random and signed, and only their hashes are stored. The hash shows which one
 * is valid now; the signature shows that any other one was issued here once. The first secret signs, all verify.
 */
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { ID_BYTES, idBytes, idText } from './id-bytes.js';
import { secretHash } from './secrets.js';

/** The permissions of a session: all those of its account, or those that the panel of a linked browser needs. */
export type SessionScope = 'app' | 'panel';

export type VerifiedAccess =
  | { ok: true; accountId: string; sessionId: string; scope: SessionScope; expiresAt: number }
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

export interface AccessOptions {
  /** ms; default: now. */
  issuedAt?: number;
  /** ms of the latest expiry. */
  notAfter?: number;
  /** Default: `app`. */
  scope?: SessionScope;
}

export interface ReadRefreshToken {
  sessionId: string;
  hash: string;
  /**
   * The token was issued here. Tokens without a signature, or signed with a removed SECRET, are known by their hash
   * only.
   */
  isGenuine: boolean;
}

export interface Tokens {
  verifyAccess(token: string): VerifiedAccess;
  /** The same account, session and options give the same token. */
  issueAccess(accountId: string, sessionId: string, options?: AccessOptions): IssuedToken;
  /**
   * A new refresh token. With `repeatOf` it is derived from the used token and the caller's idempotency key, so that a
   * repeated request gets the same token although only hashes are stored.
   */
  newRefresh(sessionId: string, repeatOf?: { usedToken: string; key: string }): RefreshToken;
  /** Null if the text cannot be a token. The account decides whether the token is valid. */
  readRefresh(token: string): ReadRefreshToken | null;
}

export interface TokensOptions {
  secrets: readonly [string, ...string[]];
  accessTtlS: number;
  refreshTtlS: number;
  env: { now(): number };
  /** Separates the tokens of one interface from those of another. */
  purpose?: string;
}

const EXPIRY_BYTES = 8;
const MAC_BYTES = 32;
const CLAIMS_BYTES = 2 * ID_BYTES + EXPIRY_BYTES;
const REFRESH_SECRET_BYTES = 24;
// All lengths are multiples of three bytes: base64 has no spare bits then, so that a token has exactly one spelling.
const ACCESS_TOKEN = /^[A-Za-z0-9_-]{96}$/;
const REFRESH_TOKEN = /^[A-Za-z0-9_-]{96}$/;
/** Tokens of earlier versions: session and 32 random bytes. They are valid until their use or expiry. */
const UNSIGNED_REFRESH_TOKEN = /^[A-Za-z0-9_-]{64}$/;

type Keys = [Buffer, ...Buffer[]];
type AccessKeys = Record<SessionScope, Keys>;

export function createTokens({ secrets, accessTtlS, refreshTtlS, env, purpose = '' }: TokensOptions): Tokens {
  const keysOf = (what: string) => secrets.map((secret) => keyFor(`${purpose}${what}`, secret)) as Keys;
  const accessKeys: AccessKeys = { app: keysOf('access token'), panel: keysOf('panel access token') };
  const repeatKey = keyFor(`${purpose}refresh token`, secrets[0]);
  const refreshKeys = keysOf('refresh token signature');
  return {
    verifyAccess: (token) => verifyAccess(token, accessKeys, env.now()),
    issueAccess(accountId, sessionId, { issuedAt = env.now(), notAfter = Infinity, scope = 'app' } = {}) {
      const expiresAt = Math.min(issuedAt + accessTtlS * 1_000, notAfter);
      return { token: signAccess(accountId, sessionId, expiresAt, accessKeys[scope][0]), expiresAt };
    },
    newRefresh(sessionId, repeatOf) {
      const secret = repeatOf ? secretAfter(repeatKey, repeatOf) : randomBytes(REFRESH_SECRET_BYTES);
      const claims = Buffer.concat([idBytes(sessionId), secret]);
      const token = Buffer.concat([claims, macOf(claims, refreshKeys[0])]).toString('base64url');
      return { token, hash: secretHash(token), expiresAt: env.now() + refreshTtlS * 1_000 };
    },
    readRefresh: (token) => readRefresh(token, refreshKeys),
  };
}

function readRefresh(token: string, keys: Keys): ReadRefreshToken | null {
  const isSigned = REFRESH_TOKEN.test(token);
  if (!isSigned && !UNSIGNED_REFRESH_TOKEN.test(token)) return null;
  const bytes = Buffer.from(token, 'base64url');
  const claims = bytes.subarray(0, ID_BYTES + REFRESH_SECRET_BYTES);
  const isGenuine = isSigned && isMacOf(claims, bytes.subarray(claims.length), keys);
  return { sessionId: idText(bytes.subarray(0, ID_BYTES)), hash: secretHash(token), isGenuine };
}

function signAccess(accountId: string, sessionId: string, expiresAt: number, key: Buffer): string {
  const expiry = Buffer.alloc(EXPIRY_BYTES);
  expiry.writeBigUInt64BE(BigInt(expiresAt));
  const claims = Buffer.concat([idBytes(accountId), idBytes(sessionId), expiry]);
  return Buffer.concat([claims, macOf(claims, key)]).toString('base64url');
}

function verifyAccess(token: string, keys: AccessKeys, now: number): VerifiedAccess {
  if (!ACCESS_TOKEN.test(token)) return { ok: false, code: 'unauthorized' };
  const bytes = Buffer.from(token, 'base64url');
  const claims = bytes.subarray(0, CLAIMS_BYTES);
  const scope = scopeOf(claims, bytes.subarray(CLAIMS_BYTES), keys);
  if (scope === null) return { ok: false, code: 'unauthorized' };
  const expiresAt = Number(claims.readBigUInt64BE(2 * ID_BYTES));
  if (now >= expiresAt) return { ok: false, code: 'token_expired' };
  const accountId = idText(claims.subarray(0, ID_BYTES));
  return { ok: true, accountId, sessionId: idText(claims.subarray(ID_BYTES, 2 * ID_BYTES)), scope, expiresAt };
}

function scopeOf(claims: Buffer, mac: Buffer, keys: AccessKeys): SessionScope | null {
  if (isMacOf(claims, mac, keys.app)) return 'app';
  return isMacOf(claims, mac, keys.panel) ? 'panel' : null;
}

const isMacOf = (claims: Buffer, mac: Buffer, keys: Keys): boolean =>
  keys.some((key) => timingSafeEqual(macOf(claims, key), mac));

/** Needs the used token, which is not stored. Therefore neither the store nor SECRET alone gives the next token. */
function secretAfter(repeatKey: Buffer, { usedToken, key }: { usedToken: string; key: string }): Buffer {
  return createHmac('sha256', repeatKey)
    .update(JSON.stringify([usedToken, key]))
    .digest()
    .subarray(0, REFRESH_SECRET_BYTES);
}

function keyFor(purpose: string, secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `meydan ${purpose}`, MAC_BYTES));
}

const macOf = (claims: Buffer, key: Buffer): Buffer => createHmac('sha256', key).update(claims).digest();
