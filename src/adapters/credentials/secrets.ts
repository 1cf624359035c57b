/** Random secrets that are shown once and stored as a hash, or not at all. */
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

export const SECRET_BYTES = 32;

/** The secret of the caller and the Idempotency-Key of the request. Neither is stored. */
export interface RepeatableBy {
  callerSecret: string;
  idempotencyKey: string;
}

/** With `by`, a repeated request for the same thing gets the same bytes, although the store does not have them. */
export const newSecretBytes = (by: RepeatableBy | null, ...what: [string, ...string[]]): Buffer =>
  by === null
    ? randomBytes(SECRET_BYTES)
    : createHmac('sha256', by.callerSecret)
        .update(JSON.stringify([...what, by.idempotencyKey]))
        .digest();

export const secretHash = (text: string): string => hash('sha256', text, 'base64url');

/** Digests are compared, so that the time reveals nothing of the secret. */
export function isSecretOf(hash: string, text: string): boolean {
  const stored = Buffer.from(hash, 'base64url');
  const given = digest(text);
  return stored.length === given.length && timingSafeEqual(stored, given);
}

/** Digests are compared here, too. */
export const isSameText = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
