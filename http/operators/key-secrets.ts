/** Secrets of named keys: `mok_<id of the key>_<256 random bits>`. The id finds the key; its hash proves the secret. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 32;
const SECRET = /^mok_([0-9a-f]{32})_[A-Za-z0-9_-]{43}$/;
const LOGIN_SECRET = /^mol_([0-9a-f]{32})_[A-Za-z0-9_-]{43}$/;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

export interface IssuedKey {
  secret: string;
  hash: string;
}

/** The caller's own key and the Idempotency-Key of the request. Neither is stored. */
export interface RepeatableBy {
  callerSecret: string;
  idempotencyKey: string;
}

/** With `repeatableBy` a repeated request gets the same secret, although only hashes are stored. */
export function newKeySecret(keyId: string, repeatableBy: RepeatableBy | null): IssuedKey {
  const bytes = repeatableBy ? derivedSecret(keyId, repeatableBy) : randomBytes(SECRET_BYTES);
  return issued('mok', keyId, bytes);
}

const derivedSecret = (keyId: string, { callerSecret, idempotencyKey }: RepeatableBy): Buffer =>
  createHmac('sha256', callerSecret)
    .update(JSON.stringify(['operator key', keyId, idempotencyKey]))
    .digest();

/** Of a login through the identity provider: `mol_` in place of `mok_`, and the id of the login. */
export const newLoginSecret = (loginId: string): IssuedKey => issued('mol', loginId, randomBytes(SECRET_BYTES));

function issued(prefix: string, id: string, bytes: Buffer): IssuedKey {
  const secret = `${prefix}_${id.replaceAll('-', '')}_${bytes.toString('base64url')}`;
  return { secret, hash: digest(secret).toString('base64url') };
}

/** The id of the key that the secret names; null if the text cannot be one. */
export const keyIdOf = (secret: string): string | null => uuidIn(SECRET, secret);

/** The id of the login that the secret names; null if the text cannot be one. */
export const loginIdOf = (secret: string): string | null => uuidIn(LOGIN_SECRET, secret);

function uuidIn(form: RegExp, secret: string): string | null {
  const hex = form.exec(secret)?.[1];
  if (!hex) return null;
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Digests are compared, so that the time reveals nothing of the secret. */
export const isSecretOf = (hash: string, secret: string): boolean => {
  const stored = Buffer.from(hash, 'base64url');
  const given = digest(secret);
  return stored.length === given.length && timingSafeEqual(stored, given);
};

export const isSameText = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

const SCHEME = /^Bearer +(.+?) *$/i;

/** The key in the Authorization header; empty without one. */
export const bearerOf = (authorization: string): string => SCHEME.exec(authorization)?.[1] ?? '';
